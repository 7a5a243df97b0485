import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { bundleKey, sealBundle } from '../../../../aws/services/bundles.ts';
import { tokenHashKey } from '../../../../aws/services/keys.ts';
import { hashToken, newToken } from '../../../../core/auth/tokens/format.ts';
import { newSessionId, PONG_ARRIVED, pingRequest, type SessionRow, sessionRow } from '../../../../core/mcp/session.ts';
import { sessionTopic } from '../../../../core/mcp/topics.ts';
import { annotationsOf } from '../../../../core/model/annotations.ts';
import type { SandboxFrame } from '../../../../core/sandbox/protocol.ts';
import { bundleOf, bundleTool, groupedBundleOf, SERVER } from '../../../support/bundles.ts';
import { directAws, streamed } from '../../../support/directAws.ts';
import { type CallEvent, callHandler } from '../../../support/functionUrl.ts';
import { memoryIot, memoryKms, memoryS3 } from '../../../support/memoryAws.ts';
import { until } from '../../../support/until.ts';

Object.assign(process.env, {
  TABLE_AUDIT: 'audit',
  TABLE_TOKENS: 'tokens',
  TABLE_SERVERS: 'servers',
  TABLE_SESSIONS: 'sessions',
  BUCKET_BUNDLES: 'bundles',
  FUNCTION_SANDBOX: 'sandbox',
  KEY_TOKENS: 'tokens',
  KEY_SIGNING: 'signing',
  AWS_REGION: 'eu-central-1',
  ORIGIN_SECRET: JSON.stringify({ current: 'secret' }),
});
const aws = directAws();
const objects = memoryS3();
memoryKms();
const published: Array<{ topic: string; text: string }> = [];
let isPushDown = false;
memoryIot((topic, text) => {
  if (isPushDown) throw new Error('the push channel is down');
  published.push({ topic, text });
});
const INVOKE = 'InvokeWithResponseStream';
const token = newToken(SERVER);
let tokenHash: string;
let handler: unknown;
let bundle: object;
/** Of a form that is not known here. */
let laterBundle: object;
/** Runs while the sandbox works. */
let meanwhile: () => Promise<void> = async () => {};

const frame: SandboxFrame = {
  frame: 'result',
  outcome: {
    content: [{ type: 'text', text: 'done' }],
    isError: false,
    status: 200,
    upstreamMs: 1,
    bytesIn: 1,
    bytesOut: 1,
    redactions: { count: 0, byType: {}, pointers: [] },
    truncations: [],
    auditArguments: {},
    digest: 'd',
  },
};
const rowsAre = (token: object, live = bundle, server: object = {}) =>
  aws.on('BatchGetItem', () => ({
    Responses: {
      tokens: [marshall({ tokenHash, tokenId: 'tok_1', label: 'Laptop', serverId: SERVER, ...token })],
      servers: [marshall({ serverId: SERVER, status: 'live', bundle: live, auth: { type: 'none' }, ...server })],
      sessions: sessions.map((row) => marshall(row)),
    },
  }));
const sessions: SessionRow[] = [];
/** The id of a session whose stream somebody holds. */
function heldSession(): string {
  const row = sessionRow(newSessionId(), tokenHash);
  sessions.splice(0, sessions.length, row);
  return row.sessionId;
}

beforeAll(async () => {
  const sealed = await sealBundle(
    bundleOf([
      bundleTool('read', { schema: { type: 'object', properties: { id: { type: 'integer' } } } }),
      bundleTool('write', { annotations: annotationsOf({ verb: 'DELETE' }) }),
    ]),
  );
  bundle = { ...sealed.ref, version: 1, tools: 1 };
  objects.set(`bundles/${bundleKey(SERVER, sealed.ref.id)}`, Buffer.from(sealed.bytes));
  const later = await sealBundle({ ...bundleOf([bundleTool('read', {})]), format: 3 } as never);
  laterBundle = { ...later.ref, version: 2, tools: 1 };
  objects.set(`bundles/${bundleKey(SERVER, later.ref.id)}`, Buffer.from(later.bytes));
  tokenHash = hashToken(await tokenHashKey(), token);
  ({ handler } = (await import('../../../../lambdas/mcp-rpc/handler.ts')) as { handler: unknown });
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
beforeEach(() => {
  aws.reset();
  meanwhile = async () => {};
  rowsAre({});
  for (const operation of ['PutItem', 'UpdateItem']) aws.on(operation, () => ({}));
  aws.on(INVOKE, async function* () {
    await meanwhile();
    yield* streamed(Buffer.from(`${JSON.stringify(frame)}\n`));
  });
});

const post = (body: string, event: Partial<CallEvent> = {}) =>
  callHandler(handler, { path: `/${token}/mcp`, body, ...event });
const read = (id: number | string, args = '{"id":5}', meta = '') =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"read","arguments":${args}${meta}}}`;
const entries = () => aws.calls('PutItem').map(({ Item }) => unmarshall(Item as never) as Record<string, unknown>);

test('takes up the calls of a batch one a turn of the event loop, so that others are served in between', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  const taken: number[] = [];
  aws.on(INVOKE, async function* () {
    taken.push(turn);
    yield* streamed(Buffer.from(`${JSON.stringify(frame)}\n`));
  });

  setImmediate(count);
  await post(`[${Array.from({ length: 20 }, (_, id) => read(id))}]`).done;
  isOver = true;

  expect(new Set(taken).size).toBe(20);
});

test('answers a batch whose calls were made, although many others of it were refused', async () => {
  const flood = await import('../../../../lambdas/shared/flood.ts');
  meanwhile = async () => {
    for (let each = 0; each < 20; each++) flood.noteRefused(tokenHash);
  };
  const called = post(`[${read(1)},${read(2)}]`);
  await called.done;
  const next = post(read(3));
  await next.done;

  expect([called.status, next.status]).toEqual([200, 429]);
  expect(aws.calls(INVOKE)).toHaveLength(2);
  await until(() => !flood.isFlooding(tokenHash));
});

test('tells a page of another origin nothing that it could read', async () => {
  const called = post(read(1), { headers: { origin: 'https://evil.example', 'x-viewer-host': 'mcp.example' } });
  await called.done;

  expect(called.status).toBe(403);
  expect(called.headers).not.toHaveProperty('access-control-allow-origin');
});

test('an entry of a call names the project of its server, where that is not default', async () => {
  await post(read(1)).done;
  rowsAre({}, bundle, { project: 'prj_AAAAAAAAAAAA' });
  await post(read(2)).done;

  expect(entries().map(({ kind, project }) => [kind, project])).toEqual([
    ['call', undefined],
    ['call', 'prj_AAAAAAAAAAAA'],
  ]);
});

test('a session is of the project for which groups were read: after a move it opens nothing', async () => {
  const signIn = {
    person: { id: 'ann', username: 'ann', groups: ['viewer'] },
    client: { id: 'c', name: 'C' },
    granted: 'all',
    access: [],
    refresh: [],
    turn: 0,
  };
  rowsAre({ signIn }, bundle, { access: 'both' });
  const here = post(read(1));
  await here.done;
  rowsAre({ signIn }, bundle, { access: 'both', project: 'prj_AAAAAAAAAAAA' });
  const moved = post(read(2));
  await moved.done;

  expect([here.status, moved.status]).toEqual([200, 404]);
});

test.each([
  ['token', { schema: 99 }, () => bundle],
  ['bundle', {}, () => laterBundle],
] as const)('a %s that a later version has stored is served by nobody, for a minute', async (_what, row, live) => {
  rowsAre(row, live());

  const called = post(read(1));
  await called.done;

  expect([called.status, called.headers['retry-after']]).toEqual([503, '5']);
  expect(JSON.parse(called.text)).toMatchObject({ id: 1, error: { data: { code: 'schema_newer' } } });
  expect(aws.calls(INVOKE)).toEqual([]);
});

describe('a posted body', () => {
  test('may begin with a byte order mark', async () => {
    const called = post(`\uFEFF${read(1)}`);
    await called.done;

    expect(called.status).toBe(200);
    expect(aws.calls(INVOKE)).toMatchObject([{ arguments: { id: 5 } }]);
    expect(entries()).toMatchObject([{ kind: 'call', method: 'tools/call' }]);
  });

  test.each([
    ['body_too_deep', read(1, `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
    [
      'batch_too_large',
      JSON.stringify(Array.from({ length: 101 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))),
    ],
    ['batch_ids_repeat', `[${read(1)},${read('1.0')}]`],
  ])('is refused as a whole: %s', async (code, body) => {
    const called = post(body);
    await called.done;

    expect(called.status).toBe(400);
    expect(JSON.parse(called.text)).toMatchObject({ id: null, error: { code: -32600, data: { code } } });
    expect(aws.calls(INVOKE)).toEqual([]);
    expect(entries()).toEqual([]);
  });

  test('is entered request by request, without what a client answers or notifies', async () => {
    const called = post(
      `[${read(1)},{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"result":{}},{"jsonrpc":"2.0","method":"x"}]`,
    );
    await called.done;

    expect(JSON.parse(called.text)).toHaveLength(2);
    expect(entries().map(({ kind, method }) => [kind, method])).toEqual([
      ['call', 'tools/call'],
      ['request', 'ping'],
    ]);
  });
});

/** A later bundle of the server, whose tools are listed as groups. */
async function groupedThings() {
  const tools = [bundleTool('read'), bundleTool('write', { annotations: annotationsOf({ verb: 'DELETE' }) })];
  const { ref, bytes } = await sealBundle(groupedBundleOf(tools, 'things'));
  objects.set(`bundles/${bundleKey(SERVER, ref.id)}`, Buffer.from(bytes));
  return { ...ref, version: 2, tools: 2 };
}
const ofGroup = (group: string, action: string, args = '') =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${group}","arguments":{"action":"${action}"${args}}}}`;

describe('what a group answers by itself', () => {
  test.each([
    [
      'the schema of an action',
      ofGroup('things_read', 'describe', ',"arguments":{"action":"read"}'),
      { outcome: 'ok' },
    ],
    ['an action that there is not', ofGroup('things_read', 'fly'), { outcome: 'error', errorCode: 'action_unknown' }],
    ['an action of another group', ofGroup('things_read', 'write'), { outcome: 'error', errorCode: 'action_unknown' }],
  ])('is, for %s, a request of the trail and nothing in the sandbox', async (_what, body, entered) => {
    rowsAre({}, await groupedThings());

    const called = post(body);
    await called.done;

    expect(JSON.parse(called.text).result.isError ?? false).toBe(entered.outcome === 'error');
    expect(aws.calls(INVOKE)).toEqual([]);
    expect(entries()).toEqual([expect.objectContaining({ kind: 'request', method: 'tools/call', ...entered })]);
    expect(entries()[0]).not.toHaveProperty('tool');
  });
});

describe('a token of limited scope', () => {
  const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';
  const call = (name: string, id = 1) => read(id).replace('"read"', `"${name}"`);
  const names = (text: string) => JSON.parse(text).result.tools.map(({ name }: { name: string }) => name);
  const posted = async (body: string, event?: Partial<CallEvent>) => {
    const called = post(body, event);
    await called.done;
    return called;
  };

  test('lists what it opens, by the row of this very request', async () => {
    rowsAre({ scopes: { access: 'read' } });
    const narrow = await posted(LIST);
    rowsAre({ scopes: { tools: ['tool_write'] } });
    const other = await posted(LIST);
    rowsAre({});
    const whole = await posted(LIST);

    expect([narrow, other, whole].map(({ text }) => names(text))).toEqual([['read'], ['write'], ['read', 'write']]);
  });

  test.each([
    ['read_only', { access: 'read' }],
    ['chosen_tools', { tools: ['tool_read'] }],
  ])(
    'calls nothing outside, is told what it is told of unknown tools, and leaves an entry with the rule %s',
    async (rule, scopes) => {
      rowsAre({ scopes });

      const outside = await posted(call('write'));
      const unknown = await posted(call('gone!'));

      expect(outside.text.replace('write', 'gone!')).toBe(unknown.text);
      expect([outside.status, outside.headers]).toEqual([unknown.status, unknown.headers]);
      expect(aws.calls(INVOKE)).toEqual([]);
      const [first, second, ...more] = entries();
      expect(first).toMatchObject({
        kind: 'call',
        method: 'tools/call',
        tool: 'write',
        class: 'destructive',
        outcome: 'error',
        errorCode: 'tool_out_of_scope',
        rule,
        tokenId: 'tok_1',
        arguments: '',
      });
      expect(second).toMatchObject({ kind: 'request', outcome: 'error', errorCode: 'rpc_-32602' });
      expect(second).not.toHaveProperty('rule');
      expect(more).toEqual([]);
    },
  );

  test('sees no group that changes something, and what was asked of one is named by its tool', async () => {
    rowsAre({ scopes: { access: 'read' } }, await groupedThings());

    const listed = await posted(LIST);
    const hidden = await posted(ofGroup('things_change', 'write'));
    const beside = await posted(ofGroup('things_read', 'write'));
    const unknown = await posted(ofGroup('things_read', 'gone!'));

    expect(names(listed.text)).toEqual(['things_read']);
    expect(JSON.parse(hidden.text).error.message).toBe('Unknown tool: things_change');
    expect(beside.text).toContain('has no action');
    expect(beside.text.replace('write', 'gone!')).toBe(unknown.text);
    expect(aws.calls(INVOKE)).toEqual([]);
    const refused = { kind: 'call', tool: 'write', errorCode: 'tool_out_of_scope', rule: 'read_only' };
    expect(entries()).toMatchObject([
      { kind: 'request', method: 'tools/list' },
      refused,
      refused,
      { kind: 'request', errorCode: 'action_unknown' },
    ]);
  });

  test('is judged message by message in a batch and on the stream of a session', async () => {
    rowsAre({ scopes: { access: 'read' } });
    const sessionId = heldSession();
    const batch = `[${read(1)},${call('write', 2)},${call('gone', 3)}]`;

    await posted(batch);
    await posted(batch, { query: `sessionId=${sessionId}` });

    const entered = [
      ['call', 'read', undefined],
      ['call', 'write', 'tool_out_of_scope'],
      ['request', undefined, 'rpc_-32602'],
    ];
    expect(entries().map(({ kind, tool, errorCode }) => [kind, tool, errorCode])).toEqual([...entered, ...entered]);
    expect(aws.calls(INVOKE)).toHaveLength(2);
  });
});

describe('an error on a stream', () => {
  const unknown = `[${read(1)},${read(2).replace('"read"', '"gone"')}]`;
  const entered = [
    ['call', 'ok', undefined],
    ['request', 'error', 'rpc_-32602'],
  ];
  const outcomes = () => entries().map(({ kind, outcome, errorCode }) => [kind, outcome, errorCode]);

  test('is entered as one', async () => {
    const called = post(unknown, { headers: { accept: 'text/event-stream' } });
    await called.done;

    expect(called.headers['content-type']).toBe('text/event-stream');
    expect(called.text).toContain('Unknown tool: gone');
    expect(outcomes()).toEqual(entered);
  });

  test('is entered as one when the stream is a session', async () => {
    const sessionId = heldSession();

    const called = post(unknown.replaceAll('"params":{', '"params":{"_meta":{"progressToken":1},'), {
      query: `sessionId=${sessionId}`,
    });
    await called.done;

    expect(outcomes()).toEqual(entered);
  });
});

describe('a client that goes away in the middle of its call', () => {
  test.each([
    ['of 2025-11-25', {}, ''],
    [
      'of 2026-07-28',
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'read' },
      ',"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"x/y":1}',
    ],
  ])('%s leaves an entry before the function may be frozen', async (_era, headers, meta) => {
    let entered = false;
    meanwhile = async () => called.hangUp();
    aws.on('PutItem', async () => {
      // A write that takes a moment is the subject: the function must wait for it.
      await new Promise((done) => setTimeout(done, 20));
      entered = true;
      return {};
    });

    const called = post(read(1, '{"id":5}', meta), { headers });
    await called.done;

    expect(entered).toBe(true);
  });
});

describe('a token that is revoked in the middle of a long call', () => {
  const later = (ms: number) => {
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  };
  afterEach(() => {
    jest.spyOn(Date, 'now').mockRestore();
  });

  test.each([
    ['in the path', {}],
    ['in the header', { path: '/mcp', headers: { authorization: `Bearer ${token}` } }],
  ])('%s gets no answer, and is told that the call was made', async (_where, event) => {
    meanwhile = async () => rowsAre({ revokedAt: '2026-11-01T00:00:00.000Z' });

    const called = post(read(1), event);
    await called.done;

    expect(called.text).toContain('The call was made, but its answer is withheld');
    expect(called.text).not.toContain('done');
    expect(entries()).toMatchObject([{ kind: 'call', outcome: 'error', errorCode: 'answer_withheld' }]);
  });

  test('hears of no further progress on the stream of the call, and then the same', async () => {
    const alive = Buffer.from('{"frame":"alive"}\n');
    aws.on(INVOKE, async function* () {
      yield alive;
      await until(() => called.text.includes('"progress":1'));
      rowsAre({ revokedAt: '2026-11-01T00:00:00.000Z' });
      later(1_500);
      yield alive;
      yield* streamed(Buffer.from(`${JSON.stringify(frame)}\n`));
    });

    const called = post(read(1, '{"id":5}', ',"_meta":{"progressToken":1}'));
    await called.done;

    expect(called.text).toContain('"progress":1');
    expect(called.text).toContain('answer is withheld');
    expect(called.text).not.toMatch(/"progress":2|done/);
  });

  test('that stays good gets its answer', async () => {
    meanwhile = async () => later(1_500);

    const called = post(read(1));
    await called.done;

    expect(called.text).toContain('done');
  });
});

describe('a message of a session', () => {
  let query: string;
  let sessionId: string;
  beforeEach(async () => {
    sessionId = heldSession();
    query = `sessionId=${sessionId}`;
    published.length = 0;
  });

  test('is accepted before its call ends, and answered on the stream', async () => {
    let accepted: unknown;
    meanwhile = async () => {
      accepted = [called.status, called.text];
    };

    const called = post(read(1), { query });
    await called.done;

    expect(accepted).toEqual([202, 'Accepted']);
    expect(published).toMatchObject([{ topic: sessionTopic(sessionId) }]);
    expect(JSON.parse(published[0]?.text ?? '')).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } });
  });

  test('is carried out although its connection is gone', async () => {
    meanwhile = async () => called.hangUp();

    const called = post(read(1), { query });
    await called.done;

    expect(published).toHaveLength(1);
    expect(entries()).toMatchObject([{ kind: 'call', outcome: 'ok', era: '2024-11-05' }]);
  });

  test('that answers a ping goes to the holder of the stream as a sign of life, and is no use of the token', async () => {
    const { id } = JSON.parse(pingRequest(3));

    const called = post(JSON.stringify({ jsonrpc: '2.0', id, result: {} }), { query });
    await called.done;

    expect(called.status).toBe(202);
    expect(published).toEqual([{ topic: sessionTopic(sessionId), text: PONG_ARRIVED }]);
    expect(entries()).toEqual([]);
    expect(aws.calls('UpdateItem')).toEqual([]);
  });

  test('that cannot be answered is a line in the log, for it was accepted', async () => {
    isPushDown = true;

    const called = post(read(1), { query });
    await called.done;

    isPushDown = false;
    expect([called.status, called.text]).toEqual([202, 'Accepted']);
    expect(console.error).toHaveBeenLastCalledWith(expect.stringContaining('the push channel is down'));
  });
});

describe('a token whose calls are refused because of a limit', () => {
  test('is answered 429 before anything is read for it, when it goes on calling in the same second', async () => {
    rowsAre({ limits: { callsPerSecond: 1 } });
    aws.on('UpdateItem', () => ({ Attributes: marshall({ taken: 1 }) }));
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const answers: string[] = [];
    for (let call = 0; call < 21; call++) {
      const called = post(read(call));
      await called.done;
      answers.push(called.text);
    }
    const reads = aws.calls('BatchGetItem').length;

    const late = post(read(99));
    await late.done;

    now.mockRestore();
    expect(answers.filter((text) => text.includes('rate_limited'))).toHaveLength(20);
    expect(late).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(JSON.parse(late.text)).toMatchObject({ id: 99, error: { data: { code: 'rate_limited' } } });
    expect(aws.calls('BatchGetItem')).toHaveLength(reads);
  });
});
