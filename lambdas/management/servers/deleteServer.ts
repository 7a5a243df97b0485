/**
 * DELETE /v1/servers/{id}: first the server stops working in every region (status, streams, tokens), then everything it owns is removed,
 * its row last; its gates in other regions stay shut. Every step can be repeated, so a deletion that was interrupted is finished by
 * sending the request again. Token rows are kept, revoked, because the audit trail names them; the trail is kept as well.
 */
import { auditItem, recordManagementAction } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { removeBundlesBesideHome } from '../../../aws/regions/bundles.ts';
import { publishTokenRevoked } from '../../../aws/regions/push.ts';
import { removeFolder } from '../../../aws/services/objects.ts';
import { removeDeployments } from '../../../aws/tables/deployments.ts';
import { removePreparation } from '../../../aws/tables/preparations.ts';
import { removeSelection } from '../../../aws/tables/selections.ts';
import { removeServer } from '../../../aws/tables/servers.ts';
import { listTokens, revokeToken } from '../../../aws/tables/tokens.ts';
import { briefTools } from '../../../aws/tables/toolBriefs.ts';
import { removeTools } from '../../../aws/tables/tools.ts';
import { removeToolset } from '../../../aws/tables/toolsets.ts';
import { removeUpstreamTokens } from '../../../aws/tables/upstreamTokens.ts';
import { NO_SERVER } from '../../../core/audit/entry.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { membersOf, type ServerRow } from '../../../core/model/server.ts';
import { pushed } from '../../shared/pushing.ts';
import { elapsedMs } from '../http/elapsed.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { changeOwn } from '../serverRow/load.ts';
import { PREPARED } from '../serverRow/prepared.ts';
import { switchEverywhere } from './closing.ts';
import { tellClosed } from './resuming.ts';
import { recomposeToolsets } from './toolsets.ts';

/** A request removes tools for so long; the rest takes some seconds, and API Gateway gives it 29. */
const REMOVES_FOR_MS = 15_000;

/** Handler of `deleteServer`. Throws Refused `deletion_unfinished` where the tools are too many for one request. */
export const deleteServer: HandlersOf<'deleteServer'>['deleteServer'] = async ({ params, actor }) => {
  const serverId = params.id;
  const row = await switchEverywhere(serverId, 'close', async () => {
    let serverName = '';
    const begun = () => auditItem({ serverId, serverName, actor, action: 'server.delete.begun' });
    const deleting = (read: ServerRow): ServerRow | undefined => {
      serverName = read.name;
      if (read.status === 'deleting' && !read.deploying) return undefined;
      const { deploying: _, ...rest } = read;
      return { ...rest, status: 'deleting', updatedAt: isoNow() };
    };
    const written = await changeOwn(serverId, deleting, begun);
    if (!written) throw notFound('server');
    return written;
  });

  await recomposeToolsets(serverId);
  if (row.breaker) await tellClosed(serverId, Date.now());

  const tokens = (await listTokens(serverId)).filter(({ revokedAt }) => !revokedAt);
  await Promise.all(tokens.map(({ tokenHash }) => revokeToken(tokenHash, actor)));
  await Promise.all(tokens.map(({ tokenHash }) => pushed(publishTokenRevoked(tokenHash))));

  const bundles = requireEnvironment('BUCKET_BUNDLES');
  const specs = requireEnvironment('BUCKET_SPECS');
  const tools = await briefTools(serverId);
  const left = await removeTools(
    tools.map(({ toolId }) => ({ serverId, toolId })),
    () => elapsedMs() < REMOVES_FOR_MS,
  );
  if (left > 0) {
    throw new Refused(
      'deletion_unfinished',
      `The server is off and its tokens are revoked; ${left} of its tools are still to be removed. Send the same request again.`,
      { context: { left } },
    );
  }
  await Promise.all([
    removeDeployments(serverId),
    removeUpstreamTokens(serverId),
    removeSelection(serverId),
    ...Object.keys(PREPARED).map((route) => removePreparation({ serverId, route })),
    removeBundlesBesideHome(serverId),
    ...['bundles', 'lockfiles'].map((folder) => removeFolder(bundles, `${folder}/${serverId}/`)),
    ...['uploads', 'staging', 'versions'].map((folder) => removeFolder(specs, `${folder}/${serverId}/`)),
  ]);
  const detail = {
    name: row.name,
    ...(row.project !== undefined && { project: row.project }),
    tokens: tokens.length,
  };
  const done = { actor, serverName: row.name, action: 'server.delete' };
  await recordManagementAction({ ...done, serverId, detail });
  // A deleted server is in no list: this entry makes its trail findable.
  await recordManagementAction({ ...done, serverId: NO_SERVER, detail: { serverId, ...detail } });
  await removeServer(row);
  if (membersOf(row)) await removeToolset(serverId);
};
