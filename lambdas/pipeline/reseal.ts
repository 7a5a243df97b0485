/**
 * Seals a new bundle from the stored rows, after an edit of tools, settings or governance: the code of the phases in one function,
 * without a deployment. Expected failures are returned as `{error}`, and nothing is changed.
 */

import { loadBundle, sealBundle } from '../../aws/bundles.ts';
import { WriteConflict } from '../../aws/errors.ts';
import type { Refusal, ResealAnswer } from '../../aws/invoke.ts';
import { sign } from '../../aws/keys.ts';
import { logWarning, reasonOf } from '../../aws/log.ts';
import '../../aws/privateNetwork.ts';
import { readServer, updateServerFromPipeline } from '../../aws/tables/servers.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import { listTools } from '../../aws/tables/tools.ts';
import { untilWritten } from '../../aws/untilWritten.ts';
import { buildSandboxSection, withGovernance } from '../../core/bundle/build.ts';
import { lockfileKey, lockfileText, type Surface, surfaceOf } from '../../core/bundle/lockfile.ts';
import { PortcullisError } from '../../core/errors.ts';
import { effectiveGovernance } from '../../core/governance/settings.ts';
import type { JsonSchema } from '../../core/json/value.ts';
import type { BundleRef } from '../../core/request/call.ts';
import { PhaseFailure } from './errors.ts';
import { announce, proveInSandbox, storedFor, storeLockfile, storeSealed } from './publish.ts';

const ATTEMPTS = 8;

/** Seals the stored rows and makes the bundle live. */
export async function handler({ serverId }: { serverId: string }): Promise<ResealAnswer | Refusal> {
  try {
    return await storedFor(serverId, () => reseal(serverId));
  } catch (error) {
    if (error instanceof PortcullisError) return { error: { code: error.code, message: error.message } };
    throw error;
  }
}

/**
 * The server row's version is read before the tools and is the condition of the switch: of two simultaneous edits the later switch
 * includes both, and the other reads again. It also removes `unsealed` from the row, which the edit has set.
 */
async function reseal(serverId: string): Promise<ResealAnswer> {
  let writing: number | undefined;
  const attempt = async (count: number): Promise<ResealAnswer> => {
    writing = undefined;
    const server = await readServer(serverId);
    if (!server || server.status === 'deleting') throw new PhaseFailure('server_missing', 'The server was deleted.');
    if (server.deploying) {
      throw new PhaseFailure(
        'deployment_running',
        'A deployment of this server is running. Repeat the change when it has ended.',
      );
    }
    if (!server.bundle)
      throw new PhaseFailure('server_not_deployed', 'The server was never deployed. Deploy it first.');
    const [tools, settings, checked] = await Promise.all([
      listTools(serverId),
      readSettings(),
      sealedSchemas(serverId, server.bundle),
    ]);
    const section = buildSandboxSection(server, tools, checked);
    const bundle = withGovernance(section, effectiveGovernance(settings.governance, server.governance));
    const { ref, bytes } = await sealBundle(bundle);
    const isLive = ref.id === server.bundle.id;
    const surface = surfaceOf(section, tools);
    // An edited tag may be in no bundle.
    const isLocked = server.lockfileKey === lockfileKey(serverId, surface.digest);
    const version = server.bundle.version + (isLive ? 0 : 1);
    const answer = { bundle: { ...ref, version, tools: bundle.tools.length } };
    if (isLive && !server.unsealed) {
      // It may find its own switch, whose response was lost, and which has not been announced yet.
      if (count > 1) await announce(serverId, version);
      return answer;
    }
    writing = server.version;
    if (!isLive) await storeSealed(serverId, ref, bytes);
    const lock = isLocked ? {} : { lockfileKey: await locked(serverId, surface) };
    if (!isLive) await proveInSandbox(serverId, ref);
    await updateServerFromPipeline(serverId, server.version, {
      ...(!isLive && answer),
      ...lock,
      unsealed: null,
    });
    await announce(serverId, version);
    return answer;
  };
  // Another writer came between. It may have deleted the server, and with it what the sandbox was to load.
  const isConflict = async (error: unknown): Promise<boolean> =>
    writing !== undefined && (error instanceof WriteConflict || (await readServer(serverId))?.version !== writing);
  return untilWritten(attempt, { attempts: ATTEMPTS, isConflict });
}

/** The input schemas of the live bundle, which were compiled when it was sealed. Without it, all are compiled again. */
async function sealedSchemas(serverId: string, live: BundleRef): Promise<JsonSchema[]> {
  const bundle = await loadBundle(serverId, live).catch((error: unknown) => {
    logWarning('live_bundle_unread', { serverId, reason: reasonOf(error) });
    return undefined;
  });
  return bundle?.tools.map(({ inputSchema }) => inputSchema) ?? [];
}

const locked = async (serverId: string, surface: Surface): Promise<string> =>
  storeLockfile(serverId, surface, await sign(lockfileText(serverId, surface.digest)));
