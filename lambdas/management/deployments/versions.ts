/**
 * Versions: what a deployment changed, the comparison of any two, and the preview of a rollback. The pipeline does the sealing; the
 * preview says what it would result in.
 */
import { readDeployment } from '../../../aws/tables/deployments.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import { readChanges, readVersion, type Version, versionMissing } from '../../../aws/versions.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { DeploymentRow } from '../../../core/model/deployment.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool } from '../../../core/model/tool.ts';
import { buildSandboxSection } from '../../../core/tools/bundle/build.ts';
import { surfaceOf } from '../../../core/tools/bundle/lockfile.ts';
import { checkSameOrigin, compareTools } from '../../../core/tools/versions.ts';
import { notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { comparedSurfaces, liveSurface } from '../serverRow/surface.ts';

/** Handlers that compare versions. */
export const versions: HandlersOf<'getDeploymentChanges' | 'compareVersions'> = {
  getDeploymentChanges: async ({ params }) => {
    await knownServer(params.id);
    await knownDeployment(params.id, params.deploymentId);
    const changes = await readChanges(params.id, params.deploymentId);
    if (!changes) throw versionMissing();
    return changesView(changes);
  },

  compareVersions: async ({ params, query: { from, to } }) => {
    const server = await knownServer(params.id);
    const [before, after] = await Promise.all([versionOf(server, from), versionOf(server, to)]);
    return {
      ...(from && { from }),
      ...(to && { to }),
      ...changesView(compareTools(before.tools, after.tools)),
      ...(before.baseUrl !== after.baseUrl && { baseUrl: { from: before.baseUrl, to: after.baseUrl } }),
      ...(to && !from && { rollback: await lookAhead({ server, tools: before.tools }, after) }),
    };
  },
};

const changesView = ({ diff, changes, more }: ReturnType<typeof compareTools>) => ({
  diff,
  changes: [...changes],
  more,
});

/** Throws `…_not_found`. */
async function knownDeployment(serverId: string, deploymentId: string): Promise<DeploymentRow> {
  const row = await readDeployment(serverId, deploymentId);
  if (!row) throw notFound('deployment');
  return row;
}

/** Without `deploymentId`: the tools as stored now. Throws `…_not_found`, or PortcullisError `version_missing`. */
async function versionOf({ serverId, baseUrl }: ServerRow, deploymentId: string | undefined): Promise<Version> {
  if (!deploymentId) return { baseUrl, tools: await listTools(serverId) };
  return readVersion(serverId, await keptBy(serverId, deploymentId));
}

async function keptBy(serverId: string, deploymentId: string) {
  const { kept } = await knownDeployment(serverId, deploymentId);
  if (!kept) throw versionMissing();
  return kept;
}

/** What a rollback to this deployment restores. Throws what `versionOf` throws, and PortcullisError `version_elsewhere`. */
export async function rollback(server: ServerRow, deploymentId: string): Promise<DeploymentRow['restores']> {
  const kept = await keptBy(server.serverId, deploymentId);
  checkSameOrigin((await readVersion(server.serverId, kept)).baseUrl, server.baseUrl);
  return { ...kept, rollbackTo: deploymentId };
}

async function lookAhead(present: { server: ServerRow; tools: readonly Tool[] }, { baseUrl, tools }: Version) {
  const { server } = present;
  try {
    checkSameOrigin(baseUrl, server.baseUrl);
    const section = buildSandboxSection({ ...server, baseUrl }, tools);
    return await comparedSurfaces(surfaceOf(section, tools), present);
  } catch (error) {
    if (!(error instanceof PortcullisError)) throw error;
    const live = liveSurface(server);
    return { ...(live && { liveSurface: live }), obstacle: { code: error.code, message: error.message } };
  }
}
