/**
 * Deployments: starting and reading them, and the lockfile of the live one. When two are started at once, the server row's optimistic
 * lock lets one of them begin.
 */

import { auditItem } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { untilWritten } from '../../../aws/lib/untilWritten.ts';
import { readJson } from '../../../aws/services/objects.ts';
import { deploymentsAfter, newestDeployment, readDeployment } from '../../../aws/tables/deployments.ts';
import { beginDeployment } from '../../../aws/tables/servers.ts';
import { listTools } from '../../../aws/tables/tools.ts';
import { readVersion } from '../../../aws/versions.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import type { Person } from '../../../core/lib/person.ts';
import type { DeploymentKind, DeploymentRow } from '../../../core/model/deployment.ts';
import { isImported, isLocked, type ServerRow } from '../../../core/model/server.ts';
import type { Lockfile } from '../../../core/tools/bundle/lockfile.ts';
import { holdImportToken } from '../consents/importToken.ts';
import { notFound, Refused } from '../http/errors.ts';
import { pageOf } from '../http/page.ts';
import type { HandlersOf } from '../http/request.ts';
import { launch, newDeployment, settled } from '../serverRow/deploying.ts';
import { afterSealing, checkSealed, idleServer, knownServer } from '../serverRow/load.ts';
import { demandForDeployment } from '../serverRow/secondPerson.ts';
import { liveSurface } from '../serverRow/surface.ts';
import { deploymentView } from '../serverRow/views.ts';
import { rollback } from './versions.ts';

/** Deployments of a page. */
const PAGE = 100;

/** Handlers of the deployments' routes. */
export const deployments: HandlersOf<'createDeployment' | 'listDeployments' | 'getDeployment' | 'getLockfile'> = {
  createDeployment: async ({ params, body, actor }) => {
    const plan = async (server: ServerRow) => {
      const restores = body.rollbackTo
        ? await rollback(server, body.rollbackTo)
        : await unfinished(server, body.reimport);
      await demandForDeployment(server, {
        toolList: approvedSurface(server, body.approvedSurface),
        restored: restores && (() => restoredTools(server, restores)),
      });
      if (!restores && kindOf(server, body.reimport) === 'import') await holdImportToken(server, actor);
      return newDeployment({
        serverId: params.id,
        kind: restores ? 'restore' : kindOf(server, body.reimport),
        actor,
        ...(restores && { restores }),
        ...(body.approvedSurface && { approvedSurface: body.approvedSurface }),
      });
    };
    // A change that is being resealed may still be reverted, which is impossible once the deployment holds the server.
    const deployment = await afterSealing(() => begin(params.id, actor, plan));
    return deploymentView(await launch(deployment));
  },

  listDeployments: async ({ params, query }) => {
    await knownServer(params.id);
    const rows = deploymentsAfter(params.id, query.after, PAGE + 1);
    const { items, next } = await pageOf(rows, PAGE, async (row) => deploymentView(await settled(row)));
    return { items, ...(next && { next: next.deploymentId }) };
  },

  getDeployment: async ({ params }) => {
    const row = await readDeployment(params.id, params.deploymentId);
    if (row) return deploymentView(await settled(row));
    await knownServer(params.id);
    throw notFound('deployment');
  },

  getLockfile: async ({ params }) => {
    const { lockfileKey } = await knownServer(params.id);
    const lockfile = lockfileKey && (await readJson<Lockfile>(requireEnvironment('BUCKET_BUNDLES'), lockfileKey));
    if (!lockfile) throw notFound('lockfile');
    const { upstream, about, entries, members, ...signed } = lockfile;
    return {
      ...signed,
      ...(upstream && about && { upstream: { ...upstream }, about: JSON.parse(JSON.stringify(about)) as JsonObject }),
      ...(members && { members: JSON.parse(JSON.stringify(members)) as JsonObject[] }),
      entries: entries.map((entry) => ({ ...entry })),
    };
  },
};

/** The tool list that a request approves, where another one is live. */
function approvedSurface(server: ServerRow, approved: string | undefined) {
  const live = liveSurface(server);
  if (approved === undefined || approved === live || !isLocked(server)) return [];
  return [{ what: 'tool list', ...(live !== undefined && { before: live }), after: approved }];
}

/** The tools before and after a restore. */
async function restoredTools({ serverId }: ServerRow, restores: NonNullable<DeploymentRow['restores']>) {
  const [present, { tools }] = await Promise.all([listTools(serverId), readVersion(serverId, restores)]);
  const byId = new Map(present.map((tool) => [tool.toolId, tool]));
  return tools.map((after) => ({ before: byId.get(after.toolId), after }));
}

/** The version that a copied server's first deployment was to restore, until a deployment has done so. */
async function unfinished({ serverId, bundle }: ServerRow, reimport: boolean | undefined) {
  if (bundle || reimport) return undefined;
  return (await newestDeployment(serverId))?.restores;
}

/** An imported server that was never live has no tools yet, so it imports in any case. */
function kindOf({ source, bundle }: ServerRow, reimport: boolean | undefined): DeploymentKind {
  if (!isImported(source)) {
    if (reimport) {
      throw new Refused('nothing_to_import', 'The server has no API description to re-import.');
    }
    return 'manual';
  }
  return reimport || !bundle ? 'import' : 'manual';
}

const deed = (
  serverName: string,
  { serverId, deploymentId, kind, approvedSurface, restores }: DeploymentRow,
  actor: Person,
) => ({
  serverId,
  serverName,
  actor,
  action: 'server.deploy',
  detail: {
    deploymentId,
    kind,
    ...(restores?.rollbackTo && { rollbackTo: restores.rollbackTo }),
    ...(approvedSurface && { approvedSurface }),
  },
});

async function begin(
  serverId: string,
  actor: Person,
  plan: (server: ServerRow) => Promise<DeploymentRow>,
): Promise<DeploymentRow> {
  // The other writer was a deployment (the next attempt is refused) or an edit (the next attempt succeeds).
  return untilWritten(async () => {
    const server = await idleServer(serverId);
    checkSealed(server);
    const deployment = await plan(server);
    const status = server.bundle ? server.status : 'deploying';
    const held = { ...server, status, deploying: deployment.deploymentId, updatedAt: isoNow() };
    await beginDeployment(held, deployment, auditItem(deed(server.name, deployment, actor)));
    return deployment;
  });
}
