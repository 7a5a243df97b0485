/**
 * Seals a new bundle from the stored rows, after an edit of tools, settings or governance: the code of the phases in one function,
 * without a deployment. One invocation a server builds at a time; it goes on until the live bundle has every change that is stored, so
 * that changes which arrive while a bundle is built share the next one. Expected failures are returned as `{error}`; the live bundle
 * stays then, and so do the stored rows.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { logWarning, reasonOf } from '../../aws/lib/log.ts';
import { loadHead, loadTools, sealBundle } from '../../aws/services/bundles.ts';
import type { ResealAnswer, ResealRefusal, ResealRequest } from '../../aws/services/invoke.ts';
import { sign } from '../../aws/services/keys.ts';
import '../../aws/services/privateNetwork.ts';
import { untilWritten } from '../../aws/lib/untilWritten.ts';
import { type PipelineChange, readServer, updateServerFromPipeline } from '../../aws/tables/servers.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import { listToolsAgain, type ReadTools } from '../../aws/tables/tools.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import type { JsonSchema } from '../../core/lib/json/value.ts';
import type { BundleRef } from '../../core/model/bundle.ts';
import { floorAt, heldGovernance, heldPlaces, heldTools } from '../../core/model/floor.ts';
import { effectiveGovernance } from '../../core/model/governance/settings.ts';
import { isBeingSealed, isSealed, membersOf, type ServerRow } from '../../core/model/server.ts';
import type { Tool } from '../../core/model/tool.ts';
import { buildSandboxSection } from '../../core/tools/bundle/build.ts';
import { lockfileKey, lockfileText, type Surface, surfaceOf } from '../../core/tools/bundle/lockfile.ts';
import { isUnchecked } from '../../core/tools/bundle/schemas.ts';
import type { Composed } from '../../core/tools/toolset/compose.ts';
import { PhaseFailure } from './errors.ts';
import { governedBundle } from './governed.ts';
import { checkPolicies } from './policies.ts';
import { announce, proveInSandbox, recompose, storedFor, storeLockfile, storeSealed } from './publish.ts';
import { composed } from './toolset.ts';

// A function cannot have its own name among the variables of its template.
process.env['FUNCTION_RESEAL'] ??= process.env['AWS_LAMBDA_FUNCTION_NAME'];

/** How long others wait for a builder that does not say anything any more. It is renewed with each bundle. */
const LEASE_MS = 60_000;
/** A builder begins no further bundle after this time; the function has 120 s. */
const BEGINS_FOR_MS = 45_000;
/** Of bundles in a row that are refused while further changes arrive. */
const MOST_REFUSED = 3;
const PAUSE_MS = 1_000;

/** Makes a bundle live that has every change up to the wanted one, unless another invocation is doing so. */
export async function handler(request: ResealRequest): Promise<ResealAnswer | ResealRefusal> {
  try {
    const answer = await storedFor(request.serverId, () => reseal(request));
    if (answer.isSealed) await recompose(request.serverId);
    return answer;
  } catch (error) {
    if (error instanceof PortcullisError) return { error: whyNot(error) };
    throw error;
  }
}

async function reseal(request: ResealRequest): Promise<ResealAnswer> {
  const { waits, lease = randomUUID() } = request;
  const until = Date.now() + (waits ? LEASE_MS : 0);
  let { revision } = request;
  for (;;) {
    const begun = await begin({ ...request, ...(revision !== undefined && { revision }) }, lease);
    revision = begun.revision;
    if (begun.builds) {
      const isLive = await build(lease, begun).catch((error: unknown) => {
        if (isOver(error) && error.code === TAKEN) return false;
        throw error;
      });
      return { revision, isSealed: isLive };
    }
    if (begun.isSealed || Date.now() >= until) return { revision, isSealed: begun.isSealed };
    await sleep(PAUSE_MS);
  }
}

type Begun =
  | { readonly builds: true; readonly revision: number; readonly row: ServerRow; readonly isUntold: boolean }
  | { readonly builds: false; readonly revision: number; readonly isSealed: boolean };

/**
 * Takes the lease, if a bundle is wanted and nobody else makes one. Without a revision, a mark in the row has whoever builds begin another
 * bundle after this moment.
 */
const begin = ({ serverId, revision, replaces }: ResealRequest, lease: string): Promise<Begun> =>
  untilWritten(async () => {
    const server = await sealable(serverId);
    const next = server.version + 1;
    if (revision !== undefined && isSealed(server, revision)) return { builds: false, revision, isSealed: true };
    if (isBeingSealed(server) && server.sealing?.id !== replaces) {
      if (revision === undefined) await updateServerFromPipeline(serverId, server.version, { unsealed: next });
      return { builds: false, revision: revision ?? next, isSealed: false };
    }
    const change = { unsealed: marked(server) ?? next, ...held(lease) };
    await updateServerFromPipeline(serverId, server.version, change);
    return {
      builds: true,
      revision: revision ?? next,
      row: { ...server, ...change, version: next },
      isUntold: server.unsealed !== undefined,
    };
  });

/** The mark of earlier versions says nothing about when. */
const marked = ({ unsealed, version }: ServerRow) => (unsealed === true ? version : unsealed);

const held = (id: string) => ({ sealing: { id, until: Date.now() + LEASE_MS } });

/** Throws PhaseFailure when no bundle of the server may be made now. */
async function sealable(serverId: string): Promise<ServerRow> {
  const server = await readServer(serverId);
  if (!server || server.status === 'deleting') throw new PhaseFailure('server_missing', 'The server was deleted.');
  if (server.deploying) {
    throw new PhaseFailure(
      'deployment_running',
      'A deployment of this server is running. Repeat the change when it has ended.',
    );
  }
  if (!server.bundle) throw new PhaseFailure('server_not_deployed', 'The server was never deployed. Deploy it first.');
  return server;
}

/**
 * Makes bundles until the live one has every stored change, then gives the lease back. True when the changes that were stored at the
 * beginning are live.
 */
async function build(lease: string, begun: { row: ServerRow; isUntold: boolean }): Promise<boolean> {
  const until = Date.now() + BEGINS_FOR_MS;
  let { row, isUntold } = begun;
  let refused = 0;
  let isLive = false;
  for (;;) {
    try {
      await makeLive(row, lease, isUntold);
      refused = 0;
      isLive = true;
    } catch (error) {
      // The first changes are live: what is refused then are later ones, whose makers are told by the row.
      if (isLive && isOver(error)) return true;
      const left = await afterRefusal(row, lease, error, ++refused < MOST_REFUSED && Date.now() < until);
      if (!left && isLive) return true;
      if (!left) throw error;
      row = left;
      continue;
    }
    const left = await afterSwitch(row, lease, Date.now() < until);
    if (!left) return true;
    row = left;
    isUntold = true;
  }
}

/**
 * Makes a bundle of the row and the stored tools live. The row was read before the tools, and whoever changes either afterwards marks the
 * row again: the bundle may have such a change, and the next one has it for certain.
 */
async function makeLive(row: ServerRow, lease: string, isUntold: boolean): Promise<void> {
  const { serverId } = row;
  const before = row.bundle as BundleRef;
  const isToolset = membersOf(row) !== undefined;
  const { section, governance, rows: tools } = isToolset ? await composed(row) : await ownBundle(row, before);
  await checkPolicies(section.policies, isToolset ? section.tools : tools);
  const bundle = await governedBundle(section, governance);
  const sealed = await sealBundle(bundle);
  const { ref } = sealed;
  const isLive = ref.id === before.id;
  const surface = surfaceOf(section, tools);
  // An edited tag may be in no bundle.
  const isLocked = row.lockfileKey === lockfileKey(serverId, surface.digest);
  if (isLive && isLocked && !isUntold) return;
  if (!isLive) await storeSealed(serverId, sealed);
  const lock = isLocked ? {} : { lockfileKey: await locked(serverId, surface) };
  if (!isLive && !isToolset) await proveInSandbox(serverId, ref);
  const switched = await change(serverId, lease, ({ bundle: live }) => {
    const version = (live?.version ?? 0) + (live?.id === ref.id ? 0 : 1);
    return { bundle: { ...ref, version, tools: bundle.tools.length }, ...lock };
  });
  await announce(serverId, switched.bundle?.version ?? 0);
}

/** What a server that is no toolset makes of its stored tools. */
async function ownBundle(row: ServerRow, before: BundleRef): Promise<Composed> {
  const { serverId } = row;
  // The floor is read after whoever changes it has asked for this bundle.
  const [stored, settings] = await Promise.all([toolsOf(serverId), readSettings()]);
  const floor = floorAt(settings, row.project);
  const rows = heldTools(stored, row, floor);
  const checked = rows.some((tool) => tool.enabled && isUnchecked(tool)) ? await sealedSchemas(serverId, before) : [];
  const section = buildSandboxSection(heldPlaces(row, floor), rows, checked);
  return { section, governance: heldGovernance(effectiveGovernance(settings.governance, row.governance), floor), rows };
}

/** Records what is live. If more was stored meanwhile, returns the row to make the next bundle of; otherwise gives the lease back. */
async function afterSwitch(built: ServerRow, lease: string, goesOn: boolean): Promise<ServerRow | undefined> {
  const { version: sealed } = built;
  let isDone = true;
  const row = await change(built.serverId, lease, ({ unsealed }) => {
    isDone = unsealed === built.unsealed;
    if (isDone) return { sealed, unsealed: null, sealing: null, unsealable: null };
    return { sealed, unsealable: null, ...(goesOn ? held(lease) : { sealing: null }) };
  }).catch((error: unknown) => {
    // The bundle is live. A deployment that has begun since has the later changes, too.
    if (!isOver(error)) throw error;
    return undefined;
  });
  return isDone || !goesOn ? undefined : row;
}

/** If more was stored meanwhile, which may mend it, returns the row to try again with; otherwise gives the lease back and says why in the row. */
async function afterRefusal(built: ServerRow, lease: string, error: unknown, goesOn: boolean) {
  let isNew = false;
  const row = await change(built.serverId, lease, ({ unsealed, version }) => {
    isNew = goesOn && error instanceof PortcullisError && unsealed !== built.unsealed;
    if (isNew) return held(lease);
    if (!(error instanceof PortcullisError)) return { sealing: null };
    return { sealing: null, unsealable: { version, ...whyNot(error) } };
  }).catch((failure: unknown) => {
    // Why the bundle was refused: there is no such server any more, for example.
    if (isOver(failure)) throw failure;
    logWarning('lease_kept', { serverId: built.serverId, reason: reasonOf(failure) });
    return undefined;
  });
  return isNew ? row : undefined;
}

/** Why no bundle can be made, and of which tool, for those that wait with a change of another one. */
function whyNot({ code, message, context }: PortcullisError) {
  const { tool } = context;
  return { code, message, ...(typeof tool === 'string' && { tool }) };
}

/** Another invocation builds: this one was taken for dead. */
const TAKEN = 'sealing_taken';
const OVER = new Set([TAKEN, 'deployment_running', 'server_missing']);
const isOver = (error: unknown): error is PhaseFailure => error instanceof PhaseFailure && OVER.has(error.code);

/** Changes the row while the lease is held; returns it as it is then. */
const change = (serverId: string, lease: string, decide: (row: ServerRow) => PipelineChange): Promise<ServerRow> =>
  untilWritten(async () => {
    const row = await sealable(serverId);
    if (row.sealing?.id !== lease) throw new PhaseFailure(TAKEN, 'Another invocation publishes this server.');
    const made = decide(row);
    await updateServerFromPipeline(serverId, row.version, made);
    const entries = Object.entries({ ...row, ...made, version: row.version + 1 });
    return Object.fromEntries(entries.filter(([, value]) => value !== null)) as unknown as ServerRow;
  });

/** Of the server that this instance has sealed last: whoever edits one tool edits others. */
const lastRead: ReadTools = new Map();

/** A query reads page by page: of two tools that swap a name meanwhile, both may be found with it. */
async function toolsOf(serverId: string): Promise<Tool[]> {
  const tools = await listToolsAgain(serverId, lastRead);
  const isMixed = new Set(tools.map(({ name }) => name.toLowerCase())).size < tools.length;
  return isMixed ? listToolsAgain(serverId, lastRead) : tools;
}

/** The input schemas of the live bundle, which were compiled when it was sealed. Without it, all are compiled again. */
async function sealedSchemas(serverId: string, live: BundleRef): Promise<JsonSchema[]> {
  const schemas: JsonSchema[] = [];
  try {
    for await (const tools of loadTools(await loadHead(serverId, live), live)) {
      for (const { inputSchema } of tools) schemas.push(inputSchema);
    }
  } catch (error) {
    logWarning('live_bundle_unread', { serverId, reason: reasonOf(error) });
  }
  return schemas;
}

const locked = async (serverId: string, surface: Surface): Promise<string> =>
  storeLockfile(serverId, surface, await sign(lockfileText(serverId, surface.digest)));
