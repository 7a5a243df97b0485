/**
 * The work of a request in mcp-rpc has a budget (budget.json), counted and not timed: operations on tables by name, objects, keys,
 * invocations, log lines, texts, promises. More of anything fails, with the line that grew; whoever needs more writes the new count and says
 * why, and runs `npm run bench -- mcp` before and after.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { bundleKey, sealBundle } from '../../../../aws/services/bundles.ts';
import { tokenHashKey } from '../../../../aws/services/keys.ts';
import { hashToken, newToken } from '../../../../core/auth/tokens/format.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import type { Bundle } from '../../../../core/model/bundle.ts';
import { DEFAULT_GOVERNANCE, type GovernanceSettings } from '../../../../core/model/governance/settings.ts';
import type { SandboxFrame } from '../../../../core/sandbox/protocol.ts';
import { withGovernance } from '../../../../core/tools/bundle/build.ts';
import { composeToolset } from '../../../../core/tools/toolset/compose.ts';
import { bundleOf, bundleTool, SERVER } from '../../../support/bundles.ts';
import { directAws, streamed } from '../../../support/directAws.ts';
import { callHandler } from '../../../support/functionUrl.ts';
import { memoryIot, memoryKms, memoryS3 } from '../../../support/memoryAws.ts';
import { beyond, steadilyBeyond, type Work, workOf } from '../../../support/work.ts';

Object.assign(process.env, {
  TABLE_AUDIT: 'audit',
  TABLE_TOKENS: 'tokens',
  TABLE_SERVERS: 'servers',
  TABLE_SESSIONS: 'sessions',
  BUCKET_BUNDLES: 'bundles',
  FUNCTION_SANDBOX: 'sandbox',
  KEY_TOKENS: 'tokens',
  KEY_SIGNING: 'signing',
  KEY_CREDENTIALS: 'credentials',
  AWS_REGION: 'eu-central-1',
  ORIGIN_SECRET: JSON.stringify({ current: 'secret' }),
});
const BUDGET = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')) as Readonly<
  Record<string, Work>
>;
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const OPERATIONS = [
  'BatchGetItem',
  'GetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'TransactWriteItems',
  'InvokeWithResponseStream',
];

const aws = directAws();
const objects = memoryS3();
memoryKms();
memoryIot(() => {});
const token = newToken(SERVER);
const FULL_SERVER = 'srv_Full00Server';
const fullToken = newToken(FULL_SERVER);
const TOOLSET = 'srv_Toolset00000';
const toolsetToken = newToken(TOOLSET);
const MEMBER = 'srv_Member000000';
const TOKENS: Readonly<Record<string, string>> = { fullCall: fullToken, toolsetCall: toolsetToken };
let handler: unknown;
let server: { readonly serverId: string };

/** A server with everything on that is decided for each call. How often calls of a day are counted depends on how fast they come. */
const OPTIONS = {
  limits: {
    server: { concurrentCalls: 10 },
    token: { concurrentCalls: 5, answerBytesPerDay: 1_000_000_000 },
  },
  breaker: { failurePercent: 50, slowMs: 5_000, sameCalls: 1_000, failuresInRow: 100 },
};
const GOVERNANCE = {
  answerDays: 7,
  holdAnswers: true,
  chooseFields: true,
  checkArguments: 'tell',
  placeholders: ['email'],
  pseudonyms: true,
} as const satisfies Partial<GovernanceSettings>;

const frame: SandboxFrame = {
  frame: 'result',
  outcome: {
    content: [{ type: 'text', text: '{"id":7,"name":"Lamp"}' }],
    isError: false,
    status: 200,
    upstreamMs: 1,
    bytesIn: 22,
    bytesOut: 22,
    redactions: { count: 0, byType: {}, pointers: [] },
    truncations: [],
    auditArguments: { id: 7 },
    digest: 'd'.repeat(64),
  },
};
const REQUESTS: Readonly<Record<string, readonly [method: string, params: object]>> = {
  call: ['tools/call', { name: 'read', arguments: { id: 7 } }],
  fullCall: ['tools/call', { name: 'read', arguments: { id: 7, _fields: ['id'] } }],
  toolsetCall: ['tools/call', { name: 'read', arguments: { id: 7 } }],
  changingCall: ['tools/call', { name: 'remove', arguments: { id: 7 } }],
  list: ['tools/list', {}],
  discover: ['server/discover', {}],
};

beforeAll(async () => {
  const schema = { type: 'object', properties: { id: { type: 'integer' } } } as const;
  const tools = Array.from({ length: 40 }, (_, at) => bundleTool(at === 0 ? 'read' : `read_${at}`, { schema }));
  const all = [...tools, bundleTool('remove', { schema, annotations: annotationsOf({ verb: 'DELETE' }) })];
  const plain = bundleOf(all);
  const full = bundleOf(all, GOVERNANCE);
  const rowOf = async (bundle: Bundle, more: object) => {
    const sealed = await sealBundle(bundle);
    objects.set(`bundles/${bundleKey(bundle.serverId, sealed.ref.id)}`, Buffer.from(sealed.bytes));
    const ref = { ...sealed.ref, version: 1, tools: 41 };
    return { serverId: bundle.serverId, status: 'live', bundle: ref, auth: { type: 'none' }, ...more };
  };
  const plainServer = await rowOf(plain, {});
  server = plainServer;
  const fullServer = await rowOf(
    { ...full, serverId: FULL_SERVER, upstream: { ...full.upstream, traceContext: true } },
    OPTIONS,
  );
  const own = { ...plain, serverId: MEMBER };
  const memberServer = await rowOf(own, { source: { kind: 'manual' } });
  const member = { serverId: MEMBER, prefix: 'own' };
  const composed = composeToolset(
    { serverId: TOOLSET, name: 'All', exposition: 'flat' },
    [{ member, name: 'Own', bundleId: memberServer.bundle.id, bundle: own, tools: own.tools, rows: [] }],
    DEFAULT_GOVERNANCE,
  );
  const toolset = await rowOf(withGovernance(composed.section, composed.governance), {
    source: { kind: 'toolset', members: [member] },
  });
  const key = await tokenHashKey();
  const found = new Map(
    [plainServer, fullServer, toolset, memberServer].map((row, at) => {
      const { serverId } = row;
      const tokenHash = hashToken(key, [token, fullToken, toolsetToken][at] ?? '');
      const held = marshall({ tokenHash, tokenId: `tok_${at}`, label: 'Laptop', serverId });
      return [serverId, { held, row: marshall(row, { removeUndefinedValues: true }) }] as const;
    }),
  );
  aws.on('BatchGetItem', ({ RequestItems }) => {
    const { servers } = RequestItems as { servers: { Keys: { serverId: { S: string } }[] } };
    const read = servers.Keys.map(({ serverId }) => found.get(serverId.S));
    return { Responses: { tokens: [read[0]?.held], servers: read.map((each) => each?.row), sessions: [] } };
  });
  aws.on('PutItem', () => ({}));
  // A counter in which other calls were counted before.
  aws.on('UpdateItem', () => ({ Attributes: marshall({ taken: 100 }) }));
  aws.on('InvokeWithResponseStream', () => streamed(Buffer.from(`${JSON.stringify(frame)}\n`)));
  ({ handler } = (await import('../../../../lambdas/mcp-rpc/handler.ts')) as { handler: unknown });
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

/** One request, as a client sends it. */
async function ask(name: string): Promise<void> {
  const [method, params] = REQUESTS[name] as (typeof REQUESTS)[string];
  const called = callHandler(handler, {
    path: `/${TOKENS[name] ?? token}/mcp`,
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...('name' in params && { 'mcp-name': String(params.name) }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: ENVELOPE } }),
  });
  await called.done;
  if (called.status !== 200 || called.text.includes('"isError":true')) throw new Error(called.text);
}

/** The work of one request once everything is cached, with the operations on AWS. */
async function measured(name: string, more: () => Promise<unknown> = async () => {}): Promise<Work> {
  for (let warm = 0; warm < 3; warm++) await ask(name);
  const before = OPERATIONS.map((operation) => aws.calls(operation).length);
  const work = await workOf(async () => {
    await ask(name);
    await more();
  });
  const made = OPERATIONS.map((operation, at) => [operation, aws.calls(operation).length - (before[at] ?? 0)] as const);
  return { ...Object.fromEntries(made.filter(([, count]) => count > 0)), ...work };
}

test.each(Object.keys(REQUESTS))('%s does no more than its budget', async (name) => {
  expect(await steadilyBeyond(() => measured(name), BUDGET[name] ?? {})).toEqual([]);
});

const bundleText = () => objects.values().next().value?.toString('latin1') ?? '';
test.each<[slower: string, grows: string, more: () => Promise<unknown>]>([
  ['a second request', 'BatchGetItem: 3', () => ask('list')],
  ['a second entry in the trail', 'PutItem: 2', () => ask('list')],
  ['a second invocation', 'InvokeWithResponseStream: 2', () => ask('call')],
  ['a line in the log', 'lines logged: 1', async () => console.error('called')],
  ['a copy of the bundle', 'copies: 1', async () => structuredClone(server)],
  ['a copy by JSON', 'texts written', async () => JSON.parse(JSON.stringify(server))],
  ['a text of the bundle read anew', 'characters parsed', async () => JSON.parse(JSON.stringify(bundleText()))],
  ['a pattern compiled', 'patterns compiled: 1', async () => new RegExp(`${token}+`)],
  ['a check compiled', 'functions compiled: 1', async () => new Function('return 1')],
  ['a turn of the event loop', 'timers', () => new Promise((done) => setImmediate(done))],
  [
    'twenty steps that wait',
    'promises',
    async () => {
      for (let step = 0; step < 20; step++) await undefined;
    },
  ],
])('a call that makes %s is found', async (_, grows, more) => {
  const work = await measured('call', more);

  expect(beyond(work, BUDGET['call'] ?? {}).join('\n')).toContain(grows);
});
