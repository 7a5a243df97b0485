/**
 * Creates a server: its row, first deployment and, if wanted, first token are written in one transaction, after everything was checked
 * and the deployment's inputs were stored. Then the pipeline is started, with ids only.
 */
import { auditItem } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { removeFolder } from '../../../aws/services/objects.ts';
import { declaredItem } from '../../../aws/tables/declared.ts';
import { standingProject } from '../../../aws/tables/projects.ts';
import { readServer, createServer as storeServer } from '../../../aws/tables/servers.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import { addToolset, removeToolset } from '../../../aws/tables/toolsets.ts';
import { keepVersion, removeVersions, type Version } from '../../../aws/versions.ts';
import type { Auth } from '../../../core/api/credentials.ts';
import type { NewServer } from '../../../core/api/servers.ts';
import { bounded } from '../../../core/audit/fieldChanges.ts';
import { serverChanges } from '../../../core/audit/rowChanges.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { createdBy, type Person } from '../../../core/lib/person.ts';
import { checkBaseUrl, originOf } from '../../../core/lib/url/baseUrl.ts';
import { rowFloorOf } from '../../../core/model/floor.ts';
import { isImported, type PrivateHosts, type ServerRow } from '../../../core/model/server.ts';
import type { StoredSettings } from '../../../core/model/serverSettings.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { checkConsenting } from '../consents/consenting.ts';
import { newHosts } from '../credentials/hosts.ts';
import { knownProject } from '../http/standing.ts';
import { checkRoom, sealCredential } from '../serverRow/credentials.ts';
import { checkDeclared } from '../serverRow/declared.ts';
import { launch, newDeployment } from '../serverRow/deploying.ts';
import { sealHeaders } from '../serverRow/headers.ts';
import { checkForeign } from '../serverRow/ownAddress.ts';
import { demandForNew } from '../serverRow/secondPerson.ts';
import { deploymentView, serverView } from '../serverRow/views.ts';
import { spreadFloor } from '../settings/spreadFloor.ts';
import { clientKey } from '../tokens/connection.ts';
import type { PreparedSource } from '../tools/source.ts';

type Base = Pick<ServerRow, 'serverId' | 'name' | 'governance' | 'exposition' | 'signed'>;

/** A checked plan of a new server. */
export interface ServerPlan extends Base {
  readonly settings: StoredSettings;
  readonly actor: Person;
  /** '' when the import is to find it. */
  readonly baseUrl: string;
  readonly source: PreparedSource;
  readonly auth: Auth;
  readonly hosts?: NewServer['hosts'];
  readonly headers?: NewServer['headers'];
  readonly privateHosts?: PrivateHosts;
  readonly token?: TokenRow;
  /** Key under which files declare it. */
  readonly declared?: string;
  /** Absent for `default`. */
  readonly project?: string;
  /** The tools that the first deployment makes live, unless it imports them. */
  readonly version?: Version;
  /** Origins for which the server that it is a copy of has a credential, and this one none. */
  readonly lacks?: readonly string[];
  /** Digest of words of tools that the request approves. */
  readonly words?: string | undefined;
  /** Where the server comes from, for the audit trail. */
  readonly origin?: JsonObject;
}

/** Stores the server and starts its first deployment. Throws Refused. */
export async function makeServer(plan: ServerPlan) {
  const { serverId, actor, source, token, version, declared, project, hosts: given, privateHosts = {} } = plan;
  const declaredKey = declared === undefined ? undefined : { declared, project };
  if (declaredKey) await checkDeclared(declaredKey, serverId);
  const stored = source.over(undefined);
  const restores = version && (await keepVersion(serverId, version));
  const kind = restores ? 'restore' : isImported(stored) ? 'import' : 'manual';
  const deployment = newDeployment({ serverId, kind, actor, ...(restores && { restores }) });
  const baseUrl = plan.baseUrl === '' ? '' : checkBaseUrl(plan.baseUrl).url;
  if (stored.kind === 'mcp') checkForeign(baseUrl);
  const destination = baseUrl ? { origin: originOf(baseUrl) } : { awaits: deployment.deploymentId };
  const now = isoNow();
  const { name, governance, exposition, signed } = plan;
  try {
    const [auth, hosts, headers, global] = await Promise.all([
      sealCredential(serverId, plan.auth, destination, privateHosts),
      newHosts(serverId, baseUrl, given ?? [], actor, privateHosts),
      sealHeaders(plan.headers ?? [], { serverId, baseUrl, privateHosts }),
      readSettings(),
    ]);
    const floor = rowFloorOf(global, project);
    const row: ServerRow = {
      serverId,
      name,
      baseUrl,
      source: stored,
      ...(declared !== undefined && { declared }),
      ...(project !== undefined && { project }),
      auth,
      ...(given && { hosts }),
      ...(Object.keys(privateHosts).length > 0 && { privateHosts }),
      governance,
      exposition,
      signed,
      ...plan.settings,
      ...(headers.length > 0 && { headers }),
      ...(floor && { floor }),
      ...(plan.lacks && plan.lacks.length > 0 && { lacks: { at: now, credentials: plan.lacks } }),
      status: 'deploying',
      deploying: deployment.deploymentId,
      createdAt: now,
      ...createdBy(actor),
      updatedAt: now,
      version: 1,
    };
    if (row.credentials) checkConsenting(row);
    checkRoom(row);
    // The response contains the name for client configurations; everything the response needs is read before anything is stored.
    const key = await clientKey(row);
    const detail = {
      name,
      source: stored.kind,
      ...(stored.kind === 'toolset' && { members: stored.members.map((member) => member.serverId) }),
      ...(project !== undefined && { project }),
      ...plan.origin,
      auth: auth.type,
      ...(given && { approvedHosts: Object.keys(hosts) }),
      exposition,
      deploymentId: deployment.deploymentId,
      ...(token && { tokenId: token.tokenId }),
      ...bounded(serverChanges({}, row, global.governance)),
    };
    await demandForNew(row, {
      ...(version && { tools: version.tools }),
      endless: token && token.expiresAt === undefined ? token.label : undefined,
      words: plan.words,
    });
    await source.store();
    if (stored.kind === 'toolset') await addToolset(serverId);
    await storeServer(row, token, deployment, [
      auditItem({ serverId, serverName: name, actor, action: 'server.create', detail }),
      ...(declaredKey === undefined ? [] : [declaredItem(declaredKey, serverId)]),
      ...(project === undefined ? [] : standingProject(project)),
    ]);
    // Whoever changed the floor before the row was there did not find it. Nothing is live yet.
    await spreadFloor(serverId, await readSettings());
    const launched = await launch(deployment);
    const server = launched.status === 'running' ? row : ((await readServer(serverId)) ?? row);
    return { key, server: serverView(server, global), deployment: deploymentView(launched) };
  } catch (error) {
    // Of two requests for the same key at the same moment one is told who has it.
    if (declaredKey) await checkDeclared(declaredKey, serverId);
    const uploads = removeFolder(requireEnvironment('BUCKET_SPECS'), `uploads/${serverId}/`);
    if (stored.kind === 'toolset') await Promise.allSettled([removeToolset(serverId)]);
    await Promise.allSettled([uploads, ...(version ? [removeVersions(serverId)] : [])]);
    // It may have been deleted meanwhile.
    if (project !== undefined) await knownProject(project);
    throw error;
  }
}
