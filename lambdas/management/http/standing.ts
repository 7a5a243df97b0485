/**
 * Where a request is decided: what the caller may do in each project (core/model/projects.ts), and whether that is enough for the route and the
 * server that its path names. A server of a project in which the caller has no role is answered for as one that does not exist: the handler gets
 * the id of none, so that whatever it does, says and takes is the same.
 *
 * Each row that a handler loads is judged once more, by the project that it has then (`mayUse`): a server that moves between the check and
 * the load lets nobody through, and neither does one that a body or a query names.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { listProjects, projectOfDeleted, readProject } from '../../../aws/tables/projects.ts';
import { readServerPlace } from '../../../aws/tables/servers.ts';
import type { Route } from '../../../core/api/routes/index.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { newProjectId, newServerId } from '../../../core/lib/ids.ts';
import {
  type Caller,
  DEFAULT_PROJECT,
  defaultProject,
  type Guarded,
  highestRole,
  type ProjectRow,
  projectOf,
  reaches,
  roleIn,
  type Standing,
  standingOf,
  verdictOf,
} from '../../../core/model/projects.ts';
import type { Role } from '../../../core/model/roles.ts';
import { notFound } from './errors.ts';
import type { Match } from './router.ts';
import type { Actor } from './session.ts';

/** What somebody may do. An owner's needs no look: they may do everything in every project. */
export async function standingFor(person: Caller): Promise<Standing> {
  const ofGroups = standingOf(person, []);
  return ofGroups.installation === 'owner' ? ofGroups : standingOf(person, await listProjects());
}

interface Current {
  readonly actor: Actor;
  readonly route: Pick<Guarded, 'access' | 'method'>;
}

const current = new AsyncLocalStorage<Current | undefined>();

/** Does the work of a request by what its caller may do; without `actor` whatever the work itself checks is enough. */
export const asCaller = <T>(actor: Actor | undefined, route: Route, work: () => Promise<T>): Promise<T> =>
  current.run(actor && route.place ? { actor, route } : undefined, work);

/** Whether the caller of the present request has the route's role in the project of this server. True outside of requests. */
export function mayUse(server: { readonly project?: string | undefined }): boolean {
  const store = current.getStore();
  if (!store) return true;
  const { access, method } = store.route;
  return verdictOf(store.actor.standing, { access, method, place: 'server' }, projectOf(server)).may;
}

/** Whether this person, who makes the present request, has a lower role in a project than when it began. False outside of requests, and for keys. */
export async function hasLostRole(id: string): Promise<boolean> {
  const actor = current.getStore()?.actor;
  if (!actor || actor.id !== id || actor.maker !== undefined) return false;
  const now = await standingFor(actor);
  return [...actor.standing.roles].some(([project, role]) => !reaches(roleIn(now, project), role));
}

/** Those of the servers that the caller may see. */
export async function* seen<Row extends { readonly project?: string }>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const row of rows) if (mayUse(row)) yield row;
}

/** Where a server is or was; undefined where there is none. Both reads are always made, so that they take alike. */
async function placeOf(serverId: string): Promise<string | undefined> {
  const [server, deleted] = await Promise.all([readServerPlace(serverId), projectOfDeleted(serverId)]);
  return server ? projectOf(server) : deleted;
}

/** Whether the caller may see the trail of a server, which may be deleted. */
export async function maySeeTrail(serverId: string): Promise<boolean> {
  const store = current.getStore();
  if (!store || isAlone(store.actor.standing)) return true;
  const project = await placeOf(serverId);
  return project === undefined || mayUse({ project });
}

/** Whether nothing depends on the project of a server: for owners. */
const isAlone = ({ installation }: Standing): boolean => installation === 'owner';

/**
 * The request as it is to be handled, with the caller's role at its place.
 * @throws PortcullisError `role_required`, `right_required`
 */
export async function placed(actor: Actor, matched: Match): Promise<{ matched: Match; actor: Actor }> {
  const { route, params } = matched;
  if (!route.place) return { matched, actor };
  const { standing } = actor;
  const project = await placeNamed(matched, standing);
  const verdict = verdictOf(standing, route, project);
  if (verdict.may) {
    demandRight(actor, route);
    return { matched, actor: { ...actor, role: verdict.role } };
  }
  if (!verdict.hides) throw roleRequired(route, verdict.has);
  demandRight(actor, route);
  const unknown = route.place === 'server' ? { id: newServerId() } : { projectId: newProjectId() };
  const hidden = { ...matched, params: { ...params, ...unknown } };
  return { matched: hidden, actor: { ...actor, role: highestRole(standing) as Role } };
}

/** The project that a path names, or that of the server which it names; undefined where that changes nothing. */
function placeNamed({ route, params }: Match, standing: Standing): Promise<string | undefined> | string | undefined {
  if (isAlone(standing)) return undefined;
  if (route.place === 'project') return params.projectId;
  return route.place === 'server' ? placeOf(params.id) : undefined;
}

/** The role of somebody at a server; undefined where there is no such server, and for who may not know of it. */
export async function roleAt(person: Caller, serverId: string): Promise<Role | undefined> {
  const [standing, project] = await Promise.all([standingFor(person), placeOf(serverId)]);
  return project === undefined ? undefined : roleIn(standing, project);
}

/** Throws where no server of any project would let the caller do it. */
export function demandAnywhere(actor: Actor, route: Route): void {
  if (!route.place) return;
  const verdict = verdictOf(actor.standing, route);
  if (!verdict.may) throw roleRequired(route, verdict.hides ? undefined : verdict.has);
  demandRight(actor, route);
}

/** The error for a role that is too low. */
export function roleRequired(
  { access, place }: Pick<Route, 'access' | 'place'>,
  has: Role | undefined,
): PortcullisError {
  const isOwners = place === 'installation' && has === 'admin';
  const what = isOwners ? 'an admin of the installation, in the group admin' : `the role ${access}`;
  return new PortcullisError(
    'role_required',
    `This requires ${what}; you have ${isOwners ? 'that role in a project' : (has ?? 'none')}.`,
  );
}

/** Throws PortcullisError `right_required`. */
export function demandRight({ rights }: Pick<Actor, 'rights'>, { right: needed }: Pick<Route, 'right'>): void {
  if (!needed || rights.includes(needed)) return;
  throw new PortcullisError(
    'right_required',
    `This requires the group ${needed}. Ask whoever administers the user pool.`,
  );
}

/**
 * The project that a body names for a server, as its row has it (absent for `default`), once the caller has the role there.
 * @throws PortcullisError `project_not_found` also for one in which the caller has no role; `role_required`
 */
export async function namedProject(
  { standing }: Actor,
  named: string | undefined,
  needed: Role,
): Promise<string | undefined> {
  const project = named ?? DEFAULT_PROJECT;
  const role = roleIn(standing, project);
  if (role === undefined && named !== undefined) throw notFound('project');
  if (!reaches(role, needed)) {
    throw new PortcullisError(
      'role_required',
      `This requires the role ${needed} in the project ${project}; you have ${role ?? 'none'}. Name a project in which you have it.`,
    );
  }
  if (project === DEFAULT_PROJECT) return undefined;
  await knownProject(project);
  return project;
}

/** A project that exists, as `default` always does. Throws `project_not_found`. */
export const existingProject = async (projectId: string): Promise<ProjectRow> =>
  projectId === DEFAULT_PROJECT ? ((await readProject(projectId)) ?? defaultProject()) : knownProject(projectId);

/** A project that exists and is not being deleted. Throws `project_not_found`. */
export async function knownProject(projectId: string): Promise<ProjectRow> {
  const row = await readProject(projectId);
  if (!row || row.isEnding) throw notFound('project');
  return row;
}
