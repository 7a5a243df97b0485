import { createSecretKey } from 'node:crypto';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { hashToken, newToken } from '../../../../core/auth/tokens/format.ts';
import { PONG_ARRIVED } from '../../../../core/mcp/session.ts';
import { endedTopic, killTopic, sessionTopic, tokenTopic, toolsTopic } from '../../../../core/mcp/topics.ts';
import { type Broker, startBroker } from '../../../support/broker.ts';
import { SERVER } from '../../../support/bundles.ts';
import { directAws, fault } from '../../../support/directAws.ts';
import { type CallEvent, callHandler } from '../../../support/functionUrl.ts';

const LIFE_MS = 400;
const SECRET = 'the secret of the distribution';
Object.assign(process.env, {
  TABLE_TOKENS: 'tokens',
  TABLE_SERVERS: 'servers',
  TABLE_SESSIONS: 'sessions',
  TABLE_AUDIT: 'audit',
  KEY_TOKENS: 'key',
  AWS_REGION: 'eu-central-1',
  ORIGIN_SECRET: JSON.stringify({ previous: '', current: SECRET }),
  CHANGE_STREAMS: 'true',
  STANDALONE_STREAMS: 'true',
  STREAM_LIFE_MS: String(LIFE_MS),
  STREAMS_PER_TOKEN: '50',
});
const KEY = createSecretKey(Buffer.alloc(32, 3));
const token = newToken(SERVER);
const tokenHash = hashToken(KEY, token);
const aws = directAws();
/** Ids of the sessions that are held, by their rows. */
const sessions = new Set<string>();
const rows = {
  tokens: [{ tokenHash, tokenId: 'tok_1', serverId: SERVER }],
  servers: [{ serverId: SERVER, status: 'live', auth: { type: 'none' }, bundle: { id: 'b', mac: 'm' } }],
};
const rowsAre = (all: Record<string, object[]>) =>
  aws.on('BatchGetItem', () => ({
    Responses: Object.fromEntries(
      Object.entries(all).map(([table, each]) => [table, each.map((row) => marshall(row))]),
    ),
  }));

let broker: Broker;
let handler: unknown;
beforeAll(async () => {
  broker = await startBroker();
  process.env['AWS_ENDPOINT_URL_IOT_DATA_PLANE'] = broker.url;
  ({ handler } = (await import('../../../../lambdas/mcp-stream/handler.ts')) as { handler: unknown });
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterAll(() => broker.stop());
beforeEach(() => {
  aws.reset();
  sessions.clear();
  aws.on('UpdateItem', () => ({}));
  rowsAre(rows);
  aws.on('PutItem', ({ TableName, Item }) => {
    if (TableName === 'sessions') sessions.add(unmarshall(Item as never)['sessionId']);
    return {};
  });
  aws.on('DeleteItem', ({ Key }) => {
    sessions.delete(unmarshall(Key as never)['sessionId']);
    return {};
  });
  aws.on('GenerateMac', () => ({ Mac: KEY.export().toString('base64') }));
});

const get = (event: Partial<CallEvent> = {}) =>
  callHandler(handler, { method: 'GET', path: `/${token}/mcp`, ...event });
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setImmediate(done));
}
const sessionOf = (text: string) => /sessionId=(\S+)/.exec(text)?.[1] ?? '';

describe('a held stream', () => {
  test('opens with a session of its token, a hint when to come back, and headers that no proxy buffers', async () => {
    const stream = get();
    await until(() => stream.text !== '');

    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    expect(stream.text).toMatch(/^retry: \d+\nevent: endpoint\ndata: \/pcl_/);
    expect([...sessions]).toEqual([sessionOf(stream.text)]);
    expect(unmarshall(aws.calls('PutItem')[0]?.['Item'] as never)).toMatchObject({ tokenHash });
    stream.hangUp();
    await stream.done;
  });

  test('writes what the push channel brings, in order', async () => {
    const stream = get();
    await until(() => stream.text !== '');
    const topic = sessionTopic(sessionOf(stream.text));

    await broker.publish(topic, '{"id":1}');
    await broker.publish(toolsTopic(SERVER), '{}');
    await broker.publish(topic, '{"id":2}');
    await until(() => stream.text.includes('"id":2'));

    expect(stream.text.split('\n').filter((line) => line.startsWith('data: {'))).toEqual([
      'data: {"id":1}',
      'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
      'data: {"id":2}',
    ]);
    stream.hangUp();
    await stream.done;
  });

  test('passes on no sign of life that its client has given', async () => {
    const stream = get();
    await until(() => stream.text !== '');
    const topic = sessionTopic(sessionOf(stream.text));

    await broker.publish(topic, PONG_ARRIVED);
    await broker.publish(topic, '{"id":1}');
    await until(() => stream.text.includes('"id":1'));

    expect(stream.text.split('\n').filter((line) => line.startsWith('data: ') && !line.includes('sessionId'))).toEqual([
      'data: {"id":1}',
    ]);
    stream.hangUp();
    await stream.done;
  });

  test('ends with its life, and its session with it', async () => {
    const stream = get();
    await stream.done;

    expect(stream.text).toContain('event: endpoint');
    expect(sessions.size).toBe(0);
  });

  test('writes nothing after its token was revoked, push or no push', async () => {
    const stream = get();
    await until(() => stream.text !== '');
    rowsAre({ ...rows, tokens: [{ ...rows.tokens[0], revokedAt: 'now' }] });

    await broker.publish(sessionTopic(sessionOf(stream.text)), '{"id":1}');
    await stream.done;

    expect(stream.text).not.toContain('"id":1');
  });

  test.each<[string, (stream: ReturnType<typeof get>) => Promise<void>]>([
    ['is closed by hand', () => broker.publish(killTopic(SERVER), '{}')],
    ['loses its client', async (stream) => stream.hangUp()],
    ['loses its token', () => broker.publish(tokenTopic(tokenHash), '{}')],
  ])('takes its session along when it %s', async (_why, happens) => {
    const stream = get();
    await until(() => stream.text !== '');
    expect(sessions.size).toBe(1);

    await happens(stream);
    await stream.done;

    expect(sessions.size).toBe(0);
  });

  test('is not begun, and watches nothing, when its session cannot be written', async () => {
    aws.on('PutItem', () => {
      throw fault('ResourceNotFoundException');
    });

    const stream = get();
    await stream.done;
    await until(() => broker.connections === 0);

    expect([stream.status, stream.text.includes('endpoint')]).toEqual([503, false]);
  });

  test('ends at the moment that its token expires', async () => {
    const life = process.env['STREAM_LIFE_MS'];
    process.env['STREAM_LIFE_MS'] = '0';
    const stream = get();
    await until(() => stream.text !== '');
    const expiresAt = new Date(Date.now() + 150).toISOString();
    rowsAre({ ...rows, tokens: [{ ...rows.tokens[0], expiresAt }] });

    // The next reading tells it.
    await broker.publish(toolsTopic(SERVER), '{}');
    await stream.done;
    process.env['STREAM_LIFE_MS'] = life;

    expect(stream.text).toContain('event: endpoint');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  });

  test('lets go of the push channel when its client goes away', async () => {
    const stream = get();
    await until(() => stream.text !== '');

    stream.hangUp();
    await stream.done;
    await until(() => broker.connections === 0);

    expect(broker.connections).toBe(0);
  });
});

describe('the standalone stream of 2025', () => {
  const standalone = () => get({ headers: { 'mcp-session-id': 'abc', 'mcp-protocol-version': '2025-11-25' } });

  test('hears of changed tools and of nothing else, and has no session of the other transport', async () => {
    const stream = standalone();
    await until(() => stream.text !== '');

    await broker.publish(toolsTopic(SERVER), '{}');
    await until(() => stream.text.includes('list_changed'));

    expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    expect(stream.text).toBe(
      ': open\n\nevent: message\ndata: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n',
    );
    expect(sessions.size).toBe(0);
    stream.hangUp();
    await stream.done;
  });

  test('ends when its client ends the session, and no other', async () => {
    const [stream, other] = [standalone(), get({ headers: { 'mcp-session-id': 'other' } })];
    await until(() => stream.text !== '' && other.text !== '');

    await broker.publish(endedTopic(tokenHash, 'abc'), '{}');
    await stream.done;
    await broker.publish(toolsTopic(SERVER), '{}');
    await until(() => other.text.includes('list_changed'));

    expect(stream.text).not.toContain('list_changed');
    other.hangUp();
    await other.done;
  });
});

describe('the door of mcp-stream', () => {
  test.each<[string, Partial<CallEvent>, number]>([
    ['without the secret of the distribution', { headers: { 'x-origin-verify': 'wrong' } }, 403],
    ['with an empty secret', { headers: { 'x-origin-verify': '' } }, 403],
    [
      'from a page of another origin',
      { headers: { origin: 'https://evil.example', 'x-viewer-host': 'a.example' } },
      403,
    ],
    ['with an unknown token', { path: `/${newToken(SERVER)}x/mcp` }, 404],
    ['without a token at /mcp', { path: '/mcp' }, 401],
    ['at another path', { path: '/a/b/mcp' }, 404],
    ['to another method', { method: 'PUT' }, 405],
    ['to a browser that was given its address', { headers: { accept: 'text/html,application/xml,*/*;q=0.8' } }, 405],
  ])('is shut %s', async (_what, event, status) => {
    const answer = get(event);
    await answer.done;

    // A refusal with a challenge gets its status at the edge (lib/edge/mcp-challenges.js).
    expect(Number(answer.headers['x-refusal-status'] ?? answer.status)).toBe(status);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  test('takes either of two secrets while one is being rotated, and nothing else', async () => {
    const before = process.env['ORIGIN_SECRET'];
    process.env['ORIGIN_SECRET'] = JSON.stringify({ current: 'next', previous: SECRET });
    const answers = ['next', SECRET, `next,${SECRET}`, ''].map((value) =>
      get({ headers: { 'x-origin-verify': value } }),
    );
    await Promise.all(answers.map(({ done }) => done));
    process.env['ORIGIN_SECRET'] = before;
    const afterwards = get({ headers: { 'x-origin-verify': '' } });
    await afterwards.done;

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403]);
    expect(afterwards.status).toBe(403);
  });

  test('says nothing of why when something of ours fails', async () => {
    aws.on('BatchGetItem', () => {
      throw Object.assign(fault('AccessDeniedException'), { message: 'arn:aws:dynamodb:secret' });
    });
    const answer = get();
    await answer.done;

    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain('arn:aws');
  });
});
