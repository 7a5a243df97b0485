/**
 * Phase 4: stores the bundle, loads it once in the real sandbox, writes the tools and switches the server's row to the new version.
 * Before the switch the live version is untouched; after it, repeating the phase changes nothing. Versions that nothing refers to any
 * more are deleted first.
 */
import { gzipSync } from 'node:zlib';
import { changeDeployment, listLiveDeployments } from '../../aws/tables/deployments.ts';
import { storeTools } from '../../aws/tables/tools.ts';
import { toolsBefore } from '../../aws/undo.ts';
import { keepChanges, keepVersion, removeVersions, sweepVersions } from '../../aws/versions.ts';
import { isoNow } from '../../core/lib/ids.ts';
import { canonicalJson, sha256 } from '../../core/lib/json/canonical.ts';
import type { KeptVersion } from '../../core/model/deployment.ts';
import { type Surface, surfaceOf } from '../../core/tools/bundle/lockfile.ts';
import type { MergeResult } from '../../core/tools/merge.ts';
import { compareTools } from '../../core/tools/versions.ts';
import { PhaseFailure } from './errors.ts';
import { count, type PhaseInput, type PhaseOutput, phase } from './phase.ts';
import { announce, flipServer, proveInSandbox, storedFor, storeLockfile, storeSealed, sweep } from './publish.ts';
import { type Staged, staged } from './staging.ts';

/** Phase 4. Idempotent. */
export const handler = phase('distribute', async (input) => {
  const { serverId } = input;
  const [{ bundle, ref, surface, lockfileMac }, stagedTools] = await Promise.all([
    staged(input, 'sealed'),
    staged(input, 'tools'),
  ]);
  const signed = surfaceOf(bundle, stagedTools.tools);
  if (sha256(canonicalJson(bundle)) !== ref.id || signed.digest !== surface)
    throw new PhaseFailure('bundle_unavailable', 'The staged bundle was altered. Deploy again.');
  return storedFor(serverId, () => publish(input, { bundle, ref, signed, lockfileMac }, stagedTools), removeVersions);
});

async function publish(
  input: PhaseInput,
  { bundle, ref, signed, lockfileMac }: Omit<Staged['sealed'], 'surface'> & { readonly signed: Surface },
  { name, baseUrl, about, importDigest, tools, removed }: Staged['tools'],
): Promise<PhaseOutput> {
  const { serverId, deploymentId } = input;
  if (input.server.deploying === deploymentId) await sweep(input.server, ref);
  await storeSealed(serverId, ref, gzipSync(canonicalJson(bundle)));
  const lockfile = await storeLockfile(serverId, signed, lockfileMac);
  await proveInSandbox(serverId, ref);
  const version = await keepVersions(input, { baseUrl, tools });
  // If the phase is repeated after the switch, the server is released already, and people may be editing its tools.
  if (input.kind !== 'manual' && input.server.deploying === deploymentId) await storeTools(input, tools, removed);
  let number = 1;
  await flipServer(serverId, (server) => {
    number = (server.bundle?.version ?? 0) + 1;
    if (server.deploying !== deploymentId) {
      if (server.bundle?.id === ref.id) {
        number = server.bundle.version;
        return undefined;
      }
      throw new PhaseFailure('deployment_superseded', 'Another deployment has taken over the server.');
    }
    return {
      name,
      baseUrl,
      ...(about && { about }),
      // The tools of a restored version may be of another description.
      ...(input.kind !== 'manual' && { importDigest: importDigest ?? null }),
      bundle: { ...ref, version: number, tools: bundle.tools.length },
      lockfileKey: lockfile,
      status: server.status === 'offline' ? 'offline' : 'live',
      deploying: null,
      stopped: null,
      unsealed: null,
      unsealable: null,
      sealing: null,
      sealed: server.version,
    };
  });
  await announce(serverId, number);
  return {
    detail: `live with ${count(bundle.tools.length, 'tool')}`,
    record: { status: 'live', finishedAt: isoNow(), ...version },
  };
}

/**
 * Stores the version that this deployment makes live and what it changes. Also stores the previous version again, with the edits made
 * since, so that a rollback to it loses none of them.
 */
async function keepVersions(
  input: PhaseInput,
  after: Pick<Staged['tools'], 'baseUrl' | 'tools'>,
): Promise<{ readonly kept: KeptVersion; readonly diff: MergeResult['diff'] }> {
  const { serverId, deploymentId, server, deployment } = input;
  const before = (await toolsBefore(input)) ?? [];
  const comparison = compareTools(before, after.tools);
  const kept = await keepVersion(serverId, after);
  await keepChanges(serverId, deploymentId, comparison);
  // If the phase is repeated after the switch, the stored tools are those of this version, and another deployment may hold the server.
  if (server.deploying === deploymentId) {
    const liveDeployments = await listLiveDeployments(serverId);
    const [previous] = liveDeployments;
    if (previous) {
      const left = await keepVersion(serverId, { baseUrl: server.baseUrl, tools: before });
      await changeDeployment(serverId, previous.deploymentId, (row) => ({ ...row, kept: left }));
      liveDeployments[0] = { ...previous, kept: left };
    }
    await sweepVersions(liveDeployments, { ...deployment, kept });
  }
  // An import has its own counts, of the imported tools only.
  return { kept, diff: deployment.diff ?? comparison.diff };
}
