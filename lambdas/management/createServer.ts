/**
 * POST /v1/servers: everything is checked before anything is stored; then the upload, the three rows in one transaction,
 * and the start of the pipeline, with ids only. The secret of the first token exists in this answer and nowhere else.
 */
import { recordManagementAction } from '../../aws/audit.ts';
import { requireEnvironment } from '../../aws/environment.ts';
import { removeFolder, writeBytes } from '../../aws/objects.ts';
import { readServer, createServer as storeServer } from '../../aws/tables/servers.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import type { NewServer } from '../../core/api/servers.ts';
import { isoNow, newServerId } from '../../core/ids.ts';
import type { ServerRow, ServerSource } from '../../core/records.ts';
import { checkBaseUrl, checkDocumentUrl } from '../../core/request/baseUrl.ts';
import { makeToken, shownConnection } from './connection.ts';
import { sealCredential } from './credentials.ts';
import { launch, newDeployment } from './deploying.ts';
import { compressedDocument } from './documents.ts';
import { changedOverrides } from './governance.ts';
import type { HandlersOf } from './request.ts';
import { deploymentView, serverView } from './views.ts';

const FIRST_LABEL = 'First connection';

export const createServer: HandlersOf<'createServer'>['createServer'] = async ({ body, actor }) => {
  const serverId = newServerId();
  const upload = uploadOf(body);
  const kind = body.source.kind === 'manual' ? 'manual' : 'import';
  const deployment = newDeployment({ serverId, kind, actor: actor.name });
  const uploadKey = `uploads/${serverId}/${deployment.deploymentId}.gz`;
  const [auth, token, settings] = await Promise.all([
    sealCredential(serverId, body.auth),
    makeToken({ serverId, label: body.tokenLabel ?? FIRST_LABEL, actor: actor.name }),
    readSettings(),
  ]);
  const now = isoNow();
  const row: ServerRow = {
    serverId,
    name: body.name ?? '',
    baseUrl: body.baseUrl === undefined ? '' : checkBaseUrl(body.baseUrl).url,
    source: sourceOf(body, uploadKey),
    auth,
    governance: changedOverrides(
      {},
      { ...body.governance, systemRules: body.systemRules ?? body.governance?.systemRules },
    ),
    exposition: 'flat',
    signed: body.signed ?? false,
    status: 'deploying',
    deploying: deployment.deploymentId,
    createdAt: now,
    createdBy: actor.name,
    updatedAt: now,
    version: 1,
  };
  if (upload) await writeBytes(requireEnvironment('BUCKET_SPECS'), uploadKey, upload, 'application/gzip');
  try {
    await storeServer(row, token.row, deployment);
  } catch (error) {
    if (upload) await removeFolder(requireEnvironment('BUCKET_SPECS'), `uploads/${serverId}/`).catch(() => undefined);
    throw error;
  }
  await recordManagementAction({
    serverId,
    actor: actor.name,
    action: 'server.create',
    detail: {
      name: row.name,
      source: row.source.kind,
      auth: auth.type,
      deploymentId: deployment.deploymentId,
      tokenId: token.row.tokenId,
    },
  });
  const launched = await launch(deployment);
  const server = launched.status === 'running' ? row : ((await readServer(serverId)) ?? row);
  return {
    server: serverView(server, settings),
    deployment: deploymentView(launched),
    ...shownConnection(token.row, token.value, row.name || hostOf(row)),
  };
};

function uploadOf({ source }: NewServer): Buffer | undefined {
  if (source.kind === 'manual' || source.document === undefined) return undefined;
  return compressedDocument(source.document, '/source/document');
}

function sourceOf({ source, tags }: NewServer, uploadKey: string): ServerSource {
  if (source.kind === 'manual') return { kind: 'manual' };
  const chosen = tags && { tags: [...new Set(tags)] };
  return source.url === undefined
    ? { kind: 'openapi', uploadKey, ...chosen }
    : { kind: 'openapi', url: checkDocumentUrl(source.url).url, ...chosen };
}

/** Something to call the server by in a configuration before the import knows its title. */
function hostOf({ baseUrl, source }: ServerRow): string {
  const address = baseUrl || ('url' in source ? source.url : '');
  return address ? new URL(address).hostname : '';
}
