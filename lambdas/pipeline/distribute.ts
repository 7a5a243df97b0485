/**
 * Phase 4: stores the bundle, loads it once in the real sandbox, writes the tools and switches the server's row to the new version.
 * Before the switch the live version is untouched; after it, repeating the phase changes nothing. Versions that nothing refers to any
 * more are deleted first.
 */
import { type SealedForm, sealedForm } from '../../aws/services/bundles.ts';
import { requestReseal } from '../../aws/services/invoke.ts';
import { changeDeployment, listLiveDeployments } from '../../aws/tables/deployments.ts';
import { storeTools } from '../../aws/tables/tools.ts';
import { toolsBefore } from '../../aws/undo.ts';
import { keepChanges, keepVersion, removeVersions, sweepVersions } from '../../aws/versions.ts';
import { isoNow } from '../../core/lib/ids.ts';
import type { KeptVersion } from '../../core/model/deployment.ts';
import { membersOf } from '../../core/model/server.ts';
import type { Tool } from '../../core/model/tool.ts';
import { type Surface, surfaceOf } from '../../core/tools/bundle/lockfile.ts';
import { isSameContent } from '../../core/tools/content.ts';
import type { MergeResult } from '../../core/tools/merge.ts';
import { compareTools } from '../../core/tools/versions.ts';
import { PhaseFailure } from './errors.ts';
import { count, type PhaseInput, type PhaseOutput, phase } from './phase.ts';
import {
  announce,
  flipServer,
  proveInSandbox,
  recompose,
  storedFor,
  storeLockfile,
  storeSealed,
  sweep,
} from './publish.ts';
import { type Staged, staged } from './staging.ts';

/** Phase 4. Idempotent. */
export const handler = phase('distribute', async (input) => {
  const { serverId } = input;
  const [{ bundle, ref, surface, lockfileMac, floor = 0 }, stagedTools] = await Promise.all([
    staged(input, 'sealed'),
    staged(input, 'tools'),
  ]);
  const rows = bundle.toolset ? ((await staged(input, 'section')).composed?.rows ?? []) : stagedTools.tools;
  const signed = surfaceOf(bundle, rows);
  const sealed = sealedForm(bundle);
  if (sealed.id !== ref.id || signed.digest !== surface)
    throw new PhaseFailure('bundle_unavailable', 'The prepared version was altered. Deploy again.');
  return storedFor(
    serverId,
    () => publish(input, { sealed, enabled: bundle.tools.length, ref, signed, lockfileMac, floor }, stagedTools),
    removeVersions,
  );
});

/** What is published beside the stored tools. */
interface Publication {
  readonly sealed: SealedForm;
  /** Number of tools that clients see. */
  readonly enabled: number;
  readonly signed: Surface;
  /** Version of the floor that it is within. */
  readonly floor: number;
}

async function publish(
  input: PhaseInput,
  { sealed, enabled, ref, signed, lockfileMac, floor }: Pick<Staged['sealed'], 'ref' | 'lockfileMac'> & Publication,
  { name, baseUrl, about, importDigest, tools, removed }: Staged['tools'],
): Promise<PhaseOutput> {
  const { serverId, deploymentId } = input;
  if (input.server.deploying === deploymentId) await sweep(input.server, ref);
  await storeSealed(serverId, sealed);
  const lockfile = await storeLockfile(serverId, signed, lockfileMac);
  if (!membersOf(input.server)) await proveInSandbox(serverId, ref);
  const before = (await toolsBefore(input)) ?? [];
  // A toolset has no tools that could be restored: it lists what its members have now.
  const version = membersOf(input.server) ? {} : await keepVersions(input, before, { baseUrl, tools });
  // If the phase is repeated after the switch, the server is released already, and people may be editing its tools.
  if (input.kind !== 'manual' && input.server.deploying === deploymentId) {
    await storeTools(input, changedSince(before, tools), removed);
  }
  let number = 1;
  let isBehind = false;
  await flipServer(serverId, (server) => {
    isBehind = (server.floor?.version ?? 0) > floor;
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
      bundle: { ...ref, version: number, tools: enabled },
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
  // The floor, or a member of a toolset, was changed while this was made; whoever changes it later finds a server that is not being deployed.
  if (isBehind || membersOf(input.server)) await requestReseal({ serverId, waits: true });
  await recompose(serverId);
  return {
    detail: `live with ${count(enabled, 'tool')}`,
    record: { status: 'live', finishedAt: isoNow(), ...version },
  };
}

/** The tools that are not stored yet as they are: writing 20,000 takes a minute, and a re-import changes few of them. */
function changedSince(before: readonly Tool[], tools: readonly Tool[]): Tool[] {
  const stored = new Map(before.map((tool) => [tool.toolId, tool]));
  return tools.filter((tool) => {
    const row = stored.get(tool.toolId);
    return row === undefined || row.version !== tool.version || !isSameContent(row, tool);
  });
}

/**
 * Stores the version that this deployment makes live and what it changes. Also stores the previous version again, with the edits made
 * since, so that a rollback to it loses none of them.
 */
async function keepVersions(
  input: PhaseInput,
  before: readonly Tool[],
  after: Pick<Staged['tools'], 'baseUrl' | 'tools'>,
): Promise<{ readonly kept: KeptVersion; readonly diff: MergeResult['diff'] }> {
  const { serverId, deploymentId, server, deployment } = input;
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
