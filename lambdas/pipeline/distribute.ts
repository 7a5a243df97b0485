/**
 * Phase 4: the bundle is stored, loaded once through the real sandbox, the tools are written and the server row flips to
 * the new version. Up to the flip the live version is untouched; after it, repeating the phase changes nothing. Versions that
 * nothing names any more are deleted first.
 */
import { gzipSync } from 'node:zlib';
import { storeTools } from '../../aws/tables/tools.ts';
import { canonicalJson, sha256 } from '../../core/bundle/canonical.ts';
import { isoNow } from '../../core/ids.ts';
import { PhaseFailure } from './errors.ts';
import { count, type PhaseInput, type PhaseOutput, phase } from './phase.ts';
import { announce, flipServer, proveInSandbox, storedFor, storeLockfile, storeSealed, sweep } from './publish.ts';
import { type Staged, staged } from './staging.ts';

export const handler = phase('distribute', async (input) => {
  const { serverId } = input;
  const [{ bundle, ref, surface, lockfileMac }, { name, baseUrl, tools, removed }] = await Promise.all([
    staged(input, 'sealed'),
    staged(input, 'tools'),
  ]);
  if (sha256(canonicalJson(bundle)) !== ref.id)
    throw new PhaseFailure('bundle_unavailable', 'The staged bundle was altered. Deploy again.');
  return storedFor(serverId, () =>
    publish(input, { bundle, ref, surface, lockfileMac }, { name, baseUrl, tools, removed }),
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
  // Repeated after the flip, it finds the server released, and its tools are people's to edit again.
  if (input.kind === 'import' && input.server.deploying === deploymentId) await storeTools(input, tools, removed);
  let version = 1;
  await flipServer(serverId, (server) => {
    version = (server.bundle?.version ?? 0) + 1;
    if (server.deploying !== deploymentId) {
      if (server.bundle?.id === ref.id) {
        version = server.bundle.version;
        return undefined;
      }
      throw new PhaseFailure('deployment_superseded', 'Another deployment has taken over the server.');
    }
    return {
      name,
      baseUrl,
      bundle: { ...ref, version, tools: bundle.tools.length },
      lockfileKey: lockfile,
      status: server.status === 'offline' ? 'offline' : 'live',
      deploying: null,
      unsealed: null,
    };
  });
  await announce(serverId, version);
  return {
    detail: `live with ${count(bundle.tools.length, 'tool')}`,
    record: { status: 'live', finishedAt: isoNow() },
  };
}
