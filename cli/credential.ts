/** `portcullis credential set | remove | check`: the upstream credentials of a server, of any kind, through the management API. */
import type { ServerView } from '../core/api/servers.ts';
import { awaitedConsents, consentLines } from './consent.ts';
import { credentialFrom } from './credentialFile.ts';
import { UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { type ApiRequest, apiClient, bodyOf, type Environment, type Stack, stackOf } from './stack.ts';
import { printable } from './table.ts';
import { usageOf } from './usage.ts';

interface Checked {
  readonly origin?: string;
  readonly type?: string;
  readonly works: boolean;
  readonly instance?: string;
  readonly code?: string;
  readonly message?: string;
}

interface Command {
  readonly request: ApiRequest;
  readonly stack: Stack;
  readonly id: string | undefined;
  readonly origin: string | undefined;
  /** Another base URL, which is set together with the credential. */
  readonly baseUrl: string | undefined;
  /** Reads the credential of `--credential`; undefined without that option. */
  readonly given: (() => Promise<object>) | undefined;
  /** The answer as JSON, or as lines of text. */
  readonly print: (body: object, lines: readonly string[]) => void;
}

/**
 * Runs `portcullis credential`.
 * @param input standard input, for `--credential -`
 * @returns the exit code: 1 if `check` finds a credential that does not work
 * @throws UsageError
 * @throws CliError with the error of the API
 */
export async function credentialCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  {
    environment = process.env,
    input = process.stdin,
  }: { environment?: Environment; input?: NodeJS.ReadableStream } = {},
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (values.help) {
    out.write(usageOf('credential'));
    return 0;
  }
  const [action, id, ...others] = positionals;
  const { credential, origin } = values;
  if (values['base-url'] !== undefined && (action !== 'set' || origin !== undefined)) {
    throw new UsageError('--base-url goes with credential set, and not with --origin.');
  }
  const run =
    action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : undefined;
  if (run === undefined) throw new UsageError('credential needs an action: set, remove or check.');
  if (others.length > 0) throw new UsageError(`credential ${action} takes one server id.`);
  const stack = await stackOf(values, environment);
  return run({
    request: apiClient(stack),
    stack,
    id,
    origin,
    baseUrl: values['base-url'],
    given: credential === undefined ? undefined : () => credentialFrom(credential, input),
    print: (body, lines) =>
      out.write(values.json ? `${JSON.stringify(body, null, 2)}\n` : `${lines.map(printable).join('\n')}\n`),
  });
}

const ACTIONS = { set, remove, check };

async function set(command: Command): Promise<number> {
  const { request, stack, id, given, print } = command;
  if (id === undefined || given === undefined) {
    throw new UsageError('credential set needs a server id and --credential <file.json>, or - for standard input.');
  }
  const server = await replaced(command, id, await given());
  const connect = await awaitedConsents(request, stack.url, id);
  print({ ...server, connect }, [`✓ ${titleOf(server)}: ${heldAt(server, command.origin)}`, ...consentLines(connect)]);
  return 0;
}

async function remove(command: Command): Promise<number> {
  const { id, given, print } = command;
  if (id === undefined || given !== undefined)
    throw new UsageError('credential remove needs a server id and nothing else.');
  const server = await replaced(command, id, { type: 'none' });
  print(server, [`✓ ${titleOf(server)}: ${heldAt(server, command.origin)}`]);
  return 0;
}

async function check({ request, id, origin, given, print }: Command): Promise<number> {
  if (origin !== undefined)
    throw new UsageError('credential check looks at all hosts of the server; leave --origin out.');
  if ((id === undefined) === (given === undefined)) {
    throw new UsageError('credential check needs a server id, or --credential for one that is not stored yet.');
  }
  if (given !== undefined) {
    const result = bodyOf(await request<Checked>('POST', '/v1/credentials/check', { auth: await given() }));
    print(result, [lineOf(result, 'the sign-in')]);
    return result.works ? 0 : 1;
  }
  const answer = bodyOf(await request<{ items: Checked[] }>('POST', `${pathOf(id)}/credentials/check`));
  const lines = answer.items.map((item) => lineOf(item, `${item.type} for ${item.origin}`));
  print(answer, lines.length > 0 ? lines : ['The server has no credential.']);
  return answer.items.every(({ works }) => works) ? 0 : 1;
}

const pathOf = (id = ''): string => `/v1/servers/${encodeURIComponent(id)}`;

async function replaced({ request, origin, baseUrl }: Command, id: string, auth: object): Promise<ServerView> {
  if (baseUrl !== undefined) return bodyOf(await request<ServerView>('PATCH', pathOf(id), { baseUrl, auth }));
  const body = { ...auth, ...(origin !== undefined && { origin }) };
  return bodyOf(await request<ServerView>('PUT', `${pathOf(id)}/credentials`, body));
}

const titleOf = ({ name, id }: ServerView): string => `${name} (${id})`;

/** What the server has now, for the origin that the command named. */
function heldAt({ auth, hosts, baseUrl }: ServerView, named: string | undefined): string {
  const host = hosts.find(
    ({ origin }) => named !== undefined && URL.canParse(named) && origin === new URL(named).origin,
  );
  const { type, origin = baseUrl } = host ? { origin: host.origin, ...host.auth } : auth;
  return type === 'none' ? `no credential for ${origin}` : `${type} for ${origin}`;
}

const lineOf = ({ works, code, message, instance }: Checked, what: string): string => {
  if (!works) return `✗ ${what}: ${code}: ${message}`;
  return `✓ ${what}${instance === undefined ? '' : `; the API of this account is at ${instance}, which is not the base URL`}`;
};

const OPTIONS = {
  credential: { type: 'string' },
  origin: { type: 'string' },
  'base-url': { type: 'string' },
  json: { type: 'boolean' },
  stack: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
