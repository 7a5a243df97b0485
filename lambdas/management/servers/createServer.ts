/**
 * POST /v1/servers: everything is checked before anything is stored. The secret of the first token is in this response and nowhere else.
 */

import { readSettings } from '../../../aws/tables/settings.ts';
import { ROUTES } from '../../../core/api/routes/index.ts';
import { isoNow, newServerId } from '../../../core/lib/ids.ts';
import { floorAt } from '../../../core/model/floor.ts';
import { tokenEnd } from '../../../core/model/floorValues.ts';
import { FIRST_SETTINGS, storedSettings } from '../../../core/model/serverSettings.ts';
import { revokeEntered } from '../../shared/revoking.ts';
import { newPrivateHosts } from '../credentials/privateHosts.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import type { HandlersOf } from '../http/request.ts';
import { namedProject } from '../http/standing.ts';
import { changedOverrides } from '../settings/governance.ts';
import { makeToken, revocationOf, shownConnection } from '../tokens/connection.ts';
import { prepareSource } from '../tools/source.ts';
import { makeServer } from './newServer.ts';
import { checkToolsetSettings } from './toolsets.ts';

const FIRST_LABEL = 'First connection';

/** Handler of `createServer`. */
export const createServer: HandlersOf<'createServer'>['createServer'] = async ({ body, actor }) => {
  const serverId = newServerId();
  const isToolset = body.source.kind === 'toolset';
  if (isToolset) checkToolsetSettings(body, true);
  const project = await namedProject(actor, body.project, ROUTES.createServer.access);
  const source = await prepareSource(serverId, body, project === undefined ? {} : { project });
  const { tokenLabel = FIRST_LABEL } = body;
  const token = tokenLabel === null ? undefined : await firstToken({ serverId, label: tokenLabel, actor }, project);
  const systemRules = body.systemRules ?? body.governance?.systemRules;
  const { key, server, deployment } = await makeServer({
    serverId,
    actor,
    name: body.name ?? '',
    baseUrl: body.baseUrl ?? '',
    source,
    auth: body.auth,
    ...(body.hosts && { hosts: body.hosts }),
    privateHosts: newPrivateHosts(body.privateHosts),
    governance: changedOverrides({}, { ...body.governance, systemRules }),
    exposition: body.exposition ?? 'auto',
    signed: !isToolset && (body.signed ?? true),
    settings: storedSettings(body, FIRST_SETTINGS),
    ...(body.headers && { headers: body.headers }),
    ...(body.declared !== undefined && { declared: body.declared }),
    ...(project !== undefined && { project }),
    ...(token && { token: token.row }),
  });
  if (!token) return { server, deployment };
  await refuseEnded(actor, () => revokeEntered(token.row, revocationOf(token.row, { actor, serverName: server.name })));
  return { server, deployment, ...shownConnection(token.row, token.value, key) };
};

/** None where the floor accepts sign-ins only, and with an end where it wants one. */
async function firstToken(plan: Parameters<typeof makeToken>[0], project: string | undefined) {
  const { signIn, tokenDays } = floorAt(await readSettings(), project) ?? {};
  if (signIn) return undefined;
  const expiresAt = tokenEnd({ createdAt: isoNow() }, tokenDays);
  return makeToken({ ...plan, ...(expiresAt !== undefined && { expiresAt }) });
}
