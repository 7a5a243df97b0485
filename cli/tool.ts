/** `portcullis tool list | set`: the tools of a server, through the management API. */
import type { ToolSummary } from '../core/tools/schemas/tools.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { CliError, UsageError } from './errors.ts';
import { bodyOf } from './stack.ts';

const OPTIONS = { ...COMMON_OPTIONS, find: { type: 'string' }, tag: { type: 'string' } } as const;

type Context = ActionContext<typeof OPTIONS>;

/** Runs `portcullis tool`. */
export const toolCommand = actionCommand<typeof OPTIONS>({
  name: 'tool',
  options: OPTIONS,
  actions: { list, set },
  check(action, [id, state, ...names], { tag }) {
    if (id === undefined) throw new UsageError(`tool ${action} needs a server id.`);
    if (action === 'list') {
      if (state !== undefined) throw new UsageError('tool list takes one server id.');
      return;
    }
    if (state !== 'on' && state !== 'off') throw new UsageError('tool set needs on or off behind the server id.');
    if (names.length > 0 === (tag !== undefined)) throw new UsageError('tool set needs names of tools, or --tag.');
  },
});

const pathOf = (id = ''): string => `/v1/servers/${encodeURIComponent(id)}/tools`;

interface Listed {
  readonly items: ToolSummary[];
}

async function list({ request, rest: [id], values, print }: Context): Promise<undefined> {
  const { items } = bodyOf(await request<Listed>('GET', pathOf(id)));
  const words = (values.find ?? '').toLowerCase().split(/\s+/);
  const found = items.filter(
    ({ name, title, path, tag }) =>
      words.every((word) => `${name} ${title} ${path} ${tag}`.toLowerCase().includes(word)) &&
      (values.tag === undefined || tag === values.tag),
  );
  const lines = found.map(
    ({ name, verb, path, enabled, tag }) =>
      `${enabled ? 'on ' : 'off'}  ${name.padEnd(44)}  ${verb.padEnd(7)} ${path}${tag ? `  (${tag})` : ''}`,
  );
  print({ items: found }, lines.length > 0 ? lines : ['No tool was found.']);
}

async function set({ request, rest: [id, state, ...names], values, print }: Context): Promise<undefined> {
  const enabled = state === 'on';
  const which = values.tag === undefined ? { toolIds: await idsOf(request, id, names) } : { tag: values.tag };
  const answer = bodyOf(await request<object>('PATCH', pathOf(id), { enabled, ...which }));
  print(answer, [`✓ ${values.tag === undefined ? names.join(', ') : `all of ${values.tag || 'no tag'}`}: ${state}`]);
}

/** Ids of tools that are given by name or by id. Throws CliError when there is none of a name. */
async function idsOf(request: Context['request'], id: string | undefined, names: readonly string[]): Promise<string[]> {
  const { items } = bodyOf(await request<Listed>('GET', pathOf(id)));
  const ids = new Map(items.flatMap((tool) => [[tool.name, tool.id] as const, [tool.id, tool.id] as const]));
  return names.map((name) => {
    const found = ids.get(name);
    if (found === undefined) throw new CliError('tool_not_found', `The server has no tool ${JSON.stringify(name)}.`);
    return found;
  });
}
