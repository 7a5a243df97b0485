/** `portcullis project list | show | create | set | member | group | move | delete`: projects, who has which role in them, and where servers are. */
import type { ProjectBrief, ProjectView } from '../core/api/projects.ts';
import type { ServerView } from '../core/api/serverViews.ts';
import { ROLES } from '../core/model/roles.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { CliError, UsageError } from './errors.ts';
import { memberNamed } from './member.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  name: { type: 'string' },
  role: { type: 'string' },
  to: { type: 'string' },
  'raw-answers': { type: 'string' },
} as const;

type Context = ActionContext<typeof OPTIONS>;

/** How many arguments each action takes, and which. */
const TAKES = {
  list: [0, 'no arguments'],
  show: [1, 'one project'],
  create: [1, 'one name'],
  set: [1, 'one project'],
  member: [2, 'a project and a person'],
  group: [2, 'a project and a group'],
  move: [1, 'one server'],
  delete: [1, 'one project'],
} as const;

/** Runs `portcullis project`. */
export const projectCommand = actionCommand<typeof OPTIONS>({
  name: 'project',
  options: OPTIONS,
  actions: { list, show, create, set, member, group, move, delete: remove },
  check(action, rest, values) {
    const [count, what] = TAKES[action as keyof typeof TAKES];
    if (rest.length !== count) throw new UsageError(`project ${action} takes ${what}.`);
    const givesRole = action === 'member' || action === 'group';
    if (givesRole && ![...ROLES, 'none'].includes(values.role ?? ''))
      throw new UsageError(`project ${action} needs --role, which is ${ROLES.join(', ')} or none.`);
    if (action === 'move' && values.to === undefined) throw new UsageError('project move needs --to.');
    if (action === 'set' && values.name === undefined && values['raw-answers'] === undefined)
      throw new UsageError('project set needs --name or --raw-answers.');
  },
});

async function list({ request, print }: Context): Promise<undefined> {
  const answer = await request<{ items: ProjectBrief[] }>('GET', '/v1/projects');
  print(
    answer,
    answer.items.map(({ id, name, role }) => `${id}  ${name}  ${role}`),
  );
}

async function show(context: Context): Promise<undefined> {
  const found = await context.request<ProjectView>('GET', await pathOf(context));
  context.print(found, linesOf(found));
}

async function create({ request, rest: [name = ''], print }: Context): Promise<undefined> {
  const made = await request<ProjectView>('POST', '/v1/projects', { name });
  print(made, [`✓ ${made.name} (${made.id}) has no members yet`]);
}

async function set(context: Context): Promise<undefined> {
  const { name, 'raw-answers': rawAnswers } = context.values;
  await changed(context, { ...(name !== undefined && { name }), ...(rawAnswers !== undefined && { rawAnswers }) });
}

async function member(context: Context): Promise<undefined> {
  const name = context.rest[1] ?? '';
  // Whoever is admin in a project alone may not list people; an id works without.
  const id = name.includes('@') ? (await memberNamed(context.request, name)).id : name;
  await changed(context, { members: { [id]: roleIn(context) } });
}

async function group(context: Context): Promise<undefined> {
  await changed(context, { groups: { [context.rest[1] ?? '']: roleIn(context) } });
}

async function move({ request, rest: [id = ''], values, print }: Context): Promise<undefined> {
  const project = await projectNamed(request, values.to ?? '');
  const path = `/v1/servers/${encodeURIComponent(id)}/project`;
  const server = await request<ServerView>('PUT', path, { project: project.id });
  print(server, [`✓ ${server.name} is in ${project.name}`]);
}

async function remove(context: Context): Promise<undefined> {
  const [name = ''] = context.rest;
  await context.request('DELETE', await pathOf(context));
  context.print({ deleted: true }, [`✓ ${name} is deleted`]);
}

const roleIn = ({ values: { role } }: Context): string | null => (role === 'none' ? null : (role ?? null));

async function changed(context: Context, body: object): Promise<void> {
  const after = await context.request<ProjectView>('PATCH', await pathOf(context), body);
  context.print(after, linesOf(after));
}

const linesOf = ({ id, name, rawAnswers, members, groups }: ProjectView): string[] => [
  `${name} (${id})`,
  `  raw answers: ${rawAnswers === 'editors' ? 'editors' : 'people with the right answer-reader'}`,
  ...Object.entries(members).map(([person, role]) => `  ${person}  ${role}`),
  ...Object.entries(groups).map(([one, role]) => `  group ${one}  ${role}`),
];

const pathOf = async ({ request, rest: [name = ''] }: Context): Promise<string> =>
  `/v1/projects/${encodeURIComponent((await projectNamed(request, name)).id)}`;

/** Names of the projects that the caller has a role in, by id. */
export async function projectNames(request: Context['request']): Promise<ReadonlyMap<string, string>> {
  const { items } = await request<{ items: ProjectBrief[] }>('GET', '/v1/projects');
  return new Map(items.map(({ id, name }) => [id, name]));
}

/** By id, or by a name that one project alone has. */
export async function projectNamed(request: Context['request'], name: string): Promise<ProjectBrief> {
  const { items } = await request<{ items: ProjectBrief[] }>('GET', '/v1/projects');
  const found = items.filter((project) => project.id === name || project.name === name);
  const [project] = found;
  if (!project) throw new CliError('project_not_found', `There is no project ${name}. “project list” shows all.`);
  if (found.length === 1) return project;
  const ids = found.map(({ id }) => id).join(', ');
  throw new CliError('project_ambiguous', `Several projects are called ${name}. Give one of the ids: ${ids}.`);
}
