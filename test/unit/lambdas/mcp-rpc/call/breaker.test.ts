/** The circuit breaker of a server, as instances of mcp-rpc hold it together over one row; each has a memory of its own. */
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BreakerRow, BreakerSettings, CallEnd } from '../../../../../core/limiting/breaker.ts';
import type { ProductEvent } from '../../../../../core/telemetry/events/events.ts';
import type { passBreaker } from '../../../../../lambdas/mcp-rpc/call/breaker.ts';
import { SERVER } from '../../../../support/bundles.ts';
import { directAws, passedOn } from '../../../../support/directAws.ts';
import { startTables, type Tables } from '../../../../support/tables.ts';

const aws = directAws();
const NOON = Date.UTC(2026, 5, 1, 12);
let tables: Tables;
let now = NOON;
let counter = 0;

beforeAll(async () => {
  tables = await startTables({ sessions: ['sessionId'] }, {});
  Object.assign(process.env, {
    TABLE_AUDIT: 'audit',
    TABLE_EVENTS: 'events',
    TABLE_SESSIONS: 'sessions',
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
  });
});
afterAll(() => tables.close());
beforeEach(() => {
  now = NOON;
  counter++;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  aws.reset();
  aws.on('PutItem', () => ({}));
});
afterEach(() => void jest.restoreAllMocks());

type Pass = typeof passBreaker;
async function newInstance(): Promise<Pass> {
  jest.resetModules();
  return ((await import('../../../../../lambdas/mcp-rpc/call/breaker.ts')) as { passBreaker: Pass }).passBreaker;
}

const server = () => `${SERVER}${counter}`;
async function row(): Promise<BreakerRow | undefined> {
  const { readBreaker } = await import('../../../../../aws/tables/breakers.ts');
  return readBreaker(server());
}
const put = (table: string) =>
  aws.calls('PutItem').flatMap(({ TableName, Item }) => (TableName === table ? [unmarshall(Item as never)] : []));
const actions = () => put('audit').map(({ action }) => action);
/** The events that were reported. */
const told = () => put('events').map(({ event }) => event as ProductEvent);

const OK = { outcome: 'ok', status: 200, upstreamMs: 20 } as const;
const FAILED = { outcome: 'error', errorCode: 'upstream_status', status: 503, upstreamMs: 20 } as const;
const UNREACHED = { outcome: 'error', errorCode: 'upstream_unreachable', upstreamMs: 0 } as const;

interface Made {
  readonly args?: object;
  readonly token?: string;
  readonly resumedAt?: string;
  /** Of a session. */
  readonly signIn?: object;
}
/** One call, which reads the row as each request does. Resolves to `made` or the code of its refusal. */
async function call(
  pass: Pass,
  breaker: BreakerSettings,
  end: CallEnd,
  { args = { id: 1 }, token = 'tok_1', resumedAt, signIn }: Made = {},
): Promise<string> {
  const asking = {
    token: { tokenId: token, label: token, ...(signIn && { signIn }) },
    server: { serverId: server(), name: 'Shop', breaker, ...(resumedAt && { resumedAt }) },
    breaker: await row(),
  } as unknown as Parameters<Pass>[0];
  const passage = pass(asking, { name: 'getThing' }, args as never);
  if ('code' in passage) return passage.code;
  const refused = (await passage.begin()) ?? (await passage.claim());
  if (refused) return refused.code;
  await passage.end(end);
  return 'made';
}

const settings = { failurePercent: 50, minCalls: 10 };

describe('the circuit breaker', () => {
  test('writes nothing while calls succeed', async () => {
    const pass = await newInstance();

    for (let each = 0; each < 50; each++) await call(pass, settings, OK);

    expect(await row()).toBeUndefined();
  });

  test('opens when enough calls fail, tries with one call after the pause, and closes when that works', async () => {
    const [one, two] = [await newInstance(), await newInstance()];
    const before: string[] = [];
    for (let each = 0; each < 10; each++) before.push(await call(each % 2 ? one : two, settings, FAILED));
    now += 1_100;
    before.push(await call(one, settings, UNREACHED), await call(two, settings, UNREACHED));

    const stopped = [await call(one, settings, OK), await call(two, settings, OK)];
    now += 30_000;
    const failing = await call(two, settings, FAILED);
    const again = await call(one, settings, OK);
    now += 30_000;
    const trying = await call(one, settings, OK);
    const after = [await call(one, settings, OK), await call(two, settings, OK)];

    expect(new Set(before)).toEqual(new Set(['made']));
    expect(stopped).toEqual(['circuit_open', 'circuit_open']);
    expect([failing, again]).toEqual(['made', 'circuit_open']);
    expect([trying, ...after]).toEqual(['made', 'made', 'made']);
    expect(actions()).toEqual(['breaker.open', 'breaker.close']);
    const serverId = server();
    const openedAt = new Date(NOON + 1_100).toISOString();
    const until = new Date(NOON + 31_100).toISOString();
    expect(told().map(({ type, data }) => [type, data])).toEqual([
      ['breaker.opened.v1', { serverId, reason: 'failures', openedAt, until, tokenId: 'tok_1' }],
      ['breaker.closed.v1', { serverId, openedAt, by: 'call' }],
    ]);
  });

  test('stops nobody but the one caller, before others have called; what others see of the API decides for all', async () => {
    const [one, two] = [await newInstance(), await newInstance()];
    for (let each = 0; each < 10; each++) await call(one, settings, FAILED, { token: 'tok_loner' });

    const alone = await row();
    const stopped = await call(two, settings, OK, { token: 'tok_loner' });
    const others: string[] = [];
    for (let each = 0; each < 8; each++) {
      others.push(await call(each % 2 ? one : two, settings, FAILED, { token: `tok_${each % 4}` }));
      now += 1_000;
    }

    expect(alone).toMatchObject({ soleToken: 'tok_loner', reason: 'failures' });
    expect(stopped).toBe('circuit_open');
    expect(others).toEqual([
      ...Array.from({ length: 5 }, () => 'made'),
      ...Array.from({ length: 3 }, () => 'circuit_open'),
    ]);
    expect(await row()).toMatchObject({ openedAt: alone?.openedAt });
    expect(await row()).not.toHaveProperty('soleToken');
    expect(told().map(({ type, data }) => [type, (data as { tokenId?: string }).tokenId])).toEqual([
      ['breaker.opened.v1', 'tok_loner'],
      ['breaker.opened.v1', undefined],
    ]);
    expect(new Set(told().map(({ id }) => id)).size).toBe(2);
  });

  test('is not kept open by one caller that takes the attempts: others may try as soon as its attempt has failed', async () => {
    const pass = await newInstance();
    for (let each = 0; each < 24; each++) {
      await call(pass, settings, FAILED, { token: `tok_${each % 3}` });
      now += 200;
    }
    const stopped = await call(pass, settings, OK, { token: 'tok_good' });
    now += 30_000;

    const first = await call(pass, settings, FAILED, { token: 'tok_bad' });
    const again = await call(pass, settings, FAILED, { token: 'tok_bad' });
    const good = await call(pass, settings, OK, { token: 'tok_good' });
    const after = await call(pass, settings, OK, { token: 'tok_bad' });

    expect([stopped, first, again]).toEqual(['circuit_open', 'made', 'circuit_open']);
    expect([good, after]).toEqual(['made', 'made']);
  });

  test('waits for the next pause when the attempts of two callers have failed', async () => {
    const pass = await newInstance();
    for (let each = 0; each < 24; each++) {
      await call(pass, settings, FAILED, { token: `tok_${each % 3}` });
      now += 200;
    }
    now += 30_000;

    const tries: string[] = [];
    for (const token of ['tok_a', 'tok_a', 'tok_b', 'tok_a', 'tok_c']) {
      tries.push(await call(pass, settings, FAILED, { token }));
    }

    expect(tries).toEqual(['made', 'circuit_open', 'made', 'circuit_open', 'circuit_open']);
  });

  test('is told of once, however many instances find it failing at the same moment', async () => {
    const instances = await Promise.all(Array.from({ length: 5 }, newInstance));
    const made = { failurePercent: 50, minCalls: 1 };
    const asking = {
      token: { tokenId: 'tok_1', label: 'x' },
      server: { serverId: server(), name: 'Shop', breaker: made },
    } as unknown as Parameters<Pass>[0];
    const passages = instances.map((pass) => pass(asking, { name: 'getThing' }, {}));

    await Promise.all(passages.map((each) => 'end' in each && each.end(FAILED)));

    expect(passages.filter((each) => 'end' in each)).toHaveLength(5);
    expect(told().map(({ type }) => type)).toEqual(['breaker.opened.v1']);
  });

  test('lets one of many calls try, whichever instance is first', async () => {
    const instances = await Promise.all(Array.from({ length: 5 }, newInstance));
    const [one] = instances as [Pass, ...Pass[]];
    for (let each = 0; each < 24; each++) {
      await call(one, settings, FAILED, { token: `tok_${each % 2}` });
      now += 200;
    }
    now += 30_000;
    const seen = await row();
    const asking = (at: number) =>
      ({
        token: { tokenId: `tok_${at}`, label: 'x' },
        server: { serverId: server(), name: 'Shop', breaker: settings },
        breaker: seen,
      }) as unknown as Parameters<Pass>[0];

    const passages = instances.map((pass, at) => pass(asking(at), { name: 'getThing' }, {}));
    const refused = await Promise.all(passages.map((each) => ('claim' in each ? each.claim() : each)));

    expect(refused.map((each) => each?.code).sort()).toEqual([...Array(4).fill('circuit_open'), undefined]);
  });

  test('is not opened by the counts of a window that was over when it closed', async () => {
    const [slow, other] = [await newInstance(), await newInstance()];
    const made = { failurePercent: 50, minCalls: 1 };
    const asking = {
      token: { tokenId: 'tok_1', label: 'x' },
      server: { serverId: server(), name: 'Shop', breaker: made },
    } as unknown as Parameters<Pass>[0];
    const late = slow(asking, { name: 'getThing' }, {});
    await call(other, made, FAILED);
    now += 30_000;
    await call(other, made, OK);
    const closed = await row();

    if ('end' in late) await late.end(FAILED);

    expect(closed).toMatchObject({ closedAt: now });
    expect(await row()).not.toHaveProperty('openedAt');
  });

  test('is opened, tried and closed once, although every answer of the table is lost', async () => {
    const { claimProbe, closeBreaker, openBreaker } = await import('../../../../../aws/tables/breakers.ts');
    const made = { now, until: now, reason: 'failures', resumedAt: 0, window: 0 } as const;
    aws.on('UpdateItem', async (input) => {
      await passedOn(tables.url, 'UpdateItem', input).catch(() => {});
      return passedOn(tables.url, 'UpdateItem', input);
    });

    const opened = await openBreaker(server(), made);
    const attempt = { openedAt: now, until: now + 1_000, caller: 'one', now };
    const probe = await claimProbe(server(), attempt);
    const second = await claimProbe(server(), attempt);
    const closed = probe && (await closeBreaker(server(), probe, now + 1));

    expect([opened, second, closed]).toEqual([true, undefined, true]);
  });

  test('opens for slow answers, and not for errors that are the caller’s', async () => {
    const pass = await newInstance();
    const slow = { failurePercent: 50, slowMs: 1_000, minCalls: 10 };
    const wrong = { outcome: 'error', errorCode: 'upstream_status', status: 404, upstreamMs: 10 } as const;
    for (let each = 0; each < 30; each++) await call(pass, slow, wrong);
    const healthy = await row();

    for (let each = 0; each < 35; each++) await call(pass, slow, { ...OK, upstreamMs: 3_000 });

    expect(healthy).toBeUndefined();
    expect(await row()).toMatchObject({ reason: 'slow' });
    expect(await call(pass, slow, OK)).toBe('circuit_open');
  });

  test('is closed by hand at once, and what failed before does not count any more', async () => {
    const pass = await newInstance();
    for (let each = 0; each < 12; each++) {
      await call(pass, settings, FAILED);
      now += 200;
    }
    const stopped = await call(pass, settings, OK);
    const resumedAt = new Date(now).toISOString();
    now += 100;

    const resumed = [await call(pass, settings, FAILED, { resumedAt }), await call(pass, settings, OK, { resumedAt })];

    expect(stopped).toBe('circuit_open');
    expect(resumed).toEqual(['made', 'made']);
  });

  test('stops a token that repeats a call, for all instances, and no other token', async () => {
    const [one, two] = [await newInstance(), await newInstance()];
    const repeated = { sameCalls: 5 };
    const codes: string[] = [];
    for (let each = 0; each < 7; each++) codes.push(await call(one, repeated, OK));

    const elsewhere = await call(two, repeated, OK, { args: { id: 2 } });
    const other = await call(one, repeated, OK, { token: 'tok_2' });
    now += 30_001;
    const later = await call(one, repeated, OK);

    expect(codes).toEqual(['made', 'made', 'made', 'made', 'made', 'client_paused', 'client_paused']);
    expect([elsewhere, other, later]).toEqual(['client_paused', 'made', 'made']);
    expect(actions()).toEqual(['breaker.pause']);
  });

  test('stops a token whose calls fail one after the other', async () => {
    const pass = await newInstance();
    const storm = { failuresInRow: 4 };
    const codes: string[] = [];
    for (let each = 0; each < 3; each++) codes.push(await call(pass, storm, FAILED, { args: { each } }));
    codes.push(await call(pass, storm, OK));
    for (let each = 0; each < 5; each++) codes.push(await call(pass, storm, FAILED, { args: { each } }));

    expect(codes).toEqual([...Array.from({ length: 8 }, () => 'made'), 'client_paused']);
  });
});

describe('a caller that provokes failures of the API', () => {
  const ways: readonly (readonly [string, BreakerSettings, CallEnd])[] = [
    ['failures', { failurePercent: 50, minCalls: 10 }, FAILED],
    ['slow answers', { slowMs: 1_000, minCalls: 10 }, { ...OK, upstreamMs: 3_000 }],
  ];

  test.each(ways)('by %s is stopped itself, and no call of anybody else is refused', async (_, made, bad) => {
    const instances = await Promise.all(Array.from({ length: 5 }, newInstance));
    const pick = (at: number) => instances[at % instances.length] as Pass;
    const ofAttacker: string[] = [];
    const ofOthers: string[] = [];
    const provoke = async (at: number) => {
      const all = Array.from({ length: 3 }, (_each, more) => call(pick(at + more), made, bad, { token: 'tok_bad' }));
      ofAttacker.push(...(await Promise.all(all)));
    };

    // Beside others that call less, then alone, then beside them again, through several windows and pauses.
    for (let at = 0; at < 66; at++) {
      await provoke(at);
      if ((at < 12 || at > 44) && at % 3 === 0) {
        for (const token of ['tok_1', 'tok_2']) ofOthers.push(await call(pick(at), made, OK, { token }));
      }
      now += at % 7 === 0 ? 25_000 : 130;
    }

    expect(new Set(ofOthers)).toEqual(new Set(['made']));
    expect(ofAttacker.filter((code) => code !== 'made').length).toBeGreaterThan(90);
    expect(new Set(ofAttacker)).toEqual(new Set(['made', 'circuit_open', 'client_paused']));
  });

  test('by many sessions of one person is one caller, and by two people not any more', async () => {
    const pass = await newInstance();
    const provoke = (session: number, id: string) => {
      const signIn = { person: { id }, client: { id: 'cl' } };
      return call(pass, settings, FAILED, { token: `tok_s${session}`, signIn });
    };
    await call(pass, settings, OK, { token: 'tok_good' });
    for (let each = 0; each < 40; each++) await provoke(each % 8, 'per_1');
    const afterOne = await call(pass, settings, OK, { token: 'tok_good' });

    for (let each = 0; each < 40; each++) await provoke(20 + (each % 8), 'per_2');

    expect(afterOne).toBe('made');
    expect(await call(pass, settings, OK, { token: 'tok_good' })).toBe('circuit_open');
  });

  test('does not make others write: what succeeds beside it is written once a second', async () => {
    const pass = await newInstance();
    for (let each = 0; each < 20; each++) await call(pass, settings, FAILED, { token: 'tok_bad' });
    await call(pass, settings, OK, { token: 'tok_good' });
    const before = await row();

    for (let each = 0; each < 50; each++) await call(pass, settings, OK, { token: 'tok_good' });

    expect(await row()).toEqual(before);
  });
});

test('a row of an earlier version, which does not count by caller, is begun anew', async () => {
  const pass = await newInstance();
  const { addHealth } = await import('../../../../../aws/tables/breakers.ts');
  const window = NOON;
  await passedOn(tables.url, 'PutItem', {
    TableName: 'sessions',
    Item: marshall({ sessionId: `limit.breaker.${server()}`, windowAt: window, calls: 9, failed: 9, slow: 0 }),
  });

  const code = await call(pass, settings, FAILED);

  expect(code).toBe('made');
  expect(await row()).toMatchObject({ calls: 1, failed: 1 });
  expect(await addHealth(server(), window - 60_000, { calls: 1, failed: 1, slow: 0 }, new Map())).toBeUndefined();
});

test('the row of one window has a bounded number of names, however many instances name callers at the same moment', async () => {
  const { addHealth } = await import('../../../../../aws/tables/breakers.ts');
  const bad = { calls: 1, failed: 1, slow: 0 };
  const write = (instance: number) =>
    addHealth(
      server(),
      NOON,
      { calls: 16, failed: 16, slow: 0 },
      new Map(Array.from({ length: 16 }, (_, at) => [`caller-${instance}-${at}`, bad])),
    );

  await Promise.all(Array.from({ length: 30 }, (_, instance) => write(instance)));
  const { calls, failedBy = {} } = (await row()) ?? {};

  expect(calls).toBe(480);
  expect(Object.keys(failedBy).length).toBeLessThanOrEqual(72);
  expect(Object.values(failedBy).reduce((sum, each) => sum + each, 0)).toBe(480);
});
