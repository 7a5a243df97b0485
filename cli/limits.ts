/** `portcullis limits show | set | resume`: the limits and the circuit breaker of a server and its tokens, through the management API. */
import type { UsageView } from '../core/api/limits.ts';
import type { ServerView } from '../core/api/serverViews.ts';
import type { TokenView } from '../core/api/tokens.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { UsageError } from './errors.ts';

type Context = ActionContext<typeof COMMON_OPTIONS>;

/** Runs `portcullis limits`. */
export const limitsCommand = actionCommand<typeof COMMON_OPTIONS>({
  name: 'limits',
  options: COMMON_OPTIONS,
  actions: { show, set, resume },
  check(action, [id, ...others]) {
    if (id === undefined) throw new UsageError(`limits ${action} needs a server id.`);
    if (action !== 'set' && others.length > 0) throw new UsageError(`limits ${action} takes one server id.`);
  },
});

const pathOf = ([id = '']: readonly string[]): string => `/v1/servers/${encodeURIComponent(id)}`;

async function show({ request, rest, print }: Context): Promise<undefined> {
  const path = pathOf(rest);
  const server = await request<ServerView>('GET', path);
  const { items } = await request<{ items: TokenView[] }>('GET', `${path}/tokens`);
  const usage = await request<UsageView>('GET', `${path}/usage`);
  const tokens = items.filter(({ status, limits }) => status === 'active' && limits !== undefined);
  print(
    {
      limits: server.limits,
      breaker: server.breaker ?? null,
      tokens: tokens.map(({ id, limits }) => ({ id, limits })),
      usage,
    },
    [
      `${server.name}: ${server.id}`,
      ...(['server', 'token', 'person'] as const).map((whom) => `  ${whom}: ${numbersText(server.limits[whom])}`),
      `  breaker: ${numbersText(server.breaker)}`,
      ...tokens.map(({ id, label, limits }) => `  ${id} (${label}): ${numbersText(limits)}`),
      ...stateLines(usage),
    ],
  );
}

function stateLines({ server, refused, breaker }: UsageView): string[] {
  return [
    ...(server.calls === undefined ? [] : [`  used today: ${server.calls} calls`]),
    ...(server.answerBytes === undefined ? [] : [`  used today: ${server.answerBytes} bytes of answers`]),
    ...refused.map(({ code, calls }) => `  refused today: ${calls} ${code}`),
    ...(breaker === undefined || breaker.state === 'closed'
      ? []
      : [
          `  calls ${breaker.token === undefined ? '' : `of ${breaker.token} `}are stopped: ${breaker.reason} since ${breaker.openedAt}, until ${breaker.until}`,
        ]),
    ...(breaker?.paused ?? []).map(({ token, reason, until }) => `  ${token} is stopped until ${until}: ${reason}`),
  ];
}

const numbersText = (numbers: Readonly<Record<string, number | undefined>> | undefined): string =>
  Object.entries(numbers ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(' ') || 'none';

async function set({ request, rest, print }: Context): Promise<undefined> {
  const path = pathOf(rest);
  const [, whom, ...given] = rest;
  if (whom === undefined || given.length === 0) {
    throw new UsageError('limits set needs a server id, whom to limit, and name=value or none.');
  }
  const limits = numbersOf(given);
  if (whom.startsWith('tok_')) {
    const own = given[0] === 'inherited' ? null : (limits ?? {});
    const token = await request<TokenView>('PATCH', `${path}/tokens/${encodeURIComponent(whom)}`, { limits: own });
    print(token, [`✓ ${whom}: ${own === null ? 'as the server says' : numbersText(token.limits)}`]);
    return;
  }
  if (!['server', 'token', 'person', 'breaker'].includes(whom)) {
    throw new UsageError('limits are set on server, token, person, breaker or the id of a token.');
  }
  const change = whom === 'breaker' ? { breaker: limits } : { limits: { [whom]: limits } };
  const server = await request<ServerView>('PATCH', path, change);
  const now = whom === 'breaker' ? server.breaker : server.limits[whom as 'server' | 'token' | 'person'];
  print(server, [`✓ ${server.name}, ${whom}: ${numbersText(now)}`]);
}

/** The numbers of `name=value …`; null for `none` and `inherited`. The API checks names and ranges. */
function numbersOf(given: readonly string[]): Record<string, number> | null {
  if (given.length === 1 && (given[0] === 'none' || given[0] === 'inherited')) return null;
  return Object.fromEntries(
    given.map((part) => {
      const [, name, value] = /^([A-Za-z]{1,40})=(\d{1,15})$/.exec(part) ?? [];
      if (name === undefined) throw new UsageError(`${JSON.stringify(part)} is not name=number.`);
      return [name, Number(value)];
    }),
  );
}

async function resume({ request, rest, print }: Context): Promise<undefined> {
  await request('POST', `${pathOf(rest)}/resume`);
  print({}, ['✓ Calls pass again.']);
}
