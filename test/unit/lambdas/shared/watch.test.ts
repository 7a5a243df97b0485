import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { killTopic, tokenTopic } from '../../../../core/mcp/topics.ts';
import { type Watch, watchToken } from '../../../../lambdas/shared/watch.ts';
import { type Broker, startBroker } from '../../../support/broker.ts';
import { directAws, fault } from '../../../support/directAws.ts';

Object.assign(process.env, {
  TABLE_TOKENS: 'tokens',
  TABLE_SERVERS: 'servers',
  AWS_REGION: 'eu-central-1',
  STREAMS_PER_TOKEN: '2',
});
const aws = directAws();
jest.spyOn(console, 'error').mockImplementation(() => {});

const HASH = 'a'.repeat(64);
const SERVER = 'srv_Test00Server';
const good = {
  tokens: [{ tokenHash: HASH, tokenId: 'tok_1', serverId: SERVER }],
  servers: [{ serverId: SERVER, status: 'live', bundle: { id: 'b', mac: 'm' } }],
};
const revoked = { ...good, tokens: [{ ...good.tokens[0], revokedAt: '2026-11-21T00:00:00.000Z' }] };

const rowsAre = (rows: Record<string, object[]>) =>
  aws.on('BatchGetItem', () => ({
    Responses: Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.map((row) => marshall(row))])),
  }));

let broker: Broker;
let watch: Watch | undefined;
const heard: string[] = [];
let pings = 0;
let ended = 0;
const endings: string[] = [];

/** The ping is 15 s in the product; here its clock is moved by hand while sockets keep their own. */
const movePing = () => jest.advanceTimersByTimeAsync(15_000);

async function open(): Promise<Watch | undefined> {
  watch = await watchToken({
    tokenHash: HASH,
    serverId: SERVER,
    topics: ['mcp/session/down'],
    onMessage: (topic, payload) => heard.push(`${topic} ${Buffer.from(payload).toString()}`),
    onPing: () => pings++,
    onEnd: (ending) => {
      ended++;
      endings.push(ending);
    },
  });
  return watch;
}
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setImmediate(done));
}

beforeEach(async () => {
  aws.reset();
  rowsAre(good);
  aws.on('UpdateItem', () => ({}));
  broker = await startBroker();
  process.env['AWS_ENDPOINT_URL_IOT_DATA_PLANE'] = broker.url;
  heard.length = 0;
  pings = 0;
  ended = 0;
  endings.length = 0;
  jest.useFakeTimers({
    doNotFake: [
      'setTimeout',
      'clearTimeout',
      'setImmediate',
      'clearImmediate',
      'nextTick',
      'queueMicrotask',
      'performance',
      'Date',
    ],
  });
});
afterEach(async () => {
  jest.useRealTimers();
  await watch?.close();
  await broker.stop();
});

describe('a watched stream', () => {
  const expressions = () => aws.calls('UpdateItem').map(({ UpdateExpression }) => UpdateExpression);

  test('counts for its token from before it opens until it is closed, and says in between that it is held', async () => {
    const opened = await open();
    await jest.advanceTimersByTimeAsync(45_000);
    await opened?.close();

    expect(expressions()).toEqual(['SET streams.#id = :until', 'SET streams.#id = :until', 'REMOVE streams.#i0']);
    await jest.advanceTimersByTimeAsync(90_000);
    expect(expressions()).toHaveLength(3);
  });

  test('is refused to a token that holds as many as it may, for a second without asking, unless the holder of one is gone', async () => {
    let isFull = true;
    aws.on('UpdateItem', ({ UpdateExpression }) => {
      if (String(UpdateExpression).startsWith('REMOVE')) isFull = false;
      else if (isFull) throw fault('ConditionalCheckFailedException');
      return {};
    });
    const holding = (streams: object) => rowsAre({ ...good, tokens: [{ ...good.tokens[0], streams }] });
    holding({ a: Date.now() + 60_000, b: Date.now() + 60_000 });

    await expect(open()).rejects.toMatchObject({ code: 'too_many_streams' });
    const asked = expressions().length;
    await expect(open()).rejects.toMatchObject({ code: 'too_many_streams' });
    const askedAgain = expressions().length;
    holding({ a: Date.now() + 60_000, gone: Date.now() - 1 });
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);

    expect(askedAgain).toBe(asked);
    expect(await open()).toBeDefined();
    later.mockRestore();
    expect(expressions()).toContain('REMOVE streams.#i0');
  });

  test('hears its own topics and no others', async () => {
    await open();

    await broker.publish('mcp/other/down', 'not for us');
    await broker.publish('mcp/session/down', 'for us');
    await until(() => heard.length > 0);

    expect(heard).toEqual(['mcp/session/down for us']);
    expect(ended).toBe(0);
  });

  test.each([
    ['at once', 'its token is revoked', tokenTopic(HASH)],
    ['in order', 'its server is killed', killTopic(SERVER)],
  ])('ends %s, and once only, when %s', async (how, _what, topic) => {
    await open();

    await broker.publish(topic, '{}');
    await broker.publish(topic, '{}');
    await until(() => ended > 0);

    expect(endings).toEqual([how]);
  });

  test('hears no last word when its server was killed because it is gone', async () => {
    await open();
    rowsAre({ ...good, servers: [{ ...good.servers[0], status: 'offline' }] });

    await broker.publish(killTopic(SERVER), '{}');
    await until(() => ended > 0);

    expect(endings).toEqual(['at once']);
  });

  test('ends when its token expires before the next ping', async () => {
    // Prepare
    const opened = await open();
    const expiresAt = new Date(Date.now() + 50).toISOString();
    rowsAre({ ...good, tokens: [{ ...good.tokens[0], expiresAt }] });

    // Act
    await opened?.check();
    await until(() => ended > 0);

    // Assess
    expect(ended).toBe(1);
  });

  test('lives on when its token expires later', async () => {
    // Prepare
    const opened = await open();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    rowsAre({ ...good, tokens: [{ ...good.tokens[0], expiresAt }] });

    // Act
    const isGood = [await opened?.check(), await opened?.check()];

    // Assess
    expect([isGood, ended]).toEqual([[true, true], 0]);
  });

  test('never opens for a token that was revoked while it subscribed', async () => {
    rowsAre(revoked);

    expect(await open()).toBeUndefined();
  });

  test('reads strongly, and refuses a message after the revocation although no push came', async () => {
    const opened = await open();
    rowsAre(revoked);

    expect(await opened?.check()).toBe(false);
    expect(ended).toBe(1);
    for (const { RequestItems } of aws.calls('BatchGetItem')) {
      const tables = Object.values(RequestItems as Record<string, { ConsistentRead: boolean }>);
      expect(tables.map(({ ConsistentRead }) => ConsistentRead)).toEqual([true, true]);
    }
  });

  test('ends with the next ping when the push was lost', async () => {
    await open();
    await movePing();
    expect([pings, ended]).toEqual([1, 0]);

    rowsAre(revoked);
    await movePing();

    expect([pings, ended]).toEqual([1, 1]);
  });

  test('ends when the push channel is gone, instead of living on unchecked', async () => {
    await open();

    await broker.stop();
    await until(() => ended > 0);

    expect(ended).toBe(1);
  });

  test('ends when its token cannot be read any more', async () => {
    const opened = await open();
    aws.on('BatchGetItem', () => {
      throw fault('AccessDeniedException');
    });

    expect(await opened?.check()).toBe(false);
    expect(ended).toBe(1);
  });

  test('does not open while the push channel is down', async () => {
    await broker.stop();

    await expect(open()).rejects.toThrow();
  });

  test('gives its connection back when it closes', async () => {
    const opened = await open();
    expect(broker.connections).toBe(1);

    opened?.close();
    await until(() => broker.connections === 0);

    expect(ended).toBe(0);
  });
});
