/**
 * Projects: makes, shows, changes and deletes them. What somebody is making at the moment at which their role in one becomes lower is taken back
 * (http/endedLogins.ts), and their connection tokens of its servers end where they may not make them any more. Their logins stay: these are of the
 * installation and of other projects, too, and whoever gives and takes roles in one project has no say there.
 */
import { auditItem } from '../../../aws/audit.ts';
import {
  changeProject,
  createProject,
  listProjects,
  readProject,
  removeProject,
} from '../../../aws/tables/projects.ts';
import { listServerNames } from '../../../aws/tables/servers.ts';
import type { ProjectBrief, ProjectView } from '../../../core/api/projects.ts';
import { ROUTES } from '../../../core/api/routes/index.ts';
import { bounded, fieldChanges } from '../../../core/audit/fieldChanges.ts';
import { isoNow, newProjectId } from '../../../core/lib/ids.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { createdBy } from '../../../core/lib/person.ts';
import {
  DEFAULT_PROJECT,
  defaultProject,
  type ProjectRow,
  projectOf,
  reaches,
  roleIn,
  type Standing,
} from '../../../core/model/projects.ts';
import type { Role } from '../../../core/model/roles.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { removeProjectFloor } from '../settings/projectFloor.ts';
import { revokeTokensIn } from './holdings.ts';

type Roles = Readonly<Record<string, Role>>;
type RoleChanges = Readonly<Record<string, Role | null>> | undefined;

/** Handlers of projects. */
export const projects: HandlersOf<'listProjects' | 'createProject' | 'getProject' | 'changeProject' | 'deleteProject'> =
  {
    listProjects: async ({ actor }) => ({ items: await projectsOf(actor.standing) }),

    createProject: async ({ body: { name }, actor }) => {
      if ((await listProjects()).length >= LIMITS.projects.count) {
        throw new Refused(
          'too_many_projects',
          `There are ${LIMITS.projects.count} projects already. Delete one that has no servers any more.`,
        );
      }
      const now = isoNow();
      const row: ProjectRow = {
        projectId: newProjectId(),
        name,
        members: {},
        groups: {},
        createdAt: now,
        ...createdBy(actor),
        updatedAt: now,
        version: 1,
      };
      await createProject(row, auditItem(deed(actor, 'project.create', row)));
      return viewOf(row, actor.standing);
    },

    getProject: async ({ params, actor }) => viewOf(await known(params.projectId), actor.standing),

    changeProject: async ({ params, body, actor }) => {
      const { projectId } = params;
      const changed = (row: ProjectRow): ProjectRow | undefined => {
        if (row.isEnding) throw notFound('project');
        return { ...changedProject(row, body), updatedAt: isoNow() };
      };
      const entry = (before: ProjectRow, after: ProjectRow) =>
        auditItem(deed(actor, 'project.change', after, bounded(changesOf(before, after))));
      const first = projectId === DEFAULT_PROJECT ? defaultProject() : undefined;
      const written = await changeProject(projectId, changed, entry, first);
      if (!written) throw notFound('project');
      for (const { person, role } of lowered(written.before.members, written.after.members)) {
        if (!reaches(role, ROUTES.createToken.access)) await revokeTokensIn(projectId, person, actor);
      }
      return viewOf(written.after, actor.standing);
    },

    deleteProject: async ({ params: { projectId }, actor }) => {
      if (projectId === DEFAULT_PROJECT) throw new Refused('project_default', 'The project default always exists.');
      // From here on no server can be put into it, so that none is overlooked.
      const ending = await changeProject(
        projectId,
        (row) => ({ ...row, isEnding: true, updatedAt: isoNow() }),
        (_, after) => auditItem(deed(actor, 'project.delete.begun', after)),
      );
      if (!ending) throw notFound('project');
      const servers = (await listServerNames()).filter((server) => projectOf(server) === projectId).length;
      if (servers > 0) {
        await changeProject(
          projectId,
          ({ isEnding: _, ...row }) => ({ ...row, updatedAt: isoNow() }),
          (_, after) => auditItem(deed(actor, 'project.delete.begun.undone', after)),
        );
        throw new Refused(
          'project_not_empty',
          `It has ${servers} ${servers === 1 ? 'server' : 'servers'}. Move what it has to other projects or delete it.`,
          {
            context: { servers },
          },
        );
      }
      // While no server can be put into it. Nobody could change these rules later.
      await removeProjectFloor(ending.after, actor);
      const isGone = await removeProject(ending.after, auditItem(deed(actor, 'project.delete', ending.after)));
      if (!isGone && (await readProject(projectId))) {
        throw new Refused('write_conflict', 'Somebody else has changed the project meanwhile. Try again.');
      }
    },
  };

/** The projects in which somebody has a role, `default` first. */
export async function projectsOf(standing: Standing): Promise<ProjectBrief[]> {
  const rows = await listProjects();
  const all = rows.some(({ projectId }) => projectId === DEFAULT_PROJECT) ? rows : [...rows, defaultProject()];
  const items = all.flatMap((row) => {
    const role = row.isEnding ? undefined : roleIn(standing, row.projectId);
    return role ? [{ id: row.projectId, name: row.name, role }] : [];
  });
  return items.sort(inOrder);
}

/** With what a change sets. Throws Refused `too_many_members` where it would have more members or groups than a project may. */
function changedProject(
  row: ProjectRow,
  change: { members?: RoleChanges; groups?: RoleChanges; name?: string; rawAnswers?: ProjectRow['rawAnswers'] },
): ProjectRow {
  const { name = row.name, rawAnswers = row.rawAnswers } = change;
  const members = merged(row.members, change.members);
  const groups = merged(row.groups, change.groups);
  const { members: most, groups: mostGroups } = LIMITS.projects;
  if (Object.keys(members).length > most || Object.keys(groups).length > mostGroups) {
    throw new Refused(
      'too_many_members',
      `A project has ${most} members and ${mostGroups} groups at most. Give roles to groups, or remove who has left.`,
    );
  }
  return { ...row, name, members, groups, ...(rawAnswers && { rawAnswers }) };
}

function merged(roles: Roles, changes: RoleChanges): Roles {
  const all = new Map<string, Role>(Object.entries(roles));
  for (const [key, role] of Object.entries(changes ?? {})) {
    if (role === null) all.delete(key);
    else all.set(key, role);
  }
  return Object.fromEntries([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Who has a lower role than before, or none. */
const lowered = (before: Roles, after: Roles) =>
  Object.entries(before).flatMap(([person, role]) => {
    const now = Object.hasOwn(after, person) ? after[person] : undefined;
    return reaches(now, role) ? [] : [{ person, role: now }];
  });

/** For the trail: one entry for each member and group, as `member/role`. */
function changesOf(before: ProjectRow, after: ProjectRow) {
  const listed = ({ members, groups, name, rawAnswers }: ProjectRow) => ({
    name,
    rawAnswers,
    members: texts(members),
    groups: texts(groups),
  });
  return fieldChanges(listed(before), listed(after), ['name', 'rawAnswers', 'members', 'groups']);
}

const texts = (roles: Roles): string[] => Object.entries(roles).map(([name, role]) => `${name}: ${role}`);

const deed = (
  actor: Parameters<typeof auditItem>[0]['actor'],
  action: string,
  { projectId, name }: ProjectRow,
  detail: object = {},
) => ({ actor, action, detail: { projectId, name, ...detail } });

async function known(projectId: string): Promise<ProjectRow> {
  const row = (await readProject(projectId)) ?? (projectId === DEFAULT_PROJECT ? defaultProject() : undefined);
  if (!row || row.isEnding) throw notFound('project');
  return row;
}

const inOrder = (one: { id: string; name: string }, other: { id: string; name: string }): number =>
  Number(other.id === DEFAULT_PROJECT) - Number(one.id === DEFAULT_PROJECT) || one.name.localeCompare(other.name);

const viewOf = (row: ProjectRow, standing: Standing): ProjectView => ({
  id: row.projectId,
  name: row.name,
  role: roleIn(standing, row.projectId) as Role,
  rawAnswers: row.rawAnswers ?? 'editors',
  members: { ...row.members },
  groups: { ...row.groups },
  // `default` was made by nobody.
  ...(row.createdAt !== '' && { createdAt: row.createdAt }),
  ...(row.createdBy !== '' && { createdBy: row.createdBy }),
  ...(row.createdByName !== undefined && { createdByName: row.createdByName }),
});
