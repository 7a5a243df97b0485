/**
 * Projects: parts of an installation whose servers have members of their own. A server's row names its project; without one it is in `default`,
 * which always exists. What somebody may do is decided here and nowhere else, as a pure function of their groups and of the rows of projects.
 * Groups of the user pool give what they always gave: `admin` everything everywhere (the owner of the installation), `editor` and `viewer` that
 * role in `default` alone; `auditor` reads everything and changes nothing. Everything else comes from members and groups of a project.
 */
import { AUDITOR, ROLES, type Role } from './roles.ts';

/** The project of servers that name none. */
export const DEFAULT_PROJECT = 'default';

/** Form of its id. */
export const PROJECT_ID = /^(?:default|prj_[0-9A-Za-z]{12})$/;

/** Who may read what an API answered before it is governed (*Try*): editors of the project, or of these only people with the right to read answers. */
export const RAW_ANSWERS = ['editors', 'answer-readers'] as const;
/** Who may read raw answers. */
export type RawAnswers = (typeof RAW_ANSWERS)[number];

/** A project as it is stored. `default` has a row once somebody has changed it. Times are ISO 8601 in UTC. */
export interface ProjectRow {
  /** `default`, or `prj_…`. */
  readonly projectId: string;
  readonly name: string;
  /** Role by the subject of the login. */
  readonly members: Readonly<Record<string, Role>>;
  /** Role by the name of a group of the login: of the user pool, or of the identity provider. */
  readonly groups: Readonly<Record<string, Role>>;
  /** Absent: editors. */
  readonly rawAnswers?: RawAnswers;
  /** It is being deleted: no server can be put into it any more. */
  readonly isEnding?: true;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly createdByName?: string;
  readonly updatedAt: string;
  readonly version: number;
}

/** `default` before anybody has changed it; version 0, because it has no row. */
export const defaultProject = (): ProjectRow => ({
  projectId: DEFAULT_PROJECT,
  name: DEFAULT_PROJECT,
  members: {},
  groups: {},
  createdAt: '',
  createdBy: '',
  updatedAt: '',
  version: 0,
});

/** The project of a server. */
export const projectOf = ({ project }: { readonly project?: string | undefined }): string => project ?? DEFAULT_PROJECT;

/** The higher of two roles. */
const higher = (one: Role | undefined, other: Role | undefined): Role | undefined =>
  ROLES.findLast((role) => role === one || role === other);

/** Whether somebody with this role, or none, has what `needed` asks for. */
export const reaches = (role: Role | undefined, needed: Role): boolean =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** What somebody may do, in the installation and in each project. */
export interface Standing {
  /** `owner`: everything; `auditor`: reads everything. */
  readonly installation?: 'owner' | 'auditor';
  /** Role by id of a project. */
  readonly roles: ReadonlyMap<string, Role>;
}

/** The role that groups give in `default`, as before there were projects. */
export const roleOfGroups = (groups: readonly string[]): Role | undefined =>
  ROLES.findLast((name) => groups.includes(name));

/** The role that a project gives somebody, apart from their role for the installation. */
export function roleGivenBy(
  { id, groups }: Caller,
  project: Pick<ProjectRow, 'projectId' | 'members' | 'groups'>,
): Role | undefined {
  let role = Object.hasOwn(project.members, id) ? project.members[id] : undefined;
  for (const group of groups) if (Object.hasOwn(project.groups, group)) role = higher(role, project.groups[group]);
  return role;
}

/** Somebody, as a login tells. */
export interface Caller {
  /** The subject of the login. */
  readonly id: string;
  readonly groups: readonly string[];
}

/** What somebody may do with these projects. */
export function standingOf(caller: Caller, projects: readonly ProjectRow[]): Standing {
  const ofGroups = roleOfGroups(caller.groups);
  const roles = new Map<string, Role>();
  if (ofGroups) roles.set(DEFAULT_PROJECT, ofGroups);
  for (const project of projects) {
    const role = higher(roles.get(project.projectId), roleGivenBy(caller, project));
    if (role) roles.set(project.projectId, role);
  }
  if (ofGroups === 'admin') return { installation: 'owner', roles };
  return caller.groups.includes(AUDITOR) ? { installation: 'auditor', roles } : { roles };
}

/** The role in a project; undefined for who may not know that it exists. */
export function roleIn({ installation, roles }: Standing, project: string): Role | undefined {
  if (installation === 'owner') return 'admin';
  return higher(roles.get(project), installation === 'auditor' ? 'viewer' : undefined);
}

/** The highest role that somebody has anywhere; undefined for who has none. */
export function highestRole({ installation, roles }: Standing): Role | undefined {
  if (installation === 'owner') return 'admin';
  const given = installation === 'auditor' ? (['viewer'] as Role[]) : [];
  return [...given, ...roles.values()].reduce<Role | undefined>(higher, undefined);
}

/**
 * Where the role of a route is needed. `server`: in the project of the server that the path names; `project`: in the project that it names;
 * `projects`: in one of them at least, because the route lists what the caller may see or its body names one.
 */
export type Place = 'server' | 'project' | 'projects' | 'installation';

/** A route, as far as it decides who may call it. */
export interface Guarded {
  readonly access: Role;
  readonly place: Place;
  readonly method: string;
}

/** What is decided of a request. */
export type Verdict =
  | { readonly may: true; readonly role: Role }
  /** The server or project is to be answered for as one that does not exist. */
  | { readonly may: false; readonly hides: true }
  | { readonly may: false; readonly hides?: false; readonly has: Role | undefined; readonly of: Place };

/**
 * Whether a request passes.
 * @param project that the path names, or of the server that it names; undefined where there is no such server, which is answered alike in every
 *   project
 */
export function verdictOf(standing: Standing, { access, place, method }: Guarded, project?: string): Verdict {
  const isReading = standing.installation === 'auditor' && method === 'GET';
  const granted = (role: Role | undefined): Verdict =>
    role !== undefined && (reaches(role, access) || isReading)
      ? { may: true, role }
      : { may: false, has: role, of: place };
  const highest = highestRole(standing);
  if (place === 'installation') {
    if (standing.installation === 'owner') return { may: true, role: 'admin' };
    return isReading ? { may: true, role: 'viewer' } : { may: false, has: highest, of: place };
  }
  if (place === 'projects' || project === undefined) return granted(highest);
  const role = roleIn(standing, project);
  if (role !== undefined) return granted(role);
  // As for a server that does not exist: whoever has the role somewhere is told that there is none, others that they lack the role.
  const asUnknown = granted(highest);
  return asUnknown.may ? { may: false, hides: true } : asUnknown;
}

/**
 * The groups of somebody at a server, for its access rules: those of the login and the role in the server's project; groups that give a role in
 * `default` do not count in other projects.
 */
export function groupsAt(caller: Caller, projectId: string, project: ProjectRow | undefined): string[] {
  const standing = standingOf(caller, project ? [project] : []);
  const role = standing.installation === 'owner' ? 'admin' : standing.roles.get(projectId);
  const kept =
    projectId === DEFAULT_PROJECT
      ? caller.groups
      : caller.groups.filter((group) => !(ROLES as readonly string[]).includes(group));
  return [...new Set([...kept, ...(role ? [role] : [])])];
}
