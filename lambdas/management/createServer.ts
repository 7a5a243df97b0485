/**
 * POST /v1/servers: everything is checked before anything is stored; then the upload, the three rows in one transaction,
 * and the start of the pipeline, with ids only. The secret of the first token exists in this answer and nowhere else.
 */
import { entered } from '../../aws/audit.ts';
import { requireEnvironment } from '../../aws/environment.ts';
import { removeFolder } from '../../aws/objects.ts';
import { readServer, createServer as storeServer } from '../../aws/tables/servers.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import { bounded } from '../../core/audit/fieldChanges.ts';
import { serverChanges } from '../../core/audit/rowChanges.ts';
import { isoNow, newServerId } from '../../core/ids.ts';
import { createdBy } from '../../core/person.ts';
import type { ServerRow } from '../../core/records.ts';
import { checkBaseUrl, originOf } from '../../core/request/baseUrl.ts';
import { clientKey, makeToken, shownConnection } from './connection.ts';
import { sealCredential } from './credentials.ts';
import { launch, newDeployment } from './deploying.ts';
import { changedOverrides } from './governance.ts';
import { newHosts } from './hosts.ts';
import type { HandlersOf } from './request.ts';
import { prepareSource } from './source.ts';
import { deploymentView, serverView } from './views.ts';

const FIRST_LABEL = 'First connection';

export const createServer: HandlersOf<'createServer'>['createServer'] = async ({ body, actor }) => {
  const serverId = newServerId();
  const source = await prepareSource(serverId, body);
  const kind = body.source.kind === 'manual' ? 'manual' : 'import';
  const deployment = newDeployment({ serverId, kind, actor });
  const baseUrl = body.baseUrl === undefined ? '' : checkBaseUrl(body.baseUrl).url;
  const destination = baseUrl ? { origin: originOf(baseUrl) } : { awaits: deployment.deploymentId };
  const [auth, hosts, token, settings] = await Promise.all([
    sealCredential(serverId, body.auth, destination),
    newHosts(serverId, baseUrl, body.hosts ?? [], actor),
    makeToken({ serverId, label: body.tokenLabel ?? FIRST_LABEL, actor }),
    readSettings(),
  ]);
  const now = isoNow();
  const row: ServerRow = {
    serverId,
    name: body.name ?? '',
    baseUrl,
    source: source.over(undefined),
    auth,
    ...(body.hosts && { hosts }),
    governance: changedOverrides(
      {},
      { ...body.governance, systemRules: body.systemRules ?? body.governance?.systemRules },
    ),
    exposition: body.exposition ?? 'flat',
    signed: body.signed ?? false,
    ...(body.upstreamMs !== undefined && { upstreamMs: body.upstreamMs }),
    status: 'deploying',
    deploying: deployment.deploymentId,
    createdAt: now,
    ...createdBy(actor),
    updatedAt: now,
    version: 1,
  };
  const key = await clientKey(row);
  const creation = {
    serverId,
    serverName: row.name,
    actor,
    action: 'server.create',
    detail: {
      name: row.name,
      source: row.source.kind,
      auth: auth.type,
      ...(body.hosts && { approvedHosts: Object.keys(hosts) }),
      exposition: row.exposition,
      deploymentId: deployment.deploymentId,
      tokenId: token.row.tokenId,
      ...bounded(serverChanges({}, row, settings.governance)),
    },
  };
  try {
    await source.store();
    await storeServer(row, token.row, deployment, entered(creation));
  } catch (error) {
    await removeFolder(requireEnvironment('BUCKET_SPECS'), `uploads/${serverId}/`).catch(() => undefined);
    throw error;
  }
  const launched = await launch(deployment);
  const server = launched.status === 'running' ? row : ((await readServer(serverId)) ?? row);
  return {
    server: serverView(server, settings),
    deployment: deploymentView(launched),
    ...shownConnection(token.row, token.value, key),
  };
};
