/**
 * Where a person decides on an MCP client's authorization request. The client was checked when its request arrived
 * (lambdas/authorization/authorize.ts); what is shown here, and where the browser is sent, is what was checked then, even if the client's
 * document has changed since. Every request needs a decision, also of a client that has a session: any program on the person's computer
 * can imitate a loopback client (RFC 8252 section 8.6). The login's access token in a header identifies the person, so no page of another
 * origin can decide for them.
 */
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { tokenHashKey } from '../../../aws/services/keys.ts';
import { readServers } from '../../../aws/tables/servers.ts';
import { decideRequest, linkedSessions, type RequestRow, readRequest } from '../../../aws/tables/signIns.ts';
import { readTokens } from '../../../aws/tables/tokens.ts';
import { briefTools, type ToolBrief } from '../../../aws/tables/toolBriefs.ts';
import type { AnswerOf } from '../../../core/api/routes/index.ts';
import { redirectTo } from '../../../core/auth/oauth/redirect.ts';
import { destinationOf } from '../../../core/auth/oauth/redirectUris.ts';
import { hashToken } from '../../../core/auth/tokens/format.ts';
import { isoNow, randomBase62 } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { openedBy, type SignedIn } from '../../../core/model/accessRules.ts';
import { scopeVerdict } from '../../../core/model/scope.ts';
import { membersOf, type ServerRow } from '../../../core/model/server.ts';
import { personAccount } from '../../../core/request/credential/oauth2/holders.ts';
import { signedInAt } from '../../shared/groupsAt.ts';
import { consentStates, hasOwnAccounts } from '../consents/consenting.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import type { Visitor } from '../http/session.ts';
import { composedBriefs } from '../serverRow/composed.ts';
import { knownServer } from '../serverRow/load.ts';
import { isActive } from '../serverRow/views.ts';

const SHOWN_NAMES = 30;

/** Handlers of authorization requests. */
export const authorizations: HandlersOf<'getAuthorization' | 'decideAuthorization'> = {
  getAuthorization: async ({ params, actor }) => {
    const request = await waiting(params.authorizationId);
    const { client, redirectUri, serverId, asked } = request;
    const server = await knownServer(serverId);
    const opened = openedBy(server, await signedIn(request, actor, { granted: asked, server }));
    const [since, rows, accounts] = await Promise.all([
      sinceWhen(request, actor),
      opened === 'nothing' ? [] : membersOf(server) ? composedBriefs(server) : briefTools(serverId),
      opened === 'nothing' ? [] : accountsAt(server, actor),
    ]);
    const outside = scopeVerdict(opened === 'nothing' ? undefined : opened);
    const isOpened = ({ toolId, enabled, readOnly }: Pick<ToolBrief, 'toolId' | 'enabled' | 'readOnly'>) =>
      enabled && !outside({ toolId, annotations: { readOnlyHint: readOnly } });
    const tools = rows.filter(isOpened);
    return {
      client: {
        id: client.id,
        name: client.name,
        ...(client.kind === 'metadata' && { host: new URL(client.id).host }),
        ...(client.kind === 'registered' && { registered: true as const }),
        ...(client.kind === 'known' && { known: true as const }),
        ...(since && { since }),
      },
      person: { id: actor.id, ...(actor.name !== undefined && { name: actor.name }) },
      redirectHost: destinationOf(redirectUri),
      server: { id: serverId, name: server.name },
      opens: opened === 'nothing' ? 'nothing' : (opened.access ?? 'all'),
      tools: {
        total: tools.length,
        reading: tools.filter(({ readOnly }) => readOnly).length,
        names: tools.slice(0, SHOWN_NAMES).map(({ name }) => name),
      },
      ...(accounts.length > 0 && { accounts }),
      expiresAt: request.expiresAt,
    };
  },

  decideAuthorization: async ({ params, body, actor }) => {
    const request = await waiting(params.authorizationId);
    const { requestId, client, redirectUri, codeChallenge, serverId, dpopJkt, asked, state } = request;
    const edgeUrl = requireEnvironment('EDGE_URL');
    if (body.decision === 'deny') {
      if (!(await decideRequest(requestId))) throw notFound('authorization');
      const parameters = { error: 'access_denied', error_description: 'The person has not allowed it.', state };
      return { redirect: redirectTo(redirectUri, parameters, edgeUrl) };
    }
    const granted = asked === 'read' || body.access === 'read' ? 'read' : 'all';
    const server = await knownServer(serverId);
    const who = await signedIn(request, actor, { granted, server });
    if (openedBy(server, who) === 'nothing') {
      throw new Refused(
        'access_refused',
        'The access rules of the server give you no access with this client. Ask an admin.',
      );
    }
    const code = randomBase62(43);
    const now = Date.now();
    const isFirst = await decideRequest(requestId, {
      hash: hashToken(await tokenHashKey(), `code:${code}`),
      client,
      redirectUri,
      codeChallenge,
      serverId,
      ...(dpopJkt !== undefined && { dpopJkt }),
      person: who.person,
      ...(who.project !== undefined && { project: who.project }),
      granted,
      approvedAt: isoNow(now),
      expiresAt: isoNow(now + LIMITS.signIn.codeMs),
    });
    if (!isFirst) throw notFound('authorization');
    await refuseEnded(actor);
    return { redirect: redirectTo(redirectUri, { code, state }, edgeUrl) };
  },
};

type Accounts = NonNullable<AnswerOf<'getAuthorization'>['accounts']>;

/** The accounts of the person's own that calls of this server are made with; of a toolset, those at its members. */
async function accountsAt(server: ServerRow, actor: Visitor): Promise<Accounts> {
  const ids = membersOf(server)?.map(({ serverId }) => serverId);
  const servers = ids ? await readServers(ids) : [server];
  const own = await Promise.all(
    servers.filter(hasOwnAccounts).map(async (one) => {
      const states = await consentStates(one, personAccount(actor.id));
      const at = { server: { id: one.serverId, name: one.name } };
      return states.map(({ host, state }) => ({ host, state, ...(ids && at) }));
    }),
  );
  return own.flat();
}

async function waiting(requestId: string): Promise<RequestRow> {
  const request = await readRequest(requestId);
  if (!request) throw notFound('authorization');
  return request;
}

const personOf = ({ id, name, email, username, groups }: Visitor) => ({
  id,
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email }),
  username,
  groups: [...groups],
});

const signedIn = async (
  { client }: RequestRow,
  actor: Visitor,
  { granted, server }: Pick<SignedIn, 'granted'> & { readonly server: ServerRow },
) => ({ ...(await signedInAt(personOf(actor), server)), client, granted });

/** The start of this person's first session with the client at the server. */
async function sinceWhen({ client, serverId }: RequestRow, actor: Visitor): Promise<string | undefined> {
  const links = (await linkedSessions({ person: actor.id })).filter((link) => link.serverId === serverId);
  const rows = await readTokens(links.map(({ tokenHash }) => tokenHash));
  const own = rows.filter((row) => row.signIn?.client.id === client.id && isActive(row, Date.now()));
  return own.map(({ createdAt }) => createdAt).sort()[0];
}
