/**
 * Seals a new bundle from the rows as they stand, after an edit of tools, settings or governance: the same code as the
 * phases, in one function and without a deployment. Expected failures are returned as `{error}`, and nothing is changed.
 */
import { sealBundle } from '../../aws/bundles.ts';
import { WriteConflict } from '../../aws/errors.ts';
import type { Refusal, ResealAnswer } from '../../aws/invoke.ts';
import { sign } from '../../aws/keys.ts';
import { readServer, updateServerFromPipeline } from '../../aws/tables/servers.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import { listTools } from '../../aws/tables/tools.ts';
import { buildSandboxSection, withGovernance } from '../../core/bundle/build.ts';
import { lockfileText, surfaceOf } from '../../core/bundle/lockfile.ts';
import { PortcullisError } from '../../core/errors.ts';
import { effectiveGovernance } from '../../core/governance/settings.ts';
import { PhaseFailure } from './errors.ts';
import { announce, proveInSandbox, storeLockfile, storeSealed } from './publish.ts';

const ATTEMPTS = 8;

export async function handler({ serverId }: { serverId: string }): Promise<ResealAnswer | Refusal> {
  try {
    return await reseal(serverId);
  } catch (error) {
    if (error instanceof PortcullisError) return { error: { code: error.code, message: error.message } };
    throw error;
  }
}

/**
 * The server row's version is read before the tools and is the condition of the flip, so of two edits at the same moment
 * the later flip has seen both; the loser reads again.
 */
async function reseal(serverId: string): Promise<ResealAnswer> {
  for (let attempt = 1; ; attempt++) {
    const server = await readServer(serverId);
    if (!server || server.status === 'deleting') throw new PhaseFailure('server_missing', 'The server is gone.');
    if (server.deploying) {
      throw new PhaseFailure(
        'deployment_running',
        'A deployment of this server is running. Repeat the change when it has ended.',
      );
    }
    if (!server.bundle)
      throw new PhaseFailure('server_not_deployed', 'The server was never deployed. Deploy it first.');
    const [tools, settings] = await Promise.all([listTools(serverId), readSettings()]);
    const section = buildSandboxSection(server, tools);
    const bundle = withGovernance(section, effectiveGovernance(settings.governance, server.governance));
    const { ref, bytes } = await sealBundle(bundle);
    const answer = { ...ref, tools: bundle.tools.length };
    if (ref.id === server.bundle.id) return { bundle: { ...answer, version: server.bundle.version } };

    await storeSealed(serverId, ref, bytes);
    const { digest } = surfaceOf(section);
    const lockfile = await storeLockfile(bundle, digest, await sign(lockfileText(serverId, digest)));
    await proveInSandbox(serverId, ref);
    const version = server.bundle.version + 1;
    try {
      await updateServerFromPipeline(serverId, server.version, {
        bundle: { ...ref, version, tools: bundle.tools.length },
        lockfileKey: lockfile,
      });
    } catch (error) {
      if (error instanceof WriteConflict && attempt < ATTEMPTS) continue;
      throw error;
    }
    await announce(serverId, version);
    return { bundle: { ...answer, version } };
  }
}
