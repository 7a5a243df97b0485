/** How two versions of a server differ, and what a roll back to one would make. The function Prepare makes it, from all tools of both. */
import { readDeployment } from '../../../aws/tables/deployments.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import { readVersion, type Version, versionMissing } from '../../../aws/versions.ts';
import type { StillReading } from '../../../core/api/reading.ts';
import type { AnswerOf, QueryOf } from '../../../core/api/routes/index.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { DeploymentRow } from '../../../core/model/deployment.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import type { Tool } from '../../../core/model/tool.ts';
import { buildSandboxSection } from '../../../core/tools/bundle/build.ts';
import { surfaceOf } from '../../../core/tools/bundle/lockfile.ts';
import { checkSameOrigin, compareTools } from '../../../core/tools/versions.ts';
import { notFound } from '../http/errors.ts';
import type { Making } from '../serverRow/prepared.ts';
import { comparedSurfaces, liveSurface } from '../serverRow/surface.ts';

/** The answer of `compareVersions`. */
export async function makeComparison(
  server: ServerRow,
  { query: { from, to }, tell }: Making<QueryOf<'compareVersions'>>,
): Promise<Exclude<AnswerOf<'compareVersions'>, StillReading>> {
  const before = await versionOf(server, from);
  const after = await versionOf(server, to);
  await tell(1);
  const compared = changesView(compareTools(before.tools, after.tools));
  await tell(2);
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...compared,
    ...(before.baseUrl !== after.baseUrl && { baseUrl: { from: before.baseUrl, to: after.baseUrl } }),
    ...(to && !from && { rollback: await lookAhead({ server, tools: before.tools }, after) }),
  };
}

/** A comparison as the API returns it. */
export const changesView = ({ diff, changes, more }: ReturnType<typeof compareTools>) => ({
  diff,
  changes: [...changes],
  more,
});

/** Throws `…_not_found`. */
export async function knownDeployment(serverId: string, deploymentId: string): Promise<DeploymentRow> {
  const row = await readDeployment(serverId, deploymentId);
  if (!row) throw notFound('deployment');
  return row;
}

/** Where the tools of a deployment are kept. Throws `…_not_found`, PortcullisError `version_missing`. */
export async function keptBy(serverId: string, deploymentId: string) {
  const { kept } = await knownDeployment(serverId, deploymentId);
  if (!kept) throw versionMissing();
  return kept;
}

/** Without `deploymentId`: the tools as stored now. Throws `…_not_found`, or PortcullisError `version_missing`. */
async function versionOf({ serverId, baseUrl }: ServerRow, deploymentId: string | undefined): Promise<Version> {
  if (!deploymentId) return { baseUrl, tools: await listTools(serverId) };
  return readVersion(serverId, await keptBy(serverId, deploymentId));
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
