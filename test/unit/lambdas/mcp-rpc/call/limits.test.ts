/**
 * Limits of calls, as instances of mcp-rpc hold them together: each instance is a module graph of its own, with a memory of its own, and
 * all count in the same table.
 */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { JsonObject } from '../../../../../core/lib/json/value.ts';
import { chooseTool } from '../../../../../core/mcp/actions.ts';
import type { ChosenTool } from '../../../../../core/mcp/chosen.ts';
import { listingOf } from '../../../../../core/mcp/listing.ts';
import type { CallContext } from '../../../../../lambdas/mcp-rpc/call/stage.ts';
import type { callTool } from '../../../../../lambdas/mcp-rpc/call/stages.ts';
import { BUNDLE_ID, bundleOf, bundleTool, SERVER } from '../../../../support/bundles.ts';
import { directAws, fault, passedOn, streamed } from '../../../../support/directAws.ts';
import { startTables, type Tables } from '../../../../support/tables.ts';
import { until } from '../../../../support/until.ts';

const aws = directAws();
const INVOKE = 'InvokeWithResponseStream';
const bundle = bundleOf([
  bundleTool('read'),
  bundleTool('strict', { schema: { type: 'object', properties: { id: { type: 'integer' } } } }),
]);
const listing = listingOf(bundle, BUNDLE_ID, { listChanged: false });
const NOON = Date.UTC(2026, 5, 1, 12);
let tables: Tables;
let now = NOON;
/** Runs while the sandbox works. */
let meanwhile: () => Promise<unknown> = async () => {};

beforeAll(async () => {
  tables = await startTables({ sessions: ['sessionId'] }, {});
  Object.assign(process.env, {
    TABLE_AUDIT: 'audit',
    TABLE_SESSIONS: 'sessions',
    FUNCTION_SANDBOX: 'sandbox',
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
  });
});
afterAll(() => tables.close());

beforeEach(() => {
  now = NOON;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  jest.spyOn(console, 'error').mockImplementation(() => {});
  meanwhile = async () => {};
  aws.reset();
  aws.on('PutItem', () => ({}));
  aws.on('UpdateItem', (input) => passedOn(tables.url, 'UpdateItem', input));
  aws.on('BatchGetItem', (input) => passedOn(tables.url, 'BatchGetItem', input));
  aws.on(INVOKE, async function* () {
    await meanwhile();
    return yield* streamed(Buffer.from(`${JSON.stringify({ frame: 'result', outcome })}\n`), 500);
  });
});
afterEach(() => void jest.restoreAllMocks());

const outcome = {
  content: [{ type: 'text', text: 'done' }],
  isError: false,
  status: 200,
  upstreamMs: 1,
  bytesIn: 1,
  bytesOut: 400,
  redactions: { count: 0, byType: {}, pointers: [] },
  truncations: [],
  auditArguments: {},
  digest: 'd',
};

interface Limited {
  readonly token?: object;
  readonly server?: object;
  readonly person?: string;
  /** A client that acts for itself. */
  readonly machine?: string;
}
let counter = 0;
/** A token with limits of its own, or a person's session. */
function contextOf({ token, server, person, machine }: Limited, name = `tok_${++counter}`): CallContext {
  return {
    bundle,
    isStillOpen: async () => true,
    described: { id: 1, method: 'tools/call', era: '2026-07-28', client: 'test 1' },
    token: {
      tokenId: name,
      tokenHash: name,
      label: 'Laptop',
      ...(token && { limits: token }),
      ...(person && { signIn: { person: { id: person, username: person }, client: { id: 'c' } } }),
      ...(machine && { signIn: { isMachine: true, person: { id: 'anybody' }, client: { id: machine } } }),
    },
    server: {
      serverId: SERVER,
      bundle: { id: BUNDLE_ID, mac: 'bWFj', version: 1, tools: 1 },
      auth: { type: 'none' },
      ...(server && { limits: server }),
    },
  } as unknown as CallContext;
}

function chosen(name = 'read', plain: JsonObject = { id: 1 }): ChosenTool {
  const { signal } = new AbortController();
  const choice = chooseTool(listing, { id: 1, name, arguments: plain, plainArguments: plain, signal });
  if (choice.kind !== 'tool') throw new Error('no tool is meant');
  return choice;
}

type CallTool = typeof callTool;
/** An instance: its memory is its own. */
async function newInstance(): Promise<CallTool> {
  jest.resetModules();
  return ((await import('../../../../../lambdas/mcp-rpc/call/stages.ts')) as { callTool: CallTool }).callTool;
}
const codeOf = ({ content, isError }: Awaited<ReturnType<CallTool>>): string =>
  isError ? (/\((\w+)\)$/.exec((content[0] as { text: string }).text)?.[1] ?? '') : 'made';
const times = <Result>(count: number, make: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
const tally = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Map.groupBy(codes, (code) => code)
      .entries()
      .map(([code, all]) => [code, all.length]),
  );
const writes = () => aws.calls('UpdateItem').filter(({ Key }) => /\.calls\./.test(JSON.stringify(Key))).length;

describe('one instance', () => {
  test('makes exactly as many calls a second as its token may, tells the others when to come back, and sends none of them', async () => {
    const call = await newInstance();
    const later: number[] = [];
    const context = {
      ...contextOf({ token: { callsPerSecond: 7 } }),
      onRetryLater: (each: number) => later.push(each),
    };

    const first = await times(40, () => call(context, chosen()));
    now += 1_000;
    const second = await times(3, () => call(context, chosen()));

    expect(tally(first.map(codeOf))).toEqual({ made: 7, rate_limited: 33 });
    expect(first.find(({ isError }) => isError)).toEqual({
      content: [
        {
          type: 'text',
          text: 'The call was not made: this connection token may make 7 calls per second, and that is reached. Call again in 1 second, more slowly. (rate_limited)',
        },
      ],
      isError: true,
    });
    expect(new Set(later)).toEqual(new Set([1]));
    expect(tally(second.map(codeOf))).toEqual({ made: 3 });
    expect(aws.calls(INVOKE)).toHaveLength(10);
  });

  test('writes once a second while its traffic is steady, and nothing for a token without limits or for refused calls', async () => {
    const call = await newInstance();
    const context = contextOf({ token: { callsPerSecond: 20 } });
    for (let second = 0; second < 5; second++) {
      for (let each = 0; each < 8; each++) await call(context, chosen());
      now += 1_000;
    }
    const steady = writes();

    await times(30, () => call(context, chosen()));
    const full = writes();
    await times(30, () => call(context, chosen()));
    const refused = writes() - full;
    await times(10, () => call(contextOf({}), chosen()));

    // One for each second, and three in the first: 1, 1, 2 and 4 calls are leased.
    expect(steady).toBe(8);
    expect(refused).toBe(0);
    expect(writes()).toBe(full);
  });

  test('makes exactly as many calls a day, of UTC', async () => {
    const call = await newInstance();
    const context = contextOf({ token: { callsPerDay: 100 } });
    now = Date.UTC(2026, 5, 1, 23, 58, 30);

    const today = await times(130, () => call(context, chosen()));
    now += 90_000;
    const tomorrow = await call(context, chosen());

    expect(tally(today.map(codeOf))).toEqual({ made: 100, daily_calls_reached: 30 });
    expect(JSON.stringify(today.at(-1))).toContain('Calls are possible again at 00:00 UTC, in 2 minutes.');
    expect(codeOf(tomorrow)).toBe('made');
  });

  test('gives back what a refused call took from the limits of others', async () => {
    const call = await newInstance();
    const server = { server: { server: { callsPerSecond: 10, callsPerDay: 10 } }, token: { concurrentCalls: 1 } };
    now += 7 * 86_400_000;
    const [greedy, other] = [contextOf({ ...server }), contextOf({ ...server })];
    const gate = Promise.withResolvers<void>();
    meanwhile = () => gate.promise;
    const running = call(greedy, chosen());
    await until(() => aws.calls(INVOKE).length === 1);

    const refused: string[] = [];
    for (let each = 0; each < 12; each++) refused.push(codeOf(await call(greedy, chosen())));
    gate.resolve();
    await running;
    const made: string[] = [];
    for (let each = 0; each < 10; each++) made.push(codeOf(await call(other, chosen())));

    expect(tally(refused)).toEqual({ concurrent_calls_reached: 12 });
    expect(tally(made)).toEqual({ made: 9, rate_limited: 1 });
  });

  test('enters one refused call a minute for each token and code', async () => {
    const call = await newInstance();
    const context = contextOf({ token: { callsPerSecond: 1 } }, 'tok_entered');

    await times(20, () => call(context, chosen()));

    const entries = aws.calls('PutItem').map(({ Item }) => unmarshall(Item as never));
    expect(entries.filter(({ errorCode }) => errorCode === 'rate_limited')).toMatchObject([
      { kind: 'call', outcome: 'error', tokenId: 'tok_entered', tool: 'read', limited: 'token' },
    ]);
    expect(entries).toHaveLength(2);
  });

  test('gives the only place back, although the answer to taking it was lost', async () => {
    const call = await newInstance();
    aws.on('UpdateItem', async (input) => {
      await passedOn(tables.url, 'UpdateItem', input).catch(() => {});
      return passedOn(tables.url, 'UpdateItem', input);
    });
    const context = contextOf({ token: { concurrentCalls: 1 } });

    const codes = [codeOf(await call(context, chosen())), codeOf(await call(context, chosen()))];

    expect(codes).toEqual(['made', 'made']);
  });

  test('counts no repetition of a call that its limits refuse, and tries no broken API with wrong arguments', async () => {
    const call = await newInstance();
    const limited = contextOf({ token: { callsPerSecond: 1 } });
    Object.assign(limited.server, { breaker: { sameCalls: 2 } });
    const broken = contextOf({});
    Object.assign(broken.server, { breaker: { failurePercent: 50 } });
    Object.assign(broken, { breaker: { openedAt: now - 60_000, until: now - 30_000, reason: 'failures' } });

    const codes = (await times(5, () => call(limited, chosen()))).map(codeOf);
    now += 1_000;
    codes.push(codeOf(await call(limited, chosen())));
    const refused = await call(broken, chosen('strict', { id: 'x' }));

    expect(tally(codes)).toEqual({ made: 2, rate_limited: 4 });
    expect(codeOf(refused)).toBe('argument_invalid');
    expect(aws.calls('UpdateItem').filter((each) => JSON.stringify(each).includes('limit.breaker.'))).toEqual([]);
  });

  test('makes no call that cannot be counted', async () => {
    const call = await newInstance();
    aws.on('UpdateItem', () => {
      throw fault('ProvisionedThroughputExceededException');
    });

    const result = await call(contextOf({ token: { callsPerSecond: 5 } }), chosen());

    expect(codeOf(result)).toBe('limit_unavailable');
    expect(aws.calls(INVOKE)).toEqual([]);
  });
});

describe('twenty instances', () => {
  let instances: CallTool[];
  beforeAll(async () => {
    instances = [];
    for (let each = 0; each < 20; each++) instances.push(await newInstance());
  });

  test('of 5,000 calls make no more a second and a day than are allowed, nearly as many, and with few writes', async () => {
    const context = contextOf({ token: { callsPerSecond: 300, callsPerDay: 2_000 } });
    const made: number[] = [];
    for (let second = 0; second < 10; second++) {
      const results = await times(500, (at) => (instances[at % 20] as CallTool)(context, chosen()));
      made.push(results.filter(({ isError }) => !isError).length);
      now += 1_000;
    }

    const all = made.reduce((sum, each) => sum + each);
    expect(Math.max(...made)).toBeLessThanOrEqual(300);
    // Every instance has calls for all that it leases, so nothing is left over while the day is not over.
    expect(made.slice(0, 6)).toEqual([300, 300, 300, 300, 300, 300]);
    expect(all).toBeLessThanOrEqual(2_000);
    expect(all).toBeGreaterThanOrEqual(2_000 - 20 * Math.ceil(2_000 / 32));
    expect(aws.calls(INVOKE)).toHaveLength(all);
    // Two counters, each with one write a second and instance and some more in the first and the last.
    expect(writes()).toBeLessThan(5_000 / 4);
  });

  test('refuse nobody who makes less than a third of what is allowed, however the calls are spread', async () => {
    const context = contextOf({ token: { callsPerSecond: 30 } });
    const codes: string[] = [];
    for (let second = 0; second < 6; second++) {
      for (let each = 0; each < 10; each++) {
        const at = (second * 7 + each * each) % 20;
        codes.push(codeOf(await (instances[at] as CallTool)(context, chosen())));
      }
      now += 1_000;
    }

    expect(tally(codes)).toEqual({ made: 60 });
  });

  test.each(['callsPerSecond', 'callsPerDay', 'concurrentCalls'])(
    'count a client that acts for itself as one, over all its sessions: %s',
    async (limit) => {
      const server = { token: { [limit]: 4 } };
      const gate = Promise.withResolvers<void>();
      meanwhile = () => gate.promise;
      let ended = 0;

      const running = times(20, async (at) => {
        const context = contextOf({ server, machine: 'https://agent.example/client.json' });
        const result = await (instances[at] as CallTool)(context, chosen());
        ended++;
        return result;
      });
      await until(() => aws.calls(INVOKE).length === 4 && ended === 16);
      gate.resolve();
      const own = (await running).map(codeOf);
      const other = await (instances[0] as CallTool)(contextOf({ server, machine: 'app_other' }), chosen());

      expect(own.filter((code) => code === 'made')).toHaveLength(4);
      expect(codeOf(other)).toBe('made');
    },
  );

  test('count the calls of a server and of a person together', async () => {
    const limits = { server: { callsPerSecond: 12 }, person: { callsPerSecond: 5 } };
    const ann = () => contextOf({ server: limits, person: 'ann' });
    const tokens = () => contextOf({ server: limits });

    const annas = await times(40, (at) => (instances[at % 20] as CallTool)(ann(), chosen()));
    const others = await times(40, (at) => (instances[at % 20] as CallTool)(tokens(), chosen()));

    expect(tally(annas.map(codeOf))).toEqual({ made: 5, rate_limited: 35 });
    expect(JSON.stringify(annas)).toContain('this person may make 5 calls per second');
    expect(tally(others.map(codeOf))).toEqual({ made: 7, rate_limited: 33 });
    expect(JSON.stringify(others)).toContain('this server may make 12 calls per second');
  });

  test('run no more calls at the same time than are allowed, and the end of one makes room', async () => {
    const context = contextOf({ token: { concurrentCalls: 3 } });
    const gate = Promise.withResolvers<void>();
    meanwhile = () => gate.promise;
    let ended = 0;
    const running = times(20, async (at) => {
      const result = await (instances[at] as CallTool)(context, chosen());
      ended++;
      return result;
    });
    // The gate opens only when all others are refused: whoever asks later finds room, and rightly so.
    await until(() => aws.calls(INVOKE).length === 3 && ended === 17);
    const one = await (instances[5] as CallTool)(context, chosen());
    gate.resolve();
    const codes = (await running).map(codeOf);
    meanwhile = async () => {};
    now += 1_001;
    const afterwards = await (instances[3] as CallTool)(context, chosen());

    expect(codeOf(one)).toBe('concurrent_calls_reached');
    expect(tally(codes)).toEqual({ made: 3, concurrent_calls_reached: 17 });
    expect(codeOf(afterwards)).toBe('made');
  });

  test('send no more answers of a day than are allowed, but for those that are under way', async () => {
    const context = contextOf({ token: { answerBytesPerDay: 10_000 } });
    const codes: string[] = [];
    for (let each = 0; each < 80; each++) {
      codes.push(codeOf(await (instances[each % 20] as CallTool)(context, chosen())));
    }

    const { made = 0, daily_bytes_reached: refused = 0 } = tally(codes);
    expect(made * 400).toBeLessThanOrEqual(10_000 + 20 * 400);
    expect(made * 400).toBeGreaterThan(5_000);
    expect(made + refused).toBe(80);
  });
});
