/**
 * Phase 4: the bundle is stored, loaded once through the real sandbox, the tools are written and the server row flips to
 * the new version. Up to the flip the live version is untouched; after it, repeating the phase changes nothing. Versions that
 * nothing names any more are deleted first.
 */
import { gzipSync } from 'node:zlib';
import { changeDeployment, listLiveDeployments } from '../../aws/tables/deployments.ts';
import { storeTools } from '../../aws/tables/tools.ts';
import { toolsBefore } from '../../aws/undo.ts';
import { keepChanges, keepVersion, removeVersions, sweepVersions } from '../../aws/versions.ts';
import { isoNow } from '../../core/ids.ts';
import { canonicalJson, sha256 } from '../../core/json/canonical.ts';
import type { KeptVersion } from '../../core/records.ts';
import type { MergeResult } from '../../core/tools/merge.ts';
import { compareTools } from '../../core/tools/versions.ts';
import { PhaseFailure } from './errors.ts';
import { count, type PhaseInput, type PhaseOutput, phase } from './phase.ts';
import { announce, flipServer, proveInSandbox, storedFor, storeLockfile, storeSealed, sweep } from './publish.ts';
import { type Staged, staged } from './staging.ts';

/** Phase 4. Idempotent. */
export const handler = phase('distribute', async (input) => {
  const { serverId } = input;
  const [{ bundle, ref, surface, lockfileMac }, { name, baseUrl, tools, removed }] = await Promise.all([
    staged(input, 'sealed'),
    staged(input, 'tools'),
  ]);
  if (sha256(canonicalJson(bundle)) !== ref.id)
    throw new PhaseFailure('bundle_unavailable', 'The staged bundle was altered. Deploy again.');
  return storedFor(
    serverId,
    () => publish(input, { bundle, ref, surface, lockfileMac }, { name, baseUrl, tools, removed }),
    removeVersions,
  );
});

async function publish(
  input: PhaseInput,
  { bundle, ref, surface, lockfileMac }: Staged['sealed'],
  { name, baseUrl, tools, removed }: Staged['tools'],
): Promise<PhaseOutput> {
  const { serverId, deploymentId } = input;
  if (input.server.deploying === deploymentId) await sweep(input.server, ref);
  await storeSealed(serverId, ref, gzipSync(canonicalJson(bundle)));
  const lockfile = await storeLockfile(bundle, surface, lockfileMac);
  await proveInSandbox(serverId, ref);
  const version = await keepVersions(input, { baseUrl, tools });
  // Repeated after the flip, it finds the server released, and its tools are people's to edit again.
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
      bundle: { ...ref, version: number, tools: bundle.tools.length },
      lockfileKey: lockfile,
      status: server.status === 'offline' ? 'offline' : 'live',
      deploying: null,
      unsealed: null,
    };
  });
  await announce(serverId, number);
  return {
    detail: `live with ${count(bundle.tools.length, 'tool')}`,
    record: { status: 'live', finishedAt: isoNow(), ...version },
  };
}

/**
 * Keeps what this deployment makes live and what it changes; and of the one before what it has come to, with the edits that were made since,
 * so that rolling back to it loses none of them.
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
  // Repeated after the flip, the stored tools are those of this version, and others may be holding the server.
  if (server.deploying === deploymentId) {
    const lived = await listLiveDeployments(serverId);
    const [previous] = lived;
    if (previous) {
      const left = await keepVersion(serverId, { baseUrl: server.baseUrl, tools: before });
      await changeDeployment(serverId, previous.deploymentId, (row) => ({ ...row, kept: left }));
      lived[0] = { ...previous, kept: left };
    }
    await sweepVersions(lived, { ...deployment, kept });
  }
  // An import has counted its own, of the imported tools alone.
  return { kept, diff: deployment.diff ?? comparison.diff };
}
