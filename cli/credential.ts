/** `portcullis credential set | remove | check`: the upstream credentials of a server, of any kind, through the management API. */
import type { AnswerOf } from '../core/api/routes/index.ts';
import type { ServerView } from '../core/api/serverViews.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { awaitedConsents, consentLines } from './consent.ts';
import { credentialFrom } from './credentialFile.ts';
import { UsageError } from './errors.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  credential: { type: 'string' },
  origin: { type: 'string' },
  'base-url': { type: 'string' },
} as const;

type Context = ActionContext<typeof OPTIONS>;

/** Runs `portcullis credential`. The exit code is 1 if `check` finds a credential that does not work. */
export const credentialCommand = actionCommand<typeof OPTIONS>({
  name: 'credential',
  options: OPTIONS,
  actions: { set, remove, check },
  check(action, rest, { origin, 'base-url': baseUrl }) {
    if (baseUrl !== undefined && (action !== 'set' || origin !== undefined)) {
      throw new UsageError('--base-url goes with credential set, and not with --origin.');
    }
    if (rest.length > 1) throw new UsageError(`credential ${action} takes one server id.`);
  },
});

async function set(context: Context): Promise<undefined> {
  const { request, stack, rest, values, input, print } = context;
  const [id] = rest;
  const { credential, origin } = values;
  if (id === undefined || credential === undefined) {
    throw new UsageError('credential set needs a server id and --credential <file.json>, or - for standard input.');
  }
  const server = await replaced(context, id, await credentialFrom(credential, input));
  const connect = await awaitedConsents(request, stack.url, id);
  print({ ...server, connect }, [`✓ ${titleOf(server)}: ${heldAt(server, origin)}`, ...consentLines(connect)]);
}

async function remove(context: Context): Promise<undefined> {
  const { rest, values, print } = context;
  const [id] = rest;
  const { credential, origin } = values;
  if (id === undefined || credential !== undefined)
    throw new UsageError('credential remove needs a server id and nothing else.');
  const server = await replaced(context, id, { type: 'none' });
  print(server, [`✓ ${titleOf(server)}: ${heldAt(server, origin)}`]);
}

async function check({ request, rest, values, input, print }: Context): Promise<number> {
  const [id] = rest;
  const { credential, origin } = values;
  if (origin !== undefined)
    throw new UsageError('credential check looks at all hosts of the server; leave --origin out.');
  if ((id === undefined) === (credential === undefined)) {
    throw new UsageError('credential check needs a server id, or --credential for one that is not stored yet.');
  }
  if (credential !== undefined) {
    const auth = await credentialFrom(credential, input);
    const result = await request<AnswerOf<'tryCredential'>>('POST', '/v1/credentials/check', { auth });
    print(result, [lineOf(result, 'the sign-in')]);
    return result.works ? 0 : 1;
  }
  const answer = await request<AnswerOf<'checkCredentials'>>('POST', `${pathOf(id)}/credentials/check`);
  const lines = answer.items.map((item) => lineOf(item, `${item.type} for ${item.origin}`));
  print(answer, lines.length > 0 ? lines : ['The server has no credential.']);
  return answer.items.every(({ works }) => works) ? 0 : 1;
}

const pathOf = (id = ''): string => `/v1/servers/${encodeURIComponent(id)}`;

async function replaced({ request, values }: Context, id: string, auth: object): Promise<ServerView> {
  const { origin, 'base-url': baseUrl } = values;
  if (baseUrl !== undefined) return request<ServerView>('PATCH', pathOf(id), { baseUrl, auth });
  const body = { ...auth, ...(origin !== undefined && { origin }) };
  return request<ServerView>('PUT', `${pathOf(id)}/credentials`, body);
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

const lineOf = ({ works, code, message, instance }: AnswerOf<'tryCredential'>, what: string): string => {
  if (!works) return `✗ ${what}: ${code}: ${message}`;
  return `✓ ${what}${instance === undefined ? '' : `; the API of this account is at ${instance}, which is not the base URL`}`;
};
