/**
 * The one place that holds changes back until a second person has approved them (core/model/secondPerson.ts). Handlers say what a change is when they
 * have read what there is and before they write (`demandSecondPerson`), so each way to the same write has it: a request of its own, a step of an
 * apply, a request that is carried out later. What passes has an approval for exactly these values by this asker, which is used up before anything
 * is written. Everything else becomes a request that waits, and the answer is 202 with its id (`second_person_needed`).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { auditItem, secondPersonOf } from '../../../aws/audit.ts';
import { readChangeRequest, writeChangeRequest } from '../../../aws/tables/changeRequests.ts';
import { listProjects } from '../../../aws/tables/projects.ts';
import { readSettings } from '../../../aws/tables/settings.ts';
import type { RouteId } from '../../../core/api/routes/index.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { canonicalJson, sha256 } from '../../../core/lib/json/canonical.ts';
import type { Person } from '../../../core/lib/person.ts';
import { floorAt } from '../../../core/model/floor.ts';
import { DEFAULT_PROJECT, projectOf } from '../../../core/model/projects.ts';
import {
  type AskedRequest,
  CHANGE_REQUEST_MS,
  type ChangeRequestRow,
  type Matter,
  OF_INSTALLATION,
  type SecondPersonRule,
  stateOf,
} from '../../../core/model/secondPerson.ts';
import type { SettingsRow } from '../../../core/model/settings.ts';
import { asked, askerOf, entryOf, overtaken, presentState, type Subject, storable } from './changeRequests.ts';
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

/** The kinds that need a second person in a project. */
export const rulesAt = (
  settings: Pick<SettingsRow, 'floor'>,
  project: string | undefined,
): readonly SecondPersonRule[] => floorAt(settings, project)?.secondPerson ?? [];

/** Those that need one anywhere, for what concerns the installation: in none of the projects that were deleted. */
async function rulesAnywhere({ floor }: SettingsRow) {
  const { rules, projects = {} } = floor ?? {};
  const isThere = new Set([DEFAULT_PROJECT, ...(await listProjects()).map(({ projectId }) => projectId)]);
  const layers = Object.entries(projects).flatMap(([project, layer]) => (isThere.has(project) ? [layer] : []));
  return [rules, ...layers].flatMap((each) => each?.secondPerson ?? []);
}

/**
 * Passes where nothing of this needs a second person, or one has approved it. Called before anything is written.
 * @throws PortcullisError `second_person_needed`, `change_denied`, Refused `change_overtaken`, `change_too_large`, `too_many_change_requests`
 */
export async function demandSecondPerson(all: readonly Matter[], subject: Subject): Promise<void> {
  if (all.length === 0) return;
  const settings = await readSettings();
  const isEverybodys = subject.project === OF_INSTALLATION;
  const rules: readonly string[] = await (isEverybodys ? rulesAnywhere(settings) : rulesAt(settings, subject.project));
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

const needed = ({ changeId, matters, until, by }: ChangeRequestRow): PortcullisError =>
  new PortcullisError(
    'second_person_needed',
    `Nothing was changed yet: a second person has to approve this (${changeId}: ${matters.map(({ kind }) => kind).join(', ')}). ${by === 'approval' ? 'It is done once they have' : 'Once they have, send the same request again within a day'}; it waits until ${isoNow(until)}, and asking again changes nothing.`,
    { context: { change: changeId, kinds: matters.map(({ kind }) => kind), until: isoNow(until), by } },
  );
