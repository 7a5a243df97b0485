/** The plan of a declaration: nothing where nothing differs, and for each member that differs exactly its step. */
import { describe, expect, test } from '@jest/globals';
import { declarationFile } from '../../../core/api/declarations.ts';
import type { ServerView } from '../../../core/api/serverViews.ts';
import { needsOf } from '../../../core/declarations/check.ts';
import { planInstallation } from '../../../core/declarations/installation.ts';
import { planServer } from '../../../core/declarations/plan.ts';
import { readDeclarations } from '../../../core/declarations/read.ts';
import type { Observed, ObservedTool } from '../../../core/declarations/step.ts';
import { shownSettings } from '../../../core/model/serverSettings.ts';
import { EVENT_TYPES } from '../../../core/telemetry/events/events.ts';

const ID = 'tool_01JD0000000000000000000000';

const SERVER = {
  id: 'srv_000000000000',
  declared: 'main/orders',
  name: 'Orders',
  baseUrl: 'https://api.example.com/v1',
  source: { kind: 'openapi', url: 'https://docs.example.com/a.json' },
  auth: { type: 'header', headerName: 'X-Key', origin: 'https://api.example.com' },
  hosts: [],
  privateHosts: [],
  governance: { overrides: {} },
  exposition: 'auto',
  signed: true,
  access: 'tokens',
  accessRules: [],
  headers: [],
  ...shownSettings({}),
  status: 'live',
  bundle: { id: 'b', version: 1, tools: 1, exposition: 'flat' },
} as unknown as ServerView;
const TOOL = {
  id: ID,
  name: 'list_orders',
  title: 'List orders',
  description: 'Lists.',
  verb: 'GET',
  path: '/orders',
  tag: '',
  origin: 'import',
  enabled: true,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  cacheHint: 'none',
  edited: [],
} as unknown as ObservedTool;
const OBSERVED: Observed = { server: SERVER, tools: [TOOL], tokens: [] };

const SAME = {
  name: 'Orders',
  source: { kind: 'openapi', url: 'https://docs.example.com/a.json' },
  baseUrl: 'https://api.example.com/v1',
  auth: { type: 'header', name: 'X-Key', value: { env: 'KEY' } },
  hosts: [],
  privateHosts: [],
  governance: {},
  exposition: 'auto',
  signed: true,
  access: 'tokens',
  accessRules: [],
  headers: [],
  tools: { 'GET /orders': { enabled: true } },
  tokens: [],
  limits: {},
  breaker: null,
  credentials: 'shared',
};

function planOf(server: object, observed: Observed | undefined = OBSERVED, credentials = false) {
  const { declarations, faults } = readDeclarations([
    { path: 'a.json', text: JSON.stringify({ kind: 'portcullis-servers', version: 1, servers: { orders: server } }) },
  ]);
  expect(faults).toEqual([]);
  const plan = planServer(declarations[0] as (typeof declarations)[number], observed, { credentials });
  const below = `/v1/servers/${SERVER.id}`;
  return { ...plan, steps: plan.steps.map((step) => ({ ...step, path: step.path.replace(below, '') })) };
}

test('nothing is done where nothing differs', () => {
  expect(planOf(SAME)).toEqual({ steps: [], faults: [] });
  expect(planOf({ source: { kind: 'openapi' } })).toEqual({ steps: [], faults: [] });
});

describe('of what differs exactly that is sent', () => {
  test.each<[string, object, Array<[string, object?]>]>([
    ['name', { name: 'Other' }, [['', { name: 'Other' }]]],
    [
      'path of the base URL',
      { baseUrl: 'https://api.example.com/v2' },
      [['', { baseUrl: 'https://api.example.com/v2' }]],
    ],
    [
      'host of the base URL',
      { baseUrl: 'https://eu.example.com' },
      [['', { baseUrl: 'https://eu.example.com', auth: SAME.auth }]],
    ],
    [
      'kind of credential',
      { auth: { type: 'none' } },
      [['/credentials', { type: 'none', origin: 'https://api.example.com' }]],
    ],
    [
      'public part of a credential',
      { auth: { ...SAME.auth, name: 'X-Other' } },
      [['/credentials', { ...SAME.auth, name: 'X-Other', origin: 'https://api.example.com' }]],
    ],
    [
      'hosts',
      { hosts: [{ origin: 'https://f.example.com/' }] },
      [['', { hosts: [{ origin: 'https://f.example.com', approved: true }] }]],
    ],
    [
      'private hosts',
      { privateHosts: [{ origin: 'https://api.example.com' }] },
      [['', { privateHosts: [{ origin: 'https://api.example.com', private: true, certificateAuthorities: null }] }]],
    ],
    ['governance', { governance: { maxItems: 9 } }, [['', { governance: { maxItems: 9 } }]]],
    ['exposition', { exposition: 'flat' }, [['', { exposition: 'flat' }]]],
    ['signing', { signed: false }, [['', { signed: false }]]],
    ['a boolean setting', { traceContext: true }, [['', { traceContext: true }]]],
    ['a number', { upstreamMs: 9_000 }, [['', { upstreamMs: 9_000 }]]],
    ['a choice', { listStyle: 'comma' }, [['', { listStyle: 'comma' }]]],
    ['limits', { limits: { token: { callsPerDay: 1 } } }, [['', { limits: { token: { callsPerDay: 1 } } }]]],
    ['the breaker', { breaker: { sameCalls: 5 } }, [['', { breaker: { sameCalls: 5 } }]]],
    [
      'questions',
      { elicitation: { confirm: 'always', missing: false } },
      [['', { elicitation: { confirm: 'always', missing: false } }]],
    ],
    ['headers', { headers: [{ name: 'X-A', value: '1' }] }, [['', { headers: [{ name: 'X-A', value: '1' }] }]]],
    ['a tool switched off', { tools: { 'GET /orders': { enabled: false } } }, [[`/tools/${ID}`, { enabled: false }]]],
    [
      'annotations, in part',
      { tools: { list_orders: { annotations: { readOnlyHint: false } } } },
      [[`/tools/${ID}`, { annotations: { readOnlyHint: false } }]],
    ],
    [
      'marks',
      { tools: { list_orders: { redaction: { fields: { id: 'keep' } } } } },
      [[`/tools/${ID}`, { redaction: { fields: { id: 'keep' } } }]],
    ],
    ['the way of access', { access: 'both' }, [['', { access: 'both' }]]],
    [
      'rules, with tools by name',
      { accessRules: [{ opens: 'all', tools: ['list_orders'] }] },
      [['', { accessRules: [{ opens: 'all', tools: [ID] }] }]],
    ],
    [
      'sentences',
      { selection: [{ sentence: 'show my orders', tool: 'GET /orders' }] },
      [['/selection', { sentences: [{ sentence: 'show my orders', tool: ID }] }]],
    ],
    [
      'a deleted tool',
      { tools: { 'GET /orders': { deleted: true }, 'GET /nowhere': { deleted: true } } },
      [[`/tools/${ID}`]],
    ],
    ['offline', { offline: true }, [['/status', { status: 'offline' }]]],
    [
      'tokens',
      { tokens: [{ label: 'CI', scopes: { tools: ['GET /orders'] } }] },
      [['/tokens', { label: 'CI', scopes: { tools: [ID] } }]],
    ],
  ])('%s', (_, change, sent) => {
    const { steps, faults } = planOf({ ...SAME, ...change });

    expect(faults).toEqual([]);
    expect(steps.map(({ path, body }) => [path, body])).toEqual(sent);
  });

  test('another source is imported, also where a run was ended before the import', () => {
    const url = 'https://docs.example.com/b.json';
    const source = { kind: 'openapi' as const, url };
    const begun: Observed = {
      ...OBSERVED,
      server: { ...SERVER, source: { ...source, changedAt: '2026-01-02T00:00:00.000Z' } },
    };

    const kinds = (observed: Observed) => planOf({ ...SAME, source }, observed).steps.map(({ kind }) => kind);

    expect(kinds(OBSERVED)).toEqual(['change', 'deploy']);
    expect(kinds({ ...begun, importedAt: '2026-01-01T00:00:00.000Z' })).toEqual(['deploy']);
    expect(kinds({ ...begun, importedAt: '2026-01-03T00:00:00.000Z' })).toEqual([]);
  });

  test('what a section has no more is taken back', () => {
    const observed: Observed = {
      server: {
        ...SERVER,
        governance: { ...SERVER.governance, overrides: { maxItems: 3 } },
        limits: { server: { callsPerDay: 1 } },
        hosts: [{ origin: 'https://f.example.com', auth: { type: 'none' }, approvedAt: '', approvedBy: '' }],
      },
      tools: [
        { ...TOOL, edited: ['title'] },
        { ...TOOL, id: `${ID.slice(0, -1)}1`, name: 'mine', path: '/mine', origin: 'manual' },
      ],
      tokens: [],
    };

    expect(
      planOf({ ...SAME, tools: {} }, observed).steps.map(({ method, path, body }) => [method, path, body]),
    ).toEqual([
      [
        'PATCH',
        '',
        {
          hosts: [{ origin: 'https://f.example.com', approved: false }],
          governance: { maxItems: null },
          limits: { server: null },
        },
      ],
      ['DELETE', `/tools/${ID.slice(0, -1)}1`, undefined],
      ['PATCH', `/tools/${ID}`, { reset: ['title'] }],
    ]);
  });
});

test('what cannot be done is told', () => {
  const token = { id: 'tok', label: 'CI', status: 'active' } as never;
  expect(
    planOf({ ...SAME, tokens: [{ label: 'CI', scopes: { access: 'read' } }] }, { ...OBSERVED, tokens: [token] }).faults,
  ).toEqual([expect.stringContaining('other scopes, which cannot be changed')]);
  expect(planOf({ ...SAME, tools: { 'GET /x': {} } }).faults).toEqual(['has no tool "GET /x"']);
  expect(planOf({ name: 'Orders', source: { kind: 'manual' }, baseUrl: SAME.baseUrl }).faults).toEqual([
    expect.stringContaining('was made with a source of kind openapi'),
  ]);
  expect(
    planOf({ source: { kind: 'openapi' } }, { ...OBSERVED, server: { ...SERVER, deploying: 'dep_1' } }).steps,
  ).toMatchObject([{ kind: 'wait' }]);
});

describe('files', () => {
  const faultsOf = (text: string) => readDeclarations([{ path: 'a.yaml', text }]).faults.map(({ message }) => message);
  const bomb = `a: &a [1,1,1,1,1,1,1,1,1]\n${'bcdef'
    .split('')
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`)}]`)
    .join('\n')}`;

  test.each([
    ['no YAML', 'a: [', 'is neither YAML nor JSON (see line'],
    ['a name twice', '{"a": 1, "a": 2}', 'has a name twice'],
    ['aliases that expand', bomb, 'has more than 200000 values'],
    ['too many bytes', `# ${'x'.repeat(2_100_000)}`, 'is larger than 2097152 bytes'],
    ['another kind', 'kind: other\nversion: 1\nservers: {}', 'must be "portcullis-servers"'],
  ])('with %s are refused', (_, text, message) => {
    expect(faultsOf(text)).toContainEqual(expect.stringContaining(message));
  });

  test('may be YAML, with the header for editors', () => {
    const text =
      '# yaml-language-server: $schema=x\nkind: portcullis-servers\nversion: 1\ngroup: pay\nservers:\n  a: {source: {kind: openapi, url: "https://a.example.com/x"}}\n';
    expect(readDeclarations([{ path: 'a.yaml', text }])).toMatchObject({
      faults: [],
      declarations: [{ key: 'pay/a' }],
    });
    expect(declarationFile.shape.kind.value).toBe('portcullis-servers');
  });
});

test('a secret that the sandbox reads for its calls is named as a credential names it, and nobody is asked for it', () => {
  const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders-Ab12Cd';
  const value = { secretsManager: arn, key: 'token', at: 'call' };

  const { steps } = planOf({ ...SAME, auth: { ...SAME.auth, value } }, OBSERVED, true);

  const sent = steps.find(({ kind }) => kind === 'credential');
  expect(JSON.stringify(sent?.body)).toContain(`{{resolve:secretsmanager:${arn}:SecretString:token}}`);
  expect(needsOf(steps)).toBeUndefined();
});

describe('of the installation', () => {
  const HOOK = {
    id: 'whk_0123456789abcdefghijkl',
    name: 'Ops',
    origin: 'https://ops.example.com',
    types: ['call.failed.v1'],
  };
  const planned = (webhook: object, items: readonly object[] = [HOOK], enabled = true) =>
    planInstallation({ webhooks: [webhook] } as never, { webhooks: { enabled, items } } as never);
  const url = { env: 'OPS_URL' };

  test('a webhook is made by its name, and nothing is done for one that is as declared', () => {
    expect(planned({ name: 'Ops', url, types: HOOK.types })).toEqual({ steps: [], faults: [] });
    expect(planned({ name: 'Ops', url: 'https://ops.example.com/a', types: HOOK.types })).toEqual({
      steps: [],
      faults: [],
    });
    expect(planned({ name: 'Other', url }).steps).toMatchObject([
      { kind: 'webhook', method: 'POST', path: '/v1/webhooks', body: { name: 'Other', url, types: [...EVENT_TYPES] } },
    ]);
  });

  test('its types are changed, its host is not, and none is made where events are off', () => {
    expect(planned({ name: 'Ops', url, types: [EVENT_TYPES[0], EVENT_TYPES[1]] }).steps).toMatchObject([
      { method: 'PATCH', path: `/v1/webhooks/${HOOK.id}`, body: { types: [EVENT_TYPES[0], EVENT_TYPES[1]] } },
    ]);
    expect(planned({ name: 'Ops', url: 'https://other.example.com/a' }).faults).toEqual([
      expect.stringContaining('at https://ops.example.com, which cannot be changed'),
    ]);
    expect(planned({ name: 'Ops', url }, [], false).faults).toEqual([expect.stringContaining('events are off')]);
  });

  test('what it shares is declared in one file', () => {
    const text = 'kind: portcullis-servers\nversion: 1\nsettings: { governance: { mode: strict } }\n';

    const { installation, faults } = readDeclarations([
      { path: 'a.yaml', text },
      { path: 'b.yaml', text },
    ]);

    expect(installation[0]).toEqual({ path: 'a.yaml', settings: { governance: { mode: 'strict' } } });
    expect(faults).toEqual([
      { place: 'b.yaml', message: 'has settings or webhooks, as a.yaml does; declare them in one file.' },
    ]);
  });
});
