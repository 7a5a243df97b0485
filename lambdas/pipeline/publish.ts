/**
 * Makes a sealed bundle live, for the distribute phase and for reseal: it is stored, loaded once in the real sandbox, and only then named
 * in the server's row.
 */

import { requireEnvironment } from '../../aws/lib/environment.ts';
import { logWarning, reasonOf } from '../../aws/lib/log.ts';
import { untilWritten } from '../../aws/lib/untilWritten.ts';
import { removeLate, removeSuperseded, storeEverywhere } from '../../aws/regions/bundles.ts';
import { edgeRegions } from '../../aws/regions/edges.ts';
import { publishToolsChanged, publishToolsChangedIn } from '../../aws/regions/push.ts';
import { bundleArrived } from '../../aws/regions/replicas.ts';
import type { SealedForm } from '../../aws/services/bundles.ts';
import { requestReseal } from '../../aws/services/invoke.ts';
import { writeJson } from '../../aws/services/objects.ts';
import { callSandbox } from '../../aws/services/sandbox.ts';
import { type PipelineChange, readServer, updateServerFromPipeline } from '../../aws/tables/servers.ts';
import { toolsetsWith } from '../../aws/tables/toolsets.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import type { BundleRef } from '../../core/model/bundle.ts';
import type { ServerRow } from '../../core/model/server.ts';
import { type Lockfile, lockfileKey, type Surface } from '../../core/tools/bundle/lockfile.ts';
import { PhaseFailure } from './errors.ts';

/** Stores the bundle in every region, before anything refers to it. Throws PortcullisError `region_unreachable`. */
export const storeSealed = (serverId: string, sealed: SealedForm): Promise<void> => storeEverywhere(serverId, sealed);

/**
 * Deletes versions that nothing refers to any more (aws/regions/bundles.ts), for a deployment that holds the server. What cannot be
 * deleted now is deleted by a later deployment.
 */
export async function sweep({ serverId, bundle }: ServerRow, next: BundleRef): Promise<void> {
  if (!bundle) return;
  await removeSuperseded(serverId, bundle.id, next.id).catch((error: unknown) =>
    logWarning('sweep_failed', { serverId, reason: reasonOf(error) }),
  );
}

/**
 * Runs `publish`. If the server was deleted meanwhile, what was stored for it is removed before the error is thrown, as nothing else
 * would remove it.
 */
export async function storedFor<T>(
  serverId: string,
  publish: () => Promise<T>,
  removeMore?: (serverId: string) => Promise<void>,
): Promise<T> {
  try {
    return await publish();
  } catch (error) {
    const server = await readServer(serverId);
    if (!server || server.status === 'deleting') await Promise.all([removeLate(serverId), removeMore?.(serverId)]);
    throw error;
  }
}

/** Stores the lockfile and returns its key; equal surfaces share one object. */
export async function storeLockfile(serverId: string, { digest, ...surface }: Surface, mac: string): Promise<string> {
  const key = lockfileKey(serverId, digest);
  const lockfile: Lockfile = { format: 2, serverId, surface: digest, ...surface, mac };
  await writeJson(requireEnvironment('BUCKET_BUNDLES'), key, lockfile);
  return key;
}

/** Has the real sandbox load, verify and compile the bundle. Throws PhaseFailure `sandbox_refused`. */
export async function proveInSandbox(serverId: string, bundle: BundleRef): Promise<void> {
  try {
    await callSandbox({ kind: 'probe', serverId, bundle }, { signal: AbortSignal.timeout(LIMITS.callMs) });
  } catch (error) {
    const reason = error instanceof PortcullisError ? `${error.code}: ${error.message}` : 'it did not answer';
    throw new PhaseFailure('sandbox_refused', `The sandbox could not load the new version (${reason}).`, {
      cause: error,
    });
  }
}

/**
 * Writes the change that `decide` makes of the server's row, again when another writer came between. `decide` returns undefined when
 * there is nothing to do.
 */
export async function flipServer(
  serverId: string,
  decide: (server: ServerRow) => PipelineChange | undefined,
): Promise<ServerRow> {
  return untilWritten(async () => {
    const server = await readServer(serverId);
    if (!server || server.status === 'deleting')
      throw new PhaseFailure('deployment_superseded', 'The server was deleted.');
    const change = decide(server);
    if (change) await updateServerFromPipeline(serverId, server.version, change);
    return server;
  });
}

/**
 * Announces the new version to live clients, in other regions once the new row has arrived there. A lost message only delays them, so a
 * failed push never fails a deployment. `version`: of the bundle.
 */
export async function announce(serverId: string, version: number): Promise<void> {
  const tell = async (publish: Promise<void>) => {
    try {
      await publish;
    } catch (error) {
      logWarning('push_failed', { serverId, reason: reasonOf(error) });
    }
  };
  await Promise.all([
    tell(publishToolsChanged(serverId)),
    ...edgeRegions().map(async (edge) => {
      await bundleArrived(edge, serverId, version);
      await tell(publishToolsChangedIn(edge, serverId));
    }),
  ]);
}

/**
 * Has the toolsets with this server composed anew, each by an invocation of its own, so that many take no longer than one. A lost request
 * only delays a list, as a call looks at the member's row in any case; it never fails a deployment.
 */
export async function recompose(serverId: string): Promise<void> {
  try {
    const toolsets = await toolsetsWith(serverId);
    await Promise.all(toolsets.map((toolset) => requestReseal({ serverId: toolset.serverId, waits: true })));
  } catch (error) {
    logWarning('toolsets_not_recomposed', { serverId, reason: reasonOf(error) });
  }
}
