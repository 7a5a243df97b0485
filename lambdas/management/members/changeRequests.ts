/**
 * Changes that wait for a second person: lists, shows and decides them. Whoever approves has the rights that the change itself needs, at that moment,
 * and whoever asked still has them; otherwise it is withdrawn. An approved change is claimed by a conditional write and then carried out once, as it
 * was asked for and in the name of who asked, or left to them where its body or answer is secret.
 */

import type * as z from 'zod';
import { auditItem } from '../../../aws/audit.ts';
import { readAutomationKey } from '../../../aws/tables/automationKeys.ts';
import { listChangeRequests, readChangeRequest, writeChangeRequest } from '../../../aws/tables/changeRequests.ts';
import { report } from '../../../aws/tables/events.ts';
import type { ChangeRequestView, changeRequestBrief } from '../../../core/api/changeRequests.ts';
import type { BodyOf } from '../../../core/api/routes/index.ts';
import { hasCode, PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { Person } from '../../../core/lib/person.ts';
import { visible, visibleText } from '../../../core/lib/visible.ts';
import { reaches, roleIn, type Standing } from '../../../core/model/projects.ts';
import { RIGHTS, type Role } from '../../../core/model/roles.ts';
import {
  CHANGE_REQUEST_LIMITS,
  CHANGE_REQUEST_MS,
  type ChangeRequestRow,
  type ChangeState,
  OF_INSTALLATION,
  stateOf,
  undecidable,
} from '../../../core/model/secondPerson.ts';
import { entryOf, presentState } from '../http/changeRequests.ts';
import { refuseEnded } from '../http/endedLogins.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf, Sends } from '../http/request.ts';
import { match } from '../http/router.ts';

import { type Actor, actorOf } from '../http/session.ts';
import { placed, roleRequired, standingFor } from '../http/standing.ts';
import { provisioned } from '../http/visitor.ts';
import { standingOfKey } from './automationActor.ts';
import { isGood } from './automationKeys.ts';

/** Handlers of these routes. */
export const changeRequests: HandlersOf<'listChangeRequests' | 'getChangeRequest' | 'decideChangeRequest'> = {
  listChangeRequests: async ({ query, actor }) => {
    const rows = (await listChangeRequests()).filter((row) => maySee(row, actor.standing));
    rows.sort((one, other) => other.askedAt - one.askedAt);
    const now = Date.now();
    // Only of those that wait can the state of what they change have made them void.
    const items = await Promise.all(
      rows.slice(0, CHANGE_REQUEST_LIMITS.listed).map(async (row) => briefOf(row, actor, await statusOf(row, now))),
    );
    const isOpen = ({ status }: Brief) => status === 'waiting' || status === 'approved' || status === 'running';
    const waiting = items.filter(({ status, mayDecide }) => status === 'waiting' && mayDecide).length;
    return { items: query.status === 'waiting' ? items.filter(isOpen) : items, waiting };
  },

  getChangeRequest: async ({ params, actor }) => viewOf(await known(params.changeId, actor), actor),

  decideChangeRequest: async ({ params, body, actor, sends }) => {
    const row = await known(params.changeId, actor);
    if (body.digest !== row.digest)
      throw new Refused('approval_changed', 'The digest is not that of this change. Read it again.');
    const isOwners = body.decision === 'withdraw' || body.decision === 'explain';
    const after = isOwners ? await ownDecision(row, body, actor) : await secondDecision(row, body, actor, sends);
    return viewOf(after, actor);
  },
};

type Brief = z.infer<typeof changeRequestBrief>;
type Decision = BodyOf<'decideChangeRequest'>;

const maySee = ({ project }: ChangeRequestRow, standing: Standing): boolean =>
  project === OF_INSTALLATION ? standing.installation !== undefined : roleIn(standing, project) !== undefined;

/** Throws `change_request_not_found`, also for one of a project in which the caller has no role. */
async function known(changeId: string, { standing }: Actor): Promise<ChangeRequestRow> {
  const row = await readChangeRequest(changeId);
  if (!row || !maySee(row, standing)) throw notFound('change_request');
  return row;
}

async function statusOf(row: ChangeRequestRow, now = Date.now()): Promise<ChangeState> {
  const status = stateOf(row, now);
  if (status !== 'waiting' && status !== 'approved') return status;
  return stateOf(row, now, await presentState({ ...row, route: row.request.route }));
}

/** Whoever asked takes it back, or says why they ask. */
async function ownDecision(row: ChangeRequestRow, { decision, reason }: Decision, actor: Actor) {
  if (row.asker.id !== actor.id && row.asker.maker !== actor.id)
    throw new PortcullisError('change_not_own', 'Only whoever has asked for a change withdraws and explains it.');
  if (!['waiting', 'approved'].includes(stateOf(row, Date.now()))) throw decided();
  const change =
    decision === 'explain'
      ? { ...(reason !== undefined && { reason }) }
      : { status: 'withdrawn' as const, decidedAt: Date.now() };
  return written({ ...row, ...change }, row, actor, `change.${decision}`);
}

async function secondDecision(row: ChangeRequestRow, { decision, reason }: Decision, actor: Actor, sends: Sends) {
  const status = await statusOf(row);
  if (status !== 'waiting') throw decided();
  await demandDecidable(row, actor);
  const now = Date.now();
  const { id, name } = actor;
  const made = {
    ...row,
    decidedBy: { id, ...(name !== undefined && { name }) },
    decidedAt: now,
    ...(reason !== undefined && { answer: reason }),
  };
  if (decision === 'deny') return told(await written({ ...made, status: 'denied' }, row, actor, 'change.deny'));
  const asker = await askerNow(row).catch((error: unknown) => {
    if (error instanceof PortcullisError) return undefined;
    throw error;
  });
  if (!asker) {
    await written({ ...row, status: 'withdrawn', decidedAt: now }, row, actor, 'change.lapse');
    throw new Refused(
      'change_overtaken',
      'Whoever has asked for this may not make the change any more, so it was withdrawn. Nothing was done.',
    );
  }
  if (row.by === 'asker') {
    const until = now + CHANGE_REQUEST_MS.isGood;
    return told(await written({ ...made, status: 'approved', until }, row, actor, 'change.approve'));
  }
  // From here on nobody else carries it out, and neither does this request a second time.
  const claimed = await written({ ...made, status: 'running' }, row, actor, 'change.approve');
  const outcome = await carriedOut(claimed, asker, sends);
  const after = { ...claimed, ...outcome };
  const done = outcome.status === 'done' ? [] : [auditItem(entryOf(after, `change.${outcome.status}`, actor))];
  const stored = await writeChangeRequest(after, claimed, done);
  return told(stored ?? after);
}

/** The role that somebody decides with: an auditor reads everything and decides nothing. */
const ownRole = ({ installation, roles }: Standing, project: string): Role | undefined =>
  installation === 'owner' ? 'admin' : roles.get(project);

/** Throws unless the caller has the right for the change itself, and has not asked for it. */
async function demandDecidable(row: ChangeRequestRow, actor: Actor): Promise<void> {
  if (undecidable(row, actor) !== undefined)
    throw new PortcullisError(
      'change_own',
      'You have asked for this change, or an automation key of yours has: somebody else has to decide about it.',
    );
  const { method, path, body } = row.request;
  const asked = match(method, path);
  const { actor: at, matched } = await placed(actor, asked);
  if (matched !== asked) throw notFound('change_request');
  // What a body names is checked by its handler for who asks; whoever approves needs the same. A body that is not stored was asked for in this project.
  const named = (body === undefined ? undefined : (JSON.parse(body) as { readonly project?: unknown }).project) as
    | string
    | undefined;
  for (const project of [row.project, ...(typeof named === 'string' ? [named] : [])]) {
    // `placed` has asked for an owner.
    if (project === OF_INSTALLATION) continue;
    const role = ownRole(at.standing, project);
    if (!reaches(role, asked.route.access as 'viewer')) throw roleRequired(asked.route, role);
  }
}

/** Whoever asked, with what they may do now. Throws PortcullisError where they may not make the change any more. */
async function askerNow({ asker, request, project }: ChangeRequestRow): Promise<Actor> {
  await refuseEnded(asker);
  const actor = asker.maker === undefined ? await personNow(asker) : await keyNow(asker);
  const { matched, actor: at } = await placed(actor, match(request.method, request.path));
  const isThere = project === OF_INSTALLATION || roleIn(actor.standing, project) !== undefined;
  if (matched.params.id !== match(request.method, request.path).params.id || !isThere) throw notFound('server');
  return at;
}

async function personNow(asker: ChangeRequestRow['asker']): Promise<Actor> {
  const visitor = await provisioned({
    ...asker,
    rights: RIGHTS.filter((right) => asker.groups.includes(right)),
  });
  return actorOf(visitor, await standingFor(visitor));
}

/** The key with which a change was asked for. Throws PortcullisError `key_not_accepted`. */
async function keyNow({ id, name, maker }: ChangeRequestRow['asker']): Promise<Actor> {
  const row = await readAutomationKey(id);
  if (!row || row.role === 'scim' || !isGood(row))
    throw new PortcullisError('key_not_accepted', 'The automation key is unknown, revoked or expired.');
  return {
    id,
    ...(name !== undefined && { name }),
    ...(maker !== undefined && { maker }),
    username: id,
    role: row.role,
    standing: standingOfKey({ ...row, role: row.role }),
    rights: [],
    groups: [],
    issuedAt: Date.parse(row.createdAt) / 1_000,
  };
}

/** What has become of an approved change. */
async function carriedOut(
  row: ChangeRequestRow,
  asker: Actor,
  { carryOut }: Sends,
): Promise<Pick<ChangeRequestRow, 'status' | 'failure'>> {
  try {
    await carryOut(asker, row.request, { digest: row.digest, approvedBy: row.decidedBy as Person });
    return { status: 'done' };
  } catch (error) {
    if (hasCode(error, 'change_overtaken'))
      return { status: 'withdrawn', failure: { code: error.code, message: error.message } };
    const known = error instanceof PortcullisError;
    const failure = known
      ? { code: error.code, message: error.message }
      : {
          code: 'internal',
          message: 'Something unexpected went wrong. It may have been done nevertheless: look, then ask again.',
        };
    return { status: 'failed', failure };
  }
}

/** Throws Refused `approval_decided` where another writer was faster. */
async function written(next: ChangeRequestRow, read: ChangeRequestRow, actor: Actor, action: string) {
  const stored = await writeChangeRequest(next, read, [
    auditItem(entryOf(next, action, actor, reasonOf(next, action))),
  ]);
  if (!stored) throw decided();
  return stored;
}

const reasonOf = ({ reason, answer }: ChangeRequestRow, action: string): Readonly<Record<string, string>> => {
  const text = action === 'change.explain' ? reason : answer;
  return text === undefined ? {} : { reason: text };
};

async function told(row: ChangeRequestRow): Promise<ChangeRequestRow> {
  const { changeId, status, serverId } = row;
  const data = { changeId, status, ...(serverId !== undefined && { serverId }) };
  await report('change.decided.v1', data, [changeId, String(row.version)]);
  return row;
}

const decided = () =>
  new Refused('approval_decided', 'This change does not wait for a decision any more. Read it again.');

const personView = ({ id, name }: Person) => ({ id, ...(name !== undefined && { name }) });

function briefOf(row: ChangeRequestRow, actor: Actor, status: ChangeState): Brief {
  const { changeId: id, project, serverId, serverName, matters, request, by, asker, reason, decidedBy, answer } = row;
  const { access } = match(request.method, request.path).route;
  const role = ownRole(actor.standing, project);
  const mayDecide =
    undecidable(row, actor) === undefined &&
    reaches(role, access as 'viewer') &&
    (request.route !== 'readAnswer' || actor.rights.includes(RIGHTS[0]));
  return {
    id,
    project,
    ...(serverId !== undefined && { serverId }),
    ...(serverName !== undefined && { serverName }),
    kinds: matters.map(({ kind }) => kind),
    operation: request.route,
    status,
    by,
    askedBy: personView(asker),
    askedAt: isoNow(row.askedAt),
    until: isoNow(row.until),
    ...(reason !== undefined && { reason }),
    ...(decidedBy && { decidedBy: personView(decidedBy) }),
    ...(row.decidedAt !== undefined && { decidedAt: isoNow(row.decidedAt) }),
    ...(answer !== undefined && { answer }),
    ...(row.failure && { failure: row.failure }),
    mayDecide,
    isOwn: asker.id === actor.id || asker.maker === actor.id,
  };
}

async function viewOf(row: ChangeRequestRow, actor: Actor): Promise<ChangeRequestView> {
  const { digest, matters, request } = row;
  const { method, path, query, body } = request;
  return {
    ...briefOf(row, actor, await statusOf(row)),
    digest,
    // Nobody approves what they cannot read.
    matters: matters.map(({ kind, values }) => ({
      kind,
      values: values.map(({ what, before, after }) => ({
        what: visibleText(what),
        ...(before !== undefined && { before: visibleText(before) }),
        ...(after !== undefined && { after: visibleText(after) }),
      })),
    })),
    request: {
      method,
      path,
      ...(query && { query }),
      ...(body !== undefined && { body: visible(body, { isJson: true }) }),
    },
  };
}
