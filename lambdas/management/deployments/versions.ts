/**
 * Versions: what a deployment changed, the comparison of any two, and the preview of a rollback, which the function Prepare makes
 * (comparison.ts). The pipeline does the sealing; the preview says what it would result in.
 */
import { readChanges, readVersion, versionMissing } from '../../../aws/versions.ts';
import type { DeploymentRow } from '../../../core/model/deployment.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { checkSameOrigin } from '../../../core/tools/versions.ts';
import type { HandlersOf } from '../http/request.ts';
import { checkOwnTools, knownServer } from '../serverRow/load.ts';
import { prepared } from '../serverRow/prepared.ts';
import { changesView, keptBy, knownDeployment } from './comparison.ts';

/** Handlers that compare versions. */
export const versions: HandlersOf<'getDeploymentChanges' | 'compareVersions'> = {
  getDeploymentChanges: async ({ params }) => {
    await knownServer(params.id);
    await knownDeployment(params.id, params.deploymentId);
    const changes = await readChanges(params.id, params.deploymentId);
    if (!changes) throw versionMissing();
    return changesView(changes);
  },

  compareVersions: async ({ params, query }) => {
    const server = await knownServer(params.id);
    // What is not there is said at once.
    const named = [query.from, query.to].filter((id) => id !== undefined);
    if (query.reading === undefined) await Promise.all(named.map((id) => keptBy(params.id, id)));
    return prepared('compareVersions', server, { query });
  },
};

/** What a rollback to this deployment restores. Throws Refused `of_members` for a toolset, what `keptBy` throws, and PortcullisError `version_elsewhere`. */
export async function rollback(server: ServerRow, deploymentId: string): Promise<DeploymentRow['restores']> {
  checkOwnTools(server);
  const kept = await keptBy(server.serverId, deploymentId);
  checkSameOrigin((await readVersion(server.serverId, kept)).baseUrl, server.baseUrl);
  return { ...kept, rollbackTo: deploymentId };
}
