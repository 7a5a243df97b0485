/**
 * `portcullis server list` and `show` tell which servers there are; `portcullis server create` makes a server of an OpenAPI document, with a credential of any kind; `server set` changes one. Both use the
 * management API.
 */
import { readFile } from 'node:fs/promises';
import type { ServerView } from '../core/api/serverViews.ts';
import { accountUrlOf } from '../core/auth/account.ts';
import { listedServers } from '../core/declarations/observe.ts';
import { projectOf } from '../core/model/projects.ts';
import { isZip } from '../core/openapi/document/archive.ts';
import { isGzip } from '../core/openapi/document/read.ts';
import { type ActionContext, COMMON_OPTIONS, runAction, type Surroundings } from './command.ts';
import { accountLines, awaitedConsents, consentLines } from './consent.ts';
import { credentialFrom, headersFrom } from './credentialFile.ts';
import { type CreatedServer, untilLive } from './deployment.ts';
import { UsageError } from './errors.ts';
import { signInAuth } from './mcpSignIn.ts';
import { pathFrom, tagsOf, unreadBecause } from './options.ts';
import { projectNamed, projectNames } from './project.ts';
import { remoteIn } from './registry.ts';
import { FLAG_OPTIONS, FLAGS, settingsOf, shownAs } from './settingFlags.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  credential: { type: 'string' },
  name: { type: 'string' },
  mcp: { type: 'boolean' },
  'sign-in': { type: 'string' },
  'client-id': { type: 'string' },
  registry: { type: 'boolean' },
  remote: { type: 'string' },
  part: { type: 'string', multiple: true },
  'base-url': { type: 'string' },
  project: { type: 'string' },
  private: { type: 'boolean' },
  authorities: { type: 'string' },
  tags: { type: 'string', multiple: true },
  root: { type: 'string' },
  headers: { type: 'string' },
  ...FLAG_OPTIONS,
} as const;

type Context = ActionContext<typeof OPTIONS>;

/**
 * Runs `portcullis server create | list | show | set`.
 * @returns the exit code
 * @throws UsageError
 * @throws CliError with the error of the API or of the deployment
 */
export const serverCommand = (
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
  surroundings: Surroundings = {},
): Promise<number> => {
  const create = (context: Context) => createServer(context, err);
  const command = { name: 'server', options: OPTIONS, actions: { create, list, show, set }, check } as const;
  return runAction<typeof OPTIONS>(command, args, out, surroundings);
};

const NEEDS: Readonly<Record<string, string>> = {
  create: 'needs one file or url.',
  list: 'takes no server id.',
};

function check(action: string, rest: readonly string[], values: Context['values']): void {
  if (rest.length !== (action === 'list' ? 0 : 1)) {
    throw new UsageError(`server ${action} ${NEEDS[action] ?? 'needs one server id.'}`);
  }
  if (action === 'set' && values.headers === undefined && Object.keys(settingsOf(values)).length === 0) {
    throw new UsageError(`server set needs ${FLAGS.map(({ name }) => `--${name}`).join(', ')} or --headers.`);
  }
  if (values.mcp && values.registry) throw new UsageError('Give --mcp or --registry.');
  const isMcp = values.mcp || values.registry;
  if (isMcp && [values['base-url'], values.tags, values.root].some((given) => given !== undefined)) {
    throw new UsageError('--mcp goes with the address of the server alone, without --base-url, --tags and --root.');
  }
  if (values['sign-in'] !== undefined && (!isMcp || values.credential !== undefined)) {
    throw new UsageError('--sign-in goes with --mcp or --registry, and in place of --credential.');
  }
  if (values['client-id'] !== undefined && values['sign-in'] === undefined) {
    throw new UsageError('--client-id goes with --sign-in.');
  }
  if (!values.registry && (values.remote ?? values.part) !== undefined)
    throw new UsageError('--remote and --part go with --registry.');
  if (values.headers === '-' && values.credential === '-') {
    throw new UsageError('Standard input has either the headers or the credential.');
  }
}

async function createServer(
  { request, stack, rest, values, input, print }: Context,
  err: NodeJS.WritableStream,
): Promise<undefined> {
  const [document = ''] = rest;
  const listed = values.registry ? await remoteIn(document, values, err) : undefined;
  const isMcp = values.mcp || listed;
  const source = isMcp
    ? { kind: 'mcp' }
    : { ...(await sourceOf(document)), ...(values.root !== undefined && { root: values.root }) };
  const baseUrl = listed?.url ?? (values.mcp ? document : values['base-url']);
  const name = values.name ?? listed?.title;
  const settings = settingsOf(values);
  const tags = values.tags && tagsOf(values.tags);
  const auth =
    values['sign-in'] !== undefined
      ? await signInAuth(request, baseUrl ?? document, { hosts: values['sign-in'], clientId: values['client-id'] })
      : values.credential === undefined
        ? { type: 'none' }
        : await credentialFrom(values.credential, input);
  const made = await request<CreatedServer>('POST', '/v1/servers', {
    source,
    auth,
    ...(name !== undefined && { name }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(values.project !== undefined && { project: (await projectNamed(request, values.project)).id }),
    ...(await privateHostsOf({ ...values, 'base-url': baseUrl })),
    ...(tags && { tags }),
    ...(await headersOf(values, input)),
    ...settings,
  });
  await untilLive(request, made, err);
  const { mcpUrl, config } = made;
  // Without --name the import has given it the document's title.
  const server = await request<ServerView>('GET', `/v1/servers/${made.server.id}`);
  const isPerToken = settings.credentials === 'per-token';
  const connect = isPerToken ? [] : await awaitedConsents(request, stack.url, server.id);
  const accountUrl = isPerToken ? accountUrlOf(new URL(mcpUrl).origin, server.id) : undefined;
  print({ serverId: server.id, mcpUrl, config, connect, accountUrl }, [
    `${server.name} (${server.id}) is live. Its MCP URL (whoever has it can call the tools):`,
    `  ${mcpUrl}`,
    ...consentLines(connect),
    ...(accountUrl ? accountLines(accountUrl) : []),
  ]);
}

/** Runs `portcullis server list`. */
async function list({ request, send, print }: Context): Promise<undefined> {
  const items = await listedServers(send);
  const names = items.some(({ project }) => project !== undefined) ? await projectNames(request) : undefined;
  const line = (server: ServerView) => lineOf(server, names?.get(projectOf(server)));
  print({ items }, items.length > 0 ? items.map(line) : ['No servers.']);
}

const lineOf = ({ id, name, status, bundle, baseUrl, source, stopped }: ServerView, project?: string): string =>
  [
    id,
    status.padEnd(9),
    name || 'unnamed',
    `${bundle?.tools ?? 0} ${bundle?.tools === 1 ? 'tool' : 'tools'}`,
    baseUrl || (source.members ? `of ${source.members.length} servers` : 'no base URL yet'),
    ...(project === undefined ? [] : [`in ${project}`]),
    ...(stopped ? [`last deployment: ${stopped.code}`] : []),
  ].join('  ');

/** Where tools come from that have no address of a description. */
const DESCRIPTIONS = {
  openapi: 'uploaded',
  manual: 'none, tools are added manually',
  mcp: 'the MCP server at the base URL',
  toolset: 'none, the tools are those of other servers',
} as const;

/** Runs `portcullis server show <server id>`. */
async function show({ request, rest: [id = ''], print }: Context): Promise<undefined> {
  const server = await request<ServerView>('GET', `/v1/servers/${encodeURIComponent(id)}`);
  const { source, auth, exposition, signed, access, mcpUrl, signInUrl, project } = server;
  print(server, [
    lineOf(server),
    ...(project === undefined ? [] : [`  project: ${project}`]),
    `  description: ${source.url ?? DESCRIPTIONS[source.kind]}`,
    ...(source.members ?? []).map(({ serverId, prefix }) => `  member: ${serverId}, prefix ${prefix}`),
    `  credential: ${auth.type}${auth.missing ? ', missing' : ''}`,
    `  listing: ${exposition}${signed ? ', changes need approval' : ''}`,
    `  access: ${access}`,
    `  MCP URL: ${signInUrl ?? mcpUrl}`,
  ]);
}

/** Runs `portcullis server set <server id>`. */
async function set({ request, rest, values, input, print }: Context): Promise<undefined> {
  const [id = ''] = rest;
  const path = `/v1/servers/${encodeURIComponent(id)}`;
  const change = { ...settingsOf(values), ...(await headersOf(values, input)) };
  const server = await request<ServerView>('PATCH', path, change);
  const { name, headers } = server;
  const settings = Object.fromEntries(FLAGS.map(({ setting }) => [setting, server[setting]]));
  print({ serverId: id, ...settings, headers }, [
    `${name} (${id}): ${FLAGS.map(({ setting, tells }) => `${tells} ${shownAs(setting, server[setting])}`).join(', ')}.`,
    ...headers.map((header) => `  ${header.name}: ${header.value ?? '(sealed)'}`),
  ]);
}

/** `--headers`: a file or `-`, because a header may be sealed. Throws UsageError. */
async function headersOf(
  { headers }: Context['values'],
  input: Context['input'],
): Promise<{ readonly headers?: unknown }> {
  return headers === undefined ? {} : { headers: await headersFrom(headers, input) };
}

/** `--private`, with the authorities of `--authorities`. Throws UsageError. */
async function privateHostsOf({
  private: isPrivate = false,
  authorities,
  'base-url': baseUrl,
}: {
  readonly private?: boolean | undefined;
  readonly authorities?: string | undefined;
  readonly 'base-url'?: string | undefined;
}): Promise<object> {
  if (!isPrivate && authorities === undefined) return {};
  if (!isPrivate) throw new UsageError('--authorities goes with --private.');
  if (baseUrl === undefined || !URL.canParse(baseUrl)) throw new UsageError('--private goes with --base-url.');
  const entry = { origin: new URL(baseUrl).origin };
  if (authorities === undefined) return { privateHosts: [entry] };
  return { privateHosts: [{ ...entry, certificateAuthorities: await textOfFile(authorities) }] };
}

const textOfFile = async (path: string): Promise<string> => (await bytesOfFile(path)).toString();

async function bytesOfFile(path: string): Promise<Buffer> {
  try {
    return await readFile(pathFrom(path));
  } catch (error) {
    throw new UsageError(`${path}: ${unreadBecause(error)}.`);
  }
}

/** An address is read by the installation itself, when it imports; a file is sent to it. */
async function sourceOf(document: string): Promise<object> {
  if (/^https?:\/\//i.test(document)) return { kind: 'openapi', url: document };
  const bytes = await bytesOfFile(document);
  const isPacked = isZip(bytes) || isGzip(bytes);
  return { kind: 'openapi', document: isPacked ? { base64: bytes.toString('base64') } : bytes.toString() };
}
