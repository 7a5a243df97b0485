/**
 * The one place that holds changes back until a second person has approved them (core/model/secondPerson.ts). Handlers say what a change is when they
 * have read what there is and before they write (`demandSecondPerson`), so each way to the same write has it: a request of its own, a step of an
 * apply, a request that is carried out later. What passes has an approval for exactly these values by this asker, which is used up before anything
 * is written. Everything else becomes a request that waits, and the answer is 202 with its id (`second_person_needed`).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { auditItem, type ManagementAction, secondPersonOf } from '../../../aws/audit.ts';
import { listChangeRequests, readChangeRequest, writeChangeRequest } from '../../../aws/tables/changeRequests.ts';
import { report } from '../../../aws/tables/events.ts';
import { readServer } from '../../../aws/tables/servers.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import type { RouteId } from '../../../core/api/routes/index.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { canonicalJson, sha256 } from '../../../core/lib/json/canonical.ts';
import type { Person } from '../../../core/lib/person.ts';
import { floorAt } from '../../../core/model/floor.ts';
import { projectOf } from '../../../core/model/projects.ts';
import {
  type AskedRequest,
  CHANGE_REQUEST_LIMITS,
  CHANGE_REQUEST_MS,
  type ChangeRequestRow,
  type Matter,
  OF_INSTALLATION,
  type SecondPersonRule,
  stateOf,
} from '../../../core/model/secondPerson.ts';
import { isLocked } from '../../../core/model/server.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';
import { placesOf } from '../../../core/tools/secondPerson.ts';
import { Refused } from './errors.ts';
import type { Match } from './router.ts';
import type { Actor } from './session.ts';

/** An approval that is being carried out. */
export interface Permit {
  readonly digest: string;
  readonly approvedBy: Person;
}

interface Scope {
  readonly actor: Actor;
  readonly route: RouteId;
  readonly request: Omit<AskedRequest, 'body'>;
  readonly given: unknown;
  readonly permit?: Permit | undefined;
  /** Digest of what has passed in this request: a write that is repeated after a conflict passes again. */
  passed?: string;
}

const current = new AsyncLocalStorage<Scope>();

interface Work extends Match {
  readonly actor: Actor;
  readonly query: Readonly<Record<string, string | undefined>> | undefined;
  readonly given: unknown;
  readonly permit?: Permit | undefined;
}

/** Does the work of a request, which may need a second person. */
export function asAsker<T>(
  { id, route, params, actor, query = {}, given, permit }: Work,
  work: () => Promise<T>,
): Promise<T> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name as keyof typeof params]));
  const asked = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const request = {
    route: id,
    method: route.method,
    path,
    ...(asked.length > 0 && { query: Object.fromEntries(asked) }),
  };
  return secondPersonOf.run({}, () => current.run({ actor, route: id, request, given, permit }, work));
}

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
function storable({ route, given }: Scope): { readonly body?: string; readonly by: ChangeRequestRow['by'] } {
  const isCollected = SHOWN_ONCE.has(route);
  if (given === undefined) return { by: isCollected ? 'asker' : 'approval' };
  const body = JSON.stringify(given);
  if (route === 'replaceCredentials' || mayHoldSecret(given) || body.length > CHANGE_REQUEST_LIMITS.body)
    return { by: 'asker' };
  return { body, by: isCollected ? 'asker' : 'approval' };
}

/** The kinds that need a second person in a project, or anywhere for what concerns the installation. */
export function rulesAt(
  settings: Pick<SettingsRow, 'floor'>,
  project: string | undefined,
): readonly SecondPersonRule[] {
  const { rules, projects = {} } = settings.floor ?? {};
  if (project !== OF_INSTALLATION) return floorAt(settings, project)?.secondPerson ?? [];
  return [rules, ...Object.values(projects)].flatMap((each) => each?.secondPerson ?? []);
}

/**
 * Passes where nothing of this needs a second person, or one has approved it. Called before anything is written.
 * @throws PortcullisError `second_person_needed`, `change_denied`, Refused `change_overtaken`, `change_too_large`, `too_many_change_requests`
 */
export async function demandSecondPerson(all: readonly Matter[], subject: Subject): Promise<void> {
  if (all.length === 0) return;
  const settings = await readSettings();
  const rules: readonly string[] = rulesAt(settings, subject.project);
  const matters = all.filter(({ kind }) => (kind === 'rules' ? rules.length > 0 : rules.includes(kind)));
  if (matters.length === 0) return;
  const scope = current.getStore();
  if (!scope)
    throw new Refused(
      'second_person_needed',
      'A second person has to approve this first. Ask whoever made it to make it again.',
    );
  const { body, by } = storable(scope);
  const request: AskedRequest = { ...scope.request, ...(body !== undefined && { body }) };
  // A new server has no id yet.
  const what = subject.serverId ?? subject.serverName ?? '';
  const digest = sha256(canonicalJson([scope.actor.id, request, matters, projectOf(subject), what]));
  if (scope.passed === digest) return;
  const { permit } = scope;
  if (permit) {
    if (permit.digest !== digest) throw overtaken();
    return pass(scope, digest, permit.approvedBy);
  }
  const changeId = `chg_${digest.slice(0, 32)}`;
  const read = await readChangeRequest(changeId);
  const target = { ...subject, route: scope.route, matters };
  const now = Date.now();
  const state = await presentState(target);
  const status = read && stateOf(read, now, state);
  if (read && status === 'approved') {
    const approvedBy = read.decidedBy as Person;
    const entry = entryOf(read, 'change.use', scope.actor, { approvedBy: approvedBy.name ?? approvedBy.id });
    // An answer may be read again for a while, and each reading is an entry; everything else is done once.
    const isRead = scope.route === 'readAnswer';
    const after = isRead ? { until: Math.min(read.until, now + READS_FOR_MS) } : { status: 'done' as const };
    const used = await writeChangeRequest({ ...read, ...after }, read, [auditItem(entry)]);
    if (used) return pass(scope, digest, approvedBy);
    throw overtaken();
  }
  if (read && status === 'denied' && now < (read.decidedAt ?? 0) + DENIED_FOR_MS) {
    const why = read.answer === undefined ? '' : ` (${read.answer})`;
    throw new PortcullisError(
      'change_denied',
      `A second person has refused this change${why}. Change it, or ask again in an hour.`,
    );
  }
  if (read && (status === 'waiting' || status === 'running')) throw needed(read);
  const row: ChangeRequestRow = {
    changeId,
    project: projectOf(subject),
    ...(subject.serverId !== undefined && { serverId: subject.serverId }),
    ...(subject.serverName !== undefined && { serverName: subject.serverName }),
    matters,
    digest,
    state,
    asker: askerOf(scope.actor),
    request,
    by,
    status: 'waiting',
    askedAt: now,
    until: now + CHANGE_REQUEST_MS.waits,
    version: 0,
  };
  throw needed(await asked(row, read, scope.actor));
}

/** A denied request is answered as denied for an hour. */
const DENIED_FOR_MS = 3_600_000;
/** From the first reading on. */
const READS_FOR_MS = 900_000;

function pass(scope: Scope, digest: string, approvedBy: Person): void {
  scope.passed = digest;
  // Every entry of this request names both.
  const told = secondPersonOf.getStore();
  if (told) told.person = approvedBy;
}

/** Stores a request that waits, in place of an earlier one of the same asker about the same. Resolves to it, or to that of its twin. */
async function asked(
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
  const own = (await listChangeRequests()).filter(
    (each) => each.asker.id === actor.id && each.changeId !== row.changeId && isOpen(each, now),
  );
  const overtakes = own.filter((each) => isAboutSame(each, row));
  if (own.length - overtakes.length >= CHANGE_REQUEST_LIMITS.waiting)
    throw new Refused(
      'too_many_change_requests',
      `You have asked for ${CHANGE_REQUEST_LIMITS.waiting} changes that wait for a second person. Withdraw one, or wait until they are decided.`,
    );
  const entry = auditItem(entryOf(row, 'change.ask', actor));
  const stored = await writeChangeRequest(row, read, [entry]);
  if (!stored) {
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
    [row.changeId, String(stored.version)],
  );
  return stored;
}

/** Whether it waits or may be used, as far as its row tells. */
export const isOpen = (row: ChangeRequestRow, now: number): boolean =>
  ['waiting', 'approved'].includes(stateOf(row, now));

const isAboutSame = ({ request, matters }: ChangeRequestRow, other: ChangeRequestRow): boolean =>
  OF_ONE_THING.has(request.route) &&
  request.route === other.request.route &&
  request.path === other.request.path &&
  matters.some(({ kind }) => other.matters.some((each) => each.kind === kind));

const askerOf = ({ id, name, maker, username, groups, issuedAt }: Actor): ChangeRequestRow['asker'] => ({
  id,
  ...(name !== undefined && { name }),
  ...(maker !== undefined && { maker }),
  username,
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

const overtaken = () =>
  new Refused(
    'change_overtaken',
    'What would be changed has changed since. Nothing was done; ask for the change again.',
  );

const needed = ({ changeId, matters, until, by }: ChangeRequestRow): PortcullisError =>
  new PortcullisError(
    'second_person_needed',
    `Nothing was changed yet: a second person has to approve this (${changeId}: ${matters.map(({ kind }) => kind).join(', ')}). ${by === 'approval' ? 'It is done once they have' : 'Once they have, send the same request again within a day'}; it waits until ${isoNow(until)}, and asking again changes nothing.`,
    { context: { change: changeId, kinds: matters.map(({ kind }) => kind), until: isoNow(until), by } },
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
      has('surface') && [server.lockfileKey, isLocked(server)],
    ]),
  );
}
