/**
 * `portcullis toolset create | show | set`: servers whose tools are listed at one address, through the management API. Whole servers are
 * named by their ids; tags, single tools, prefixes and own names of tools are given as JSON, in the form of the API.
 */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { AnswerOf } from '../core/api/routes/index.ts';
import type { ServerView } from '../core/api/serverViews.ts';
import { parsedJson } from '../core/lib/json/parsed.ts';
import { type ActionContext, COMMON_OPTIONS, runAction, type Surroundings } from './command.ts';
import { type CreatedServer, untilLive } from './deployment.ts';
import { UsageError } from './errors.ts';
import { pathFrom, unreadBecause } from './options.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  name: { type: 'string' },
  members: { type: 'string' },
} as const;

type Context = ActionContext<typeof OPTIONS>;

/**
 * Runs `portcullis toolset create | show | set`.
 * @returns the exit code
 * @throws UsageError
 * @throws CliError with the error of the API or of the deployment
 */
export const toolsetCommand = (
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  surroundings: Surroundings = {},
): Promise<number> => {
  const create = (context: Context) => createToolset(context, err);
  const command = { name: 'toolset', options: OPTIONS, actions: { create, show, set }, check } as const;
  return runAction<typeof OPTIONS>(command, args, out, surroundings);
};

function check(action: string, rest: readonly string[], { members, name }: Context['values']): void {
  const servers = action === 'create' ? rest : rest.slice(1);
  if (action !== 'create' && rest[0] === undefined)
    throw new UsageError(`toolset ${action} needs the id of a toolset.`);
  if (action === 'show') {
    if (servers.length > 0 || members !== undefined) throw new UsageError('toolset show takes the id alone.');
    return;
  }
  if (members !== undefined && servers.length > 0)
    throw new UsageError('Give the servers by their ids or in --members, not both.');
  if (members === undefined && servers.length === 0)
    throw new UsageError(`toolset ${action} needs the ids of servers, or --members.`);
  if (action === 'create' && name === undefined) throw new UsageError('toolset create needs --name.');
  if (action === 'set' && name !== undefined) throw new UsageError('toolset set takes no --name.');
}

async function createToolset(
  { request, rest, values, input, print }: Context,
  err: NodeJS.WritableStream,
): Promise<undefined> {
  const members = await membersOf(rest, values, input);
  const made = await request<CreatedServer>('POST', '/v1/servers', {
    source: { kind: 'toolset', members },
    auth: { type: 'none' },
    name: values.name,
  });
  await untilLive(request, made, err);
  const { server, mcpUrl, config } = made;
  print({ serverId: server.id, mcpUrl, config }, [
    `${server.name} (${server.id}) is live. Its MCP URL (whoever has it can call the tools):`,
    `  ${mcpUrl}`,
  ]);
}

async function set({ request, rest: [id = '', ...servers], values, input, print }: Context): Promise<undefined> {
  const members = await membersOf(servers, values, input);
  const body = { source: { kind: 'toolset', members } };
  const server = await request<ServerView>('PATCH', `/v1/servers/${encodeURIComponent(id)}`, body);
  print(server, [`✓ ${server.name}: ${members.length} ${members.length === 1 ? 'server' : 'servers'}`]);
}

async function show({ request, rest: [id = ''], print }: Context): Promise<undefined> {
  const answer = await request<AnswerOf<'listToolsetMembers'>>(
    'GET',
    `/v1/servers/${encodeURIComponent(id)}/toolset-members`,
  );
  print(
    answer,
    answer.items.map(
      ({ serverId, name, prefix, state, tools }) => `${serverId}  ${name}  ${prefix}  ${state}  ${tools} tools`,
    ),
  );
}

/** Whole servers by their ids, or the list in a file or on standard input, whose members are checked by the API. Throws UsageError. */
async function membersOf(
  servers: readonly string[],
  { members: file }: Context['values'],
  input: NodeJS.ReadableStream,
): Promise<unknown[]> {
  if (file === undefined) return servers.map((serverId) => ({ serverId }));
  const name = file === '-' ? '--members -: standard input' : `--members ${file}:`;
  let given: string;
  try {
    given = file === '-' ? await text(input) : await readFile(pathFrom(file), 'utf8');
  } catch (error) {
    throw new UsageError(`${name} ${unreadBecause(error)}.`);
  }
  const members = parsedJson(given);
  if (members === undefined) throw new UsageError(`${name} is not JSON.`);
  if (Array.isArray(members)) return members;
  throw new UsageError(`${name} has no list, such as [{"serverId": "srv_…", "tags": ["orders"], "prefix": "shop"}].`);
}
