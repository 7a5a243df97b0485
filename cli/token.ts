/** `portcullis token list | create | link | revoke`: the connection tokens of a server, through the management API. */
import type { AnswerOf } from '../core/api/routes/index.ts';
import type { TokenView } from '../core/api/tokens.ts';
import { type ActionContext, actionCommand, COMMON_OPTIONS } from './command.ts';
import { UsageError } from './errors.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  label: { type: 'string' },
  days: { type: 'string' },
  'read-only': { type: 'boolean' },
} as const;

type Context = ActionContext<typeof OPTIONS>;

const DAY_MS = 86_400_000;

/** Runs `portcullis token`. */
export const tokenCommand = actionCommand<typeof OPTIONS>({
  name: 'token',
  options: OPTIONS,
  actions: { list, create, link, revoke },
  check(action, rest, { label, days }) {
    if (rest.length !== (action === 'revoke' ? 2 : 1)) {
      throw new UsageError(`token ${action} needs a server id${action === 'revoke' ? ' and a token id' : ''}.`);
    }
    if ((action === 'create' || action === 'link') && label === undefined) {
      throw new UsageError(`token ${action} needs --label.`);
    }
    if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) throw new UsageError('--days is a whole number.');
  },
});

const pathOf = ([id = '', token]: readonly string[]): string =>
  `/v1/servers/${encodeURIComponent(id)}/tokens${token === undefined ? '' : `/${encodeURIComponent(token)}`}`;

async function list({ request, rest, print }: Context): Promise<undefined> {
  const answer = await request<{ items: TokenView[] }>('GET', pathOf(rest));
  const lines = answer.items.map(
    ({ id, label, hint, status, expiresAt, lastUsedAt }) =>
      `${id}  ${status.padEnd(8)}  ••••${hint}  ${label}${expiresAt ? `, until ${expiresAt}` : ''}, ${lastUsedAt ? `used ${lastUsedAt}` : 'never used'}`,
  );
  print(answer, lines.length > 0 ? lines : ['No tokens.']);
}

export type MadeToken = AnswerOf<'createToken'>;

const newToken = ({ label, days, 'read-only': readOnly }: Context['values']) => ({
  label,
  ...(days !== undefined && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
  ...(readOnly && { scopes: { access: 'read' } }),
});

async function create({ request, rest, values, print }: Context): Promise<undefined> {
  const made = await request<MadeToken>('POST', pathOf(rest), newToken(values));
  print(made, madeLines(made));
}

/** What a person is told of a token that was made. */
export const madeLines = ({ token, mcpUrl }: MadeToken): string[] => [
  `✓ ${token.label} (${token.id}). Its MCP URL, shown once (whoever has it can call the tools):`,
  `  ${mcpUrl}`,
];

async function link({ request, rest: [id = ''], values, print }: Context): Promise<undefined> {
  const path = `/v1/servers/${encodeURIComponent(id)}/setup-links`;
  const made = await request<AnswerOf<'createSetupLink'>>('POST', path, newToken(values));
  print(made, [
    `✓ Opens once, until ${made.expiresAt}. Whoever opens it gets the token “${values.label}”:`,
    `  ${made.url}`,
  ]);
}

async function revoke({ request, rest, print }: Context): Promise<undefined> {
  await request<object>('DELETE', pathOf(rest));
  const [serverId = '', id = ''] = rest;
  print({ serverId, id }, [`✓ ${id} is revoked`]);
}
