/** The table of what needs a person: each condition finds what it is about, and nothing at a server that is well. */
import { describe, expect, test } from '@jest/globals';
import {
  type AttentionCondition,
  CONDITION_NAMES,
  type ServerState,
  type SignInTrouble,
} from '../../../../core/attention/conditions.ts';
import { attentionOf, byUrgency, withoutButton } from '../../../../core/attention/items.ts';
import type { ServerRow } from '../../../../core/model/server.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW + days * DAY).toISOString();

const WELL: ServerRow = {
  serverId: 'srv_000000000001',
  name: 'Orders',
  baseUrl: 'https://api.example.com/v1',
  source: { kind: 'manual' },
  auth: { type: 'none' },
  governance: {},
  exposition: 'auto',
  signed: true,
  status: 'live',
  bundle: { id: 'a', key: 'bundles/a', version: 1, tools: 3 } as unknown as NonNullable<ServerRow['bundle']>,
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: 'ann',
  updatedAt: '2026-11-19T00:00:00.000Z',
  version: 1,
};
const state = (server: Partial<ServerRow>, more: Partial<ServerState> = {}): ServerState => ({
  server: { ...WELL, ...server },
  signIns: [],
  tokens: [],
  breaker: undefined,
  refused: {},
  now: NOW,
  ...more,
});
const signIn = (kind: SignInTrouble['kind']): Partial<ServerState> => ({
  signIns: [{ origin: 'https://api.example.com', host: 'id.example.com', kind, since: inDays(-1) }],
});
const token = (days: number, more: object = {}) => ({
  label: 'Claude',
  createdAt: inDays(-30),
  expiresAt: inDays(days),
  lastUsedAt: inDays(-1),
  ...more,
});
const OPEN = { openedAt: NOW - 5_000, until: NOW + 25_000, reason: 'failures' } as const;
const MTLS = (days: number): Partial<ServerRow> => ({
  auth: { type: 'mutualTLS', origin: 'https://api.example.com', ciphertext: 'x', expiresAt: inDays(days) },
});

/** At least one case for each condition: what is said of it, how grave it is, and where it leads. */
const CASES: Readonly<Record<AttentionCondition, ReadonlyArray<readonly [ServerState, string, string, string]>>> = {
  credential_missing: [
    [
      state({ lacks: { at: inDays(-2), credentials: ['https://api.example.com', 'https://later.example.com'] } }),
      'No credential for api.example.com',
      'critical',
      '/settings/sign-in',
    ],
    [
      state({ auth: { type: 'bearer', awaits: 'dep_1', ciphertext: 'x' } }),
      'The credential has to be entered again',
      'critical',
      '/settings/sign-in',
    ],
  ],
  calls_waiting: [
    [state({}, { waitingCalls: [NOW - 60_000] }), 'A call waits for approval', 'warning', '/approvals'],
    [state({}, { waitingCalls: [NOW - 60_000, NOW] }), '2 calls wait for approval', 'warning', '/approvals'],
  ],
  not_live: [[state({ status: 'failed' }), 'The server is not live', 'critical', '/deployments']],
  sign_in_failed: [
    [state({}, signIn('missing')), 'Not connected yet', 'critical', ''],
    [state({}, signIn('changed')), 'It has to be connected again', 'critical', ''],
    [state({}, signIn('ended')), 'id.example.com no longer accepts the sign-in', 'critical', ''],
    [state({}, signIn('refused')), 'No access token from id.example.com', 'critical', '/settings/sign-in'],
  ],
  calls_stopped: [
    [state({ breaker: {} }, { breaker: OPEN }), 'The circuit breaker stops all calls', 'critical', ''],
    [
      state({ breaker: {} }, { breaker: { ...OPEN, soleToken: 'tok_1' } }),
      'The calls of a client are stopped for a while',
      'warning',
      '',
    ],
    [
      state(
        { breaker: {} },
        { breaker: { 'pause.tok_1': { at: NOW - 1, until: NOW + 1, reason: 'same_calls', tool: 'get' } } },
      ),
      'The calls of a client are stopped for a while',
      'warning',
      '',
    ],
  ],
  credential_ending: [
    [state(MTLS(13)), 'The client certificate for api.example.com expires soon', 'warning', '/settings/sign-in'],
    [state(MTLS(-1)), 'The client certificate for api.example.com has expired', 'critical', '/settings/sign-in'],
  ],
  approval_waiting: [
    [
      state({ stopped: { deployment: 'dep_1', code: 'surface_changed', at: inDays(-1) } }),
      'A changed API waits for approval',
      'warning',
      '/deployments',
    ],
  ],
  deployment_failed: [
    [
      state({ stopped: { deployment: 'dep_1', code: 'spec_unreachable', at: inDays(-1) } }),
      'The last deployment failed',
      'warning',
      '/deployments',
    ],
  ],
  change_not_live: [
    [
      state({ unsealed: 2, unsealable: { version: 2, code: 'schema_invalid', message: 'x' } }),
      'The last changes are not live',
      'warning',
      '',
    ],
  ],
  region_unconfirmed: [
    [
      state({ status: 'offline', unconfirmed: ['eu-west-1'] }),
      'Not every region knows that it is offline',
      'warning',
      '',
    ],
  ],
  tools_changed: [
    [state({}, { changedToolsAt: NOW - DAY }), 'The MCP server has changed tools', 'warning', '/deployments'],
  ],
  calls_refused: [
    [
      state({}, { refused: { rate_limited: 1_200, circuit_open: 34 } }),
      '1,234 calls were refused today',
      'notice',
      '/settings/access',
    ],
  ],
  token_ending: [
    [state({}, { tokens: [token(3)] }), 'The token “Claude” expires soon', 'notice', '/tokens'],
    [state({}, { tokens: [token(13), token(3)] }), '2 tokens expire soon', 'notice', '/tokens'],
  ],
};

const ALL = CONDITION_NAMES.flatMap((name) => CASES[name].map((each) => [name, ...each] as const));

test.each(ALL)('%s is found, and nothing else', (condition, given, title, severity, place) => {
  const items = attentionOf(given);

  expect(items.map((item) => [item.condition, item.title, item.severity, item.action.path])).toEqual([
    [condition, title, severity, `/servers/${WELL.serverId}${place}`],
  ]);
  expect(items[0]?.since).toMatch(/^2026-11-/);
});

/** Close to a condition, and no reason to call anybody. */
const QUIET: ReadonlyArray<readonly [string, ServerState]> = [
  ['a server that is well', state({})],
  [
    'one that is being deployed again',
    state({ stopped: { deployment: 'd', code: 'x', at: NOW.toString() }, deploying: 'e' }),
  ],
  ['one that is being deleted', state({ status: 'deleting', unconfirmed: ['eu-west-1'] })],
  ['a certificate that is good for long', state(MTLS(15))],
  ['a token that nobody uses', state({}, { tokens: [{ ...token(3), lastUsedAt: undefined as unknown as string }] })],
  ['a token that has expired', state({}, { tokens: [token(-1)] })],
  ['a token that never ends', state({}, { tokens: [{ label: 'a', createdAt: inDays(-1), lastUsedAt: inDays(-1) }] })],
  ['a few refused calls', state({}, { refused: { rate_limited: 49 } })],
  ['an opening that somebody has ended', state({ breaker: {}, resumedAt: inDays(0) }, { breaker: OPEN })],
  ['a breaker that was switched off', state({}, { breaker: OPEN })],
  [
    'a credential that waits for its import',
    state({ auth: { type: 'bearer', awaits: 'dep_1', ciphertext: 'x' }, deploying: 'dep_1.undo' }),
  ],
  [
    'a copy whose credential was given',
    state({ ...MTLS(90), lacks: { at: inDays(-2), credentials: ['https://api.example.com'] } }),
  ],
  ['a change that is being sealed', state({ unsealed: 2 })],
];

test.each(QUIET)('%s needs nobody', (_, given) => {
  expect(attentionOf(given)).toEqual([]);
});

describe('a list', () => {
  test('begins with what is most urgent, and of these with the newest', () => {
    const items = [
      ...attentionOf(state({}, { tokens: [token(3)] })),
      ...attentionOf(state({ stopped: { deployment: 'd', code: 'surface_changed', at: inDays(-3) } })),
      ...attentionOf(state({ stopped: { deployment: 'd', code: 'spec_invalid', at: inDays(-1) } })),
      ...attentionOf(state({ status: 'failed' })),
    ].sort(byUrgency);

    expect(items.map(({ condition }) => condition)).toEqual([
      'not_live',
      'deployment_failed',
      'approval_waiting',
      'token_ending',
    ]);
  });

  test('has ids that last as long as what they name', () => {
    const ids = (days: number) => attentionOf({ ...state(MTLS(3)), now: NOW + days * DAY }).map(({ id }) => id);

    expect(ids(0)).toEqual(['credential_ending srv_000000000001 client_certificate https://api.example.com']);
    expect(ids(10)).toEqual(ids(0));
  });

  test('shows viewers no button, and where it would be', () => {
    const [item] = attentionOf(state({ breaker: {} }, { breaker: OPEN }));

    expect(item?.action.operation).toBe('resumeCalls');
    expect(item && withoutButton(item).action).toEqual({ label: 'Open the server', path: '/servers/srv_000000000001' });
  });
});
