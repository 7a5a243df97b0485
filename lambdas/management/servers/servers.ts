/** Reading and changing servers. createServer.ts creates one, deleteServer.ts deletes one. */
import { auditItem, type ManagementAction, recordManagementAction, revertedAction } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { PushFailed, publishKill } from '../../../aws/regions/push.ts';
import { declaredItem } from '../../../aws/tables/declared.ts';
import { changeServer } from '../../../aws/tables/servers.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import { markSignInUsed } from '../../../aws/tables/signIns.ts';
import { briefTools, readTools } from '../../../aws/tables/toolBriefs.ts';
import type { ServerChange } from '../../../core/api/servers.ts';
import { bounded, fieldChanges } from '../../../core/audit/fieldChanges.ts';
import { serverChanges } from '../../../core/audit/rowChanges.ts';
import { resourceOf } from '../../../core/auth/oauth/addresses.ts';
import { clientSetups, mcpUrl } from '../../../core/clientSetup/clients.ts';
import { signInSetups } from '../../../core/clientSetup/signIn.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { checkBaseUrl, originOf } from '../../../core/lib/url/baseUrl.ts';
import { takesSignIns } from '../../../core/model/accessRules.ts';
import type { CredentialShape } from '../../../core/model/credential.ts';
import { shapeOf } from '../../../core/model/credentialShape.ts';
import { exposedAs } from '../../../core/model/exposition.ts';
import { unapprovedOrigin } from '../../../core/model/hosts.ts';
import { type ServerRow, type ServerSource, withDecision } from '../../../core/model/server.ts';
import { RegionUnreachable } from '../../../core/regions/propagate.ts';
import { tooManyListed } from '../../../core/tools/bundle/build.ts';
import { pushed } from '../../shared/pushing.ts';
import { checkConsenting } from '../consents/consenting.ts';
import { signInStates } from '../consents/signInStates.ts';
import { hostsDetail, withCredentialAt } from '../credentials/hosts.ts';
import { checkAuthorities, withPrivateHosts } from '../credentials/privateHosts.ts';
import { deploymentRunning, notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { baseUrlChanged, baseUrlMissing, checkCredentialStays, isAt, isRebound } from '../serverRow/binding.ts';
import { checkRoom, sealCredential } from '../serverRow/credentials.ts';
import { checkDeclared } from '../serverRow/declared.ts';
import { checkHeadersStay, sealHeaders } from '../serverRow/headers.ts';
import {
  afterSealing,
  changeOwn,
  checkIdle,
  checkOwnTools,
  checkSealed,
  idleServer,
  knownServer,
  settledServer,
} from '../serverRow/load.ts';
import { checkForeign } from '../serverRow/ownAddress.ts';
import { sealed, sealedParts, sealSoon, type Touched } from '../serverRow/resealing.ts';
import { demandForChange } from '../serverRow/secondPerson.ts';
import { serverView } from '../serverRow/views.ts';
import { clientKey } from '../tokens/connection.ts';
import { prepareSource } from '../tools/source.ts';
import { checkReached, isSameReach } from '../tools/unread.ts';
import { changedRow, withoutChange } from './changedRow.ts';
import { switchEverywhere } from './closing.ts';
import { listedServers } from './listedServers.ts';
import { tellClosed } from './resuming.ts';
import { checkToolsetSettings, recomposeToolsets } from './toolsets.ts';

/** Placeholder for the token in client configurations. */
const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

/** Handlers of the servers' routes. */
export const servers: HandlersOf<
  'listServers' | 'getServer' | 'changeServer' | 'replaceCredentials' | 'setStatus' | 'listClients' | 'killConnections'
> = {
  listServers: ({ query }) => listedServers(query),

  getServer: async ({ params }) => {
    const [row, settings] = await Promise.all([settledServer(params.id), readSettings()]);
    return { ...serverView(row, settings), ...(await signInStates(row)) };
  },

  changeServer: async ({ params, body, actor }) => {
    const { baseUrl: address, auth: credential, tags, withoutRepairs, hosts, access } = body;
    const read = await idleServer(params.id);
    const { source: current } = read;
    const inside = withPrivateHosts(read, body.privateHosts).privateHosts;
    checkSourceChange(current, body);
    const given = body.source && {
      source: body.source,
      tags: tags ?? undefined,
      withoutRepairs: withoutRepairs ?? undefined,
    };
    const source =
      given &&
      (await prepareSource(
        params.id,
        given,
        read.project === undefined ? { current } : { current, project: read.project },
      ));
    await source?.store();
    const baseUrl = address === undefined ? undefined : checkBaseUrl(address).url;
    const auth =
      baseUrl !== undefined && credential
        ? await sealCredential(params.id, credential, { origin: originOf(baseUrl) }, inside)
        : undefined;
    const owner = { ...read, baseUrl: baseUrl ?? read.baseUrl, privateHosts: inside };
    const headers = body.headers && (await sealHeaders(body.headers, owner));
    const deed = { serverId: params.id, actor, action: 'server.change', detail: hostsDetail(hosts) };
    // The protected resource metadata must exist before clients are pointed to it.
    if (access !== undefined && takesSignIns({ access })) await markSignInUsed();
    const answer = await changed(
      deed,
      async (row, touch) => {
        if (baseUrl !== undefined && !auth) checkCredentialStays(row, baseUrl);
        const after = changedRow(row, body, { actor, source, baseUrl, auth, headers });
        if (baseUrl !== undefined && after.source.kind === 'mcp') checkForeign(baseUrl);
        checkHeadersStay(after);
        if (body.credentials === 'per-token') checkConsenting(after);
        checkAuthorities(row, after, inside);
        await checkListable(row, after);
        touch(await lettingOut(row, after, body.approvedWords));
        if (body.declared !== undefined)
          await checkDeclared({ declared: body.declared, project: row.project }, params.id, row.declared);
        return after;
      },
      body,
    );
    if (body.breaker !== undefined && answer.breaker === undefined) await tellClosed(params.id, Date.now());
    // Requests are checked against the new rules already; held streams check again, and end if they are not allowed any more.
    if (access !== undefined || body.accessRules !== undefined) await pushed(publishKill(params.id));
    return answer;
  },

  replaceCredentials: async ({ params, body, actor }) => {
    const read = await idleServer(params.id);
    checkOwnTools(read);
    const { baseUrl, privateHosts } = read;
    const { origin: named, ...credential } = body;
    if (body.type !== 'none' && !named && !baseUrl) throw baseUrlMissing();
    const address = named ?? baseUrl;
    const origin = address && originOf(address);
    const auth = await sealCredential(params.id, credential, { origin }, privateHosts);
    const detail = {
      ...shapeDetail(auth),
      ...((auth.origin || named) && { origin }),
    };
    const deed = { serverId: params.id, actor, action: 'server.credentials', detail };
    return changed(deed, (row) => {
      if (auth.origin !== undefined && named === undefined && !isAt(row, auth.origin))
        throw baseUrlChanged(auth.origin);
      const decided = withDecision(row, origin);
      const after = named === undefined ? { ...decided, auth } : withCredentialAt(decided, origin, auth);
      checkAuthorities(row, after, privateHosts);
      return after;
    });
  },

  setStatus: async ({ params, body, actor }) => {
    const { status } = body;
    await settledServer(params.id);
    const action = `server.${status}`;
    let deed: ManagementAction = { serverId: params.id, actor, action };
    let isEntered = false;
    const write = async (unconfirmed: Pick<ServerRow, 'unconfirmed'>) => {
      const switched = (read: ServerRow): ServerRow | undefined => {
        if (read.status === 'deleting') throw new Refused('server_deleting', 'The server is being deleted.');
        if (read.status === 'deploying') throw deploymentRunning();
        if (!read.bundle) {
          throw new Refused('server_not_deployed', 'The server never went live. Deploy it first.');
        }
        const next = status === 'online' ? 'live' : 'offline';
        // Set on each attempt: if another request made the same change first, this one changed nothing.
        isEntered = read.status !== next;
        deed = { ...deed, serverName: read.name, detail: bounded(fieldChanges(read, { status: next }, ['status'])) };
        return isEntered ? { ...read, ...unconfirmed, status: next, updatedAt: isoNow() } : undefined;
      };
      const row = await changeOwn(params.id, switched, () => auditItem(deed));
      if (!row) throw notFound('server');
      return row;
    };
    try {
      const row = await switchEverywhere(params.id, status === 'offline' ? 'close' : 'open', write);
      if (!isEntered) await recordManagementAction(deed);
      await recomposeToolsets(params.id);
      return serverView(row, await readSettings());
    } catch (error) {
      if (error instanceof RegionUnreachable) {
        const detail = { ...deed.detail, missing: [...error.regions] };
        await recordManagementAction({ ...deed, action: `${action}.unconfirmed`, detail });
      }
      throw error;
    }
  },

  listClients: async ({ params }) => {
    const server = await knownServer(params.id);
    const key = await clientKey(server);
    const edgeUrl = requireEnvironment('EDGE_URL');
    const connection = { edgeUrl, token: TOKEN_PLACEHOLDER, key };
    const url = resourceOf(edgeUrl, params.id);
    return {
      mcpUrl: mcpUrl(connection),
      clients: clientSetups(connection),
      ...(takesSignIns(server) && { signIn: { mcpUrl: url, clients: signInSetups({ url, key }) } }),
    };
  },

  killConnections: async ({ params, actor }) => {
    const { name: serverName } = await knownServer(params.id);
    await publishKill(params.id).catch((cause: unknown) => {
      throw new Refused(
        'push_failed',
        `The push channel${unheard(cause)} did not accept it. Streams there close at the end of their life; try again.`,
        { cause },
      );
    });
    await recordManagementAction({ serverId: params.id, serverName, actor, action: 'connections.kill' });
  },
};

const unheard = (cause: unknown) => (cause instanceof PushFailed ? ` of ${cause.regions.join(', ')}` : '');

/**
 * The names of the tools that other hosts or another base URL let out, as they are with this row: an import that comes between changes the row,
 * and everything is decided again. Throws Refused `words_unapproved`.
 */
async function lettingOut(before: ServerRow, after: ServerRow, approved: string | undefined): Promise<Touched> {
  if (isSameReach(before, after)) return new Set();
  const { serverId } = before;
  // A tool without a server of its own is on the host of the base URL, wherever that is.
  const elsewhere = (await briefTools(serverId)).filter(({ enabled, baseUrl }) => enabled && baseUrl !== undefined);
  const tools = await readTools(
    serverId,
    elsewhere.map(({ toolId }) => toolId),
  );
  return new Set(checkReached(before, after, tools, approved).map(({ name }) => name));
}

/** Sealing would refuse it as well, but of so many tools after the answer. Throws PortcullisError `too_many_listed`. */
async function checkListable(before: ServerRow, after: ServerRow): Promise<void> {
  const { bundle, exposition, serverId } = after;
  if (!bundle || exposition === before.exposition || bundle.tools <= LIMITS.listedTools) return;
  const seen = (await briefTools(serverId)).filter(
    (tool) => tool.enabled && unapprovedOrigin(tool, after) === undefined,
  );
  if (exposedAs(exposition, seen.length) !== 'search' && seen.length > LIMITS.listedTools) {
    throw tooManyListed(seen.length);
  }
}

/** A server that was imported stays imported, one made by hand stays so, an MCP server's is its base URL, and a toolset has what its members have. */
function checkSourceChange({ kind }: ServerSource, change: ServerChange): void {
  const { source, tags, withoutRepairs } = change;
  if (kind === 'toolset') checkToolsetSettings(change, false);
  if (source !== undefined && (kind === 'toolset') !== (source.kind === 'toolset')) {
    throw new Refused('source_fixed', 'A toolset stays one, and no other server becomes one. Create a new server.');
  }
  if (kind === 'openapi' || kind === 'toolset') return;
  if (source === undefined && tags === undefined && withoutRepairs === undefined) return;
  throw new Refused(
    'source_fixed',
    kind === 'mcp'
      ? 'The server’s tools are those of the MCP server at its base URL; change that instead.'
      : 'The server’s tools were added manually, so it has no API description to change.',
  );
}

/** For the audit trail, which takes plain values. */
function shapeDetail(auth: CredentialShape): JsonObject {
  const { keys, parts, authorizationParameters, ...shape } = shapeOf(auth);
  return {
    ...shape,
    ...(authorizationParameters && {
      authorizationParameters: authorizationParameters.map(({ name, value }) => `${name}=${value}`),
    }),
    ...(keys && { keys: keys.map(({ in: place, name }) => `${name} (${place})`) }),
    ...(parts && { parts: parts.map(shapeDetail) }),
  };
}

/**
 * Changes an idle server, with an entry in the audit trail, and reseals it. If sealing is refused, the change is reverted, which is
 * recorded as well.
 */
async function changed(
  deed: ManagementAction & { serverId: string },
  change: (row: ServerRow, touch: (tools: Touched) => void) => ServerRow | Promise<ServerRow>,
  { declared, approvedWords }: Pick<ServerChange, 'declared' | 'approvedWords'> = {},
) {
  const { serverId } = deed;
  const [{ governance: global }] = await Promise.all([readSettings(), idleServer(serverId)]);
  let before: ServerRow | undefined;
  let touched: Touched = new Set();
  const touch = (tools: Touched) => {
    touched = tools;
  };
  let recorded: ManagementAction = deed;
  const written = async (row: ServerRow): Promise<ServerRow> => {
    checkIdle(row);
    before = row;
    const next = { ...(await change(row, touch)), updatedAt: isoNow() };
    checkRoom(next);
    if (isRebound(row, next)) checkSealed(row);
    await demandForChange(row, next, approvedWords);
    const detail = { ...deed.detail, ...bounded(serverChanges(row, next, global)) };
    recorded = { ...deed, serverName: next.name, detail };
    return row.bundle && sealedParts(row) !== sealedParts(next) ? { ...next, unsealed: row.version + 1 } : next;
  };
  const beside = () => [
    auditItem(recorded),
    ...(declared !== undefined && before?.declared === undefined
      ? [declaredItem({ declared, project: before?.project }, serverId)]
      : []),
  ];
  const after = await afterSealing(() => changeOwn(serverId, written, beside));
  if (!before || !after) throw notFound('server');
  const previous = before;
  const withoutThisChange = (row: ServerRow): ServerRow => {
    checkIdle(row);
    return { ...withoutChange(row, previous, after), updatedAt: isoNow() };
  };
  const undo = () => changeServer(serverId, withoutThisChange, () => auditItem(revertedAction(recorded)));
  const isSealedPart = sealedParts(previous) !== sealedParts(after);
  const resealed = isSealedPart && (await sealed(after, touched, undo));
  // The unsealed change is another request's, or this same change by a request that died: it is resealed, but not reverted here.
  if (after.unsealed && !isSealedPart) await sealSoon(serverId);
  const [row, settings] = await Promise.all([knownServer(serverId), readSettings()]);
  return { ...serverView(row, settings), resealed, revision: after.version };
}
