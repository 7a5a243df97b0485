/**
 * Requests for changes that wait for a second person, for secondPerson.ts: what of one is stored, in which place of an earlier one, its entries, and the
 * state of what it would change.
 */
import { auditItem, type ManagementAction } from '../../../aws/audit.ts';
import { listChangeRequests, readChangeRequest, writeChangeRequest } from '../../../aws/tables/changeRequests.ts';
import { report } from '../../../aws/tables/events.ts';
import { readServer } from '../../../aws/tables/servers.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import type { RouteId } from '../../../core/api/routes/index.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { canonicalJson, sha256 } from '../../../core/lib/json/canonical.ts';
import type { Person } from '../../../core/lib/person.ts';
import { projectOf } from '../../../core/model/projects.ts';
import { CHANGE_REQUEST_LIMITS, type ChangeRequestRow, stateOf } from '../../../core/model/secondPerson.ts';
import { isLocked } from '../../../core/model/server.ts';
import { placesOf } from '../../../core/tools/secondPerson.ts';
import { Refused } from './errors.ts';
import type { Actor } from './session.ts';

/** What a change is about. */
export interface Subject {
  readonly serverId?: string;
  readonly serverName?: string;
  /** {@link OF_INSTALLATION} for what concerns all projects; undefined for `default`. */
  readonly project?: string | undefined;
}

/** Answers that are shown once, to whoever asked. */
const SHOWN_ONCE: ReadonlySet<string> = new Set<RouteId>([
  'createServer',
  'importServer',
  'createToken',
  'createSetupLink',
  'readAnswer',
  'replaceCredentials',
]);
/** Of these an asker's later request about the same takes the place of the earlier one. */
const OF_ONE_THING: ReadonlySet<string> = new Set<RouteId>([
  'changeServer',
  'replaceCredentials',
  'createDeployment',
  'changeTool',
  'replaceTool',
  'moveServer',
  'changeSettings',
  'changeFloor',
  'changeProjectFloor',
]);
/** Members of bodies that may hold a secret, or are large. */
const UNSTORED = /^(?:auth|headers|source|document|definition|credentials)$/;

const mayHoldSecret = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([name, member]) =>
      (UNSTORED.test(name) && !(name === 'auth' && (member as { type?: unknown } | null)?.type === 'none')) ||
      mayHoldSecret(member),
  );

/** The body as it may be stored: none where it holds a secret or is too large, so that whoever asked sends it again. */
export function storable({ route, given }: { readonly route: string; readonly given: unknown }): {
  readonly body?: string;
  readonly by: ChangeRequestRow['by'];
} {
  const isCollected = SHOWN_ONCE.has(route);
  if (given === undefined) return { by: isCollected ? 'asker' : 'approval' };
  const body = JSON.stringify(given);
  if (route === 'replaceCredentials' || mayHoldSecret(given) || body.length > CHANGE_REQUEST_LIMITS.body)
    return { by: 'asker' };
  return { body, by: isCollected ? 'asker' : 'approval' };
}

/** Stores a request that waits, in place of an earlier one of the same asker about the same. Resolves to it, or to that of its twin. */
export async function asked(
  row: ChangeRequestRow,
  read: ChangeRequestRow | undefined,
  actor: Actor,
): Promise<ChangeRequestRow> {
  if (canonicalJson(row.matters).length > CHANGE_REQUEST_LIMITS.values)
    throw new Refused(
      'change_too_large',
      `The change has more than ${CHANGE_REQUEST_LIMITS.values} characters to read, which nobody can approve at once. Make it in several smaller ones.`,
    );
  const now = Date.now();
  const stored = (await listChangeRequests()).filter(
    (each) => each.asker.id === actor.id && each.changeId !== row.changeId,
  );
  // Also those that are over: whoever decides reads all of them.
  if (stored.length >= CHANGE_REQUEST_LIMITS.stored)
    throw new Refused(
      'too_many_change_requests',
      `You have asked for ${CHANGE_REQUEST_LIMITS.stored} changes within two weeks. Wait until the first of them are not stored any more.`,
    );
  const own = stored.filter((each) => isOpen(each, now));
  const overtakes = own.filter((each) => isAboutSame(each, row));
  if (own.length - overtakes.length >= CHANGE_REQUEST_LIMITS.waiting)
    throw new Refused(
      'too_many_change_requests',
      `You have asked for ${CHANGE_REQUEST_LIMITS.waiting} changes that wait for a second person. Withdraw one, or wait until they are decided.`,
    );
  const entry = auditItem(entryOf(row, 'change.ask', actor));
  const written = await writeChangeRequest(row, read, [entry]);
  if (!written) {
    const twin = await readChangeRequest(row.changeId);
    if (!twin) throw overtaken();
    return twin;
  }
  for (const each of overtakes) {
    const withdrawn = auditItem(entryOf(each, 'change.withdraw', actor, { replacedBy: row.changeId }));
    await writeChangeRequest({ ...each, status: 'withdrawn', decidedAt: now }, each, [withdrawn]);
  }
  await report(
    'change.asked.v1',
    {
      changeId: row.changeId,
      kinds: row.matters.map(({ kind }) => kind),
      until: isoNow(row.until),
      ...(row.serverId !== undefined && { serverId: row.serverId }),
    },
    [row.changeId, String(written.version)],
  );
  return written;
}

/** Whether it waits or may be used, as far as its row tells. */
export const isOpen = (row: ChangeRequestRow, now: number): boolean =>
  ['waiting', 'approved'].includes(stateOf(row, now));

const isAboutSame = ({ request, matters }: ChangeRequestRow, other: ChangeRequestRow): boolean =>
  OF_ONE_THING.has(request.route) &&
  request.route === other.request.route &&
  request.path === other.request.path &&
  matters.some(({ kind }) => other.matters.some((each) => each.kind === kind));

/** Who asks, as stored. */
export const askerOf = ({ id, name, maker, username, email, groups, issuedAt }: Actor): ChangeRequestRow['asker'] => ({
  id,
  ...(name !== undefined && { name }),
  ...(maker !== undefined && { maker }),
  username,
  ...(email !== undefined && { email }),
  groups,
  issuedAt,
});

/** The entry of what becomes of a request, in the trail of its server or of the installation. */
export const entryOf = (
  { changeId, serverId, serverName, project, matters, asker, request }: ChangeRequestRow,
  action: string,
  actor: Person,
  detail: Readonly<Record<string, string>> = {},
): ManagementAction => ({
  ...(serverId !== undefined && { serverId, serverName: serverName ?? '' }),
  actor,
  action,
  detail: {
    change: changeId,
    kinds: matters.map(({ kind }) => kind),
    operation: request.route,
    project,
    askedBy: asker.name ?? asker.id,
    ...detail,
  },
});

/** The error for values that are not those that were read any more. */
export const overtaken = () =>
  new Refused(
    'change_overtaken',
    'What would be changed has changed since. Nothing was done; ask for the change again.',
  );

const OF_SETTINGS: ReadonlySet<string> = new Set<RouteId>(['changeSettings', 'changeFloor', 'changeProjectFloor']);

/** What a request would change, as it is now: it is withdrawn by whatever changes that. */
export async function presentState({
  serverId,
  project,
  route,
  matters,
}: Pick<ChangeRequestRow, 'matters'> & Subject & { readonly route: string }): Promise<string> {
  const has = (kind: string) => matters.some((each) => each.kind === kind);
  const [settings, server] = await Promise.all([
    readSettings(),
    serverId === undefined ? undefined : readServer(serverId),
  ]);
  const { governance, floor } = settings;
  if (serverId === undefined) return OF_SETTINGS.has(route) ? sha256(canonicalJson([governance, floor?.version])) : '';
  if (!server || server.status === 'deleting' || projectOf(server) !== projectOf({ project })) return 'gone';
  return sha256(
    canonicalJson([
      has('hosts') && placesOf(server),
      has('governance') && [governance, server.governance],
      has('policies') && (server.policies ?? []),
      has('toolList') && [server.lockfileKey, isLocked(server)],
    ]),
  );
}
