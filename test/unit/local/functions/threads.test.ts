/** Which thread of a function handles what, and what it gets of a request's body. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { type FunctionPool, invokeBuffered } from '../../../../local/functions/pool.ts';
import { type Functions, startFunctions } from '../../../support/environments.ts';
import { temporaryFolder } from '../../../support/twins.ts';

/** Says in which thread it runs, and what its event is. */
const SOURCE = `
  import { existsSync } from 'node:fs';
  import { threadId } from 'node:worker_threads';
  export const handler = async ({ body, until, ...event }) => {
    while (until && !existsSync(until)) await new Promise((done) => setTimeout(done, 5));
    return { threadId, event, length: body?.length, start: body?.slice(0, 8) };
  };`;

const folder = temporaryFolder();
let functions: Functions;
let pool: FunctionPool;
beforeAll(() => {
  functions = startFunctions();
  pool = functions.make('bodies', SOURCE);
});
afterAll(() => {
  functions.close();
  folder.remove();
});

afterEach(() => {
  jest.restoreAllMocks();
});

interface Said {
  readonly threadId: number;
  readonly event: object;
  readonly length?: number;
  readonly start?: string;
}
async function send(body: Buffer, isBase64Encoded = false, most?: number): Promise<Said> {
  return JSON.parse(await invokeBuffered(pool, { kind: 'event', isBase64Encoded }, { body, most })) as Said;
}

test('calls come to the threads in turn, and pass by one that is busy', async () => {
  const ask = async (event: object) => JSON.parse(await invokeBuffered(pool, event)) as Said;
  const inTurn = [await ask({}), await ask({}), await ask({}), await ask({})].map(({ threadId }) => threadId);
  const sign = join(folder.path, 'sign');
  const slow = ask({ until: sign });
  const meanwhile = [await ask({}), await ask({}), await ask({})].map(({ threadId }) => threadId);
  writeFileSync(sign, '');
  const busy = (await slow).threadId;

  expect(inTurn.slice(2)).toEqual(inTurn.slice(0, 2));
  expect(new Set(inTurn).size).toBe(2);
  expect(meanwhile).not.toContain(busy);
});

test('bodies are text or base64 as the event says, small or large', async () => {
  for (const times of [1, 20_000]) {
    const body = Buffer.from('aä漢'.repeat(times));
    expect(await send(Buffer.from(body))).toMatchObject({ length: 3 * times, event: { kind: 'event' } });
    const encoded = body.toString('base64');
    expect(await send(body, true)).toMatchObject({ length: encoded.length, start: encoded.slice(0, 8) });
  }
});

test('bodies that are a part of other memory arrive alone, and leave the rest where it was', async () => {
  const all = Buffer.from('x'.repeat(100_000) + 'y'.repeat(100_000));

  expect(await send(all.subarray(100_000))).toMatchObject({ length: 100_000, start: 'yyyyyyyy' });
  expect(all.toString('latin1', 99_999, 100_001)).toBe('xy');
});

test('bodies that are large are handled in a thread of their own, where no small one waits for them', async () => {
  const threads = async (size: number) => {
    const said = await Promise.all(Array.from({ length: 6 }, () => send(Buffer.alloc(size, 'a'))));
    return new Set(said.map(({ threadId }) => threadId));
  };

  const [small, large] = [await threads(100), await threads(100_000)];

  expect(large.size).toBe(1);
  expect([...large].filter((each) => small.has(each) || each === threadId)).toEqual([]);
});

test('bodies count as what they are in the JSON of the event', async () => {
  const most = 1_000_000;

  await expect(send(Buffer.alloc(200_000, 1), false, most)).rejects.toMatchObject({
    errorType: 'RequestTooLargeException',
  });
  expect(await send(Buffer.alloc(150_000, 1), false, most)).toMatchObject({ length: 150_000 });
});

test('a thread that is idle and holds much memory is ended, one that holds little is kept', async () => {
  const source = `
    import { threadId } from 'node:worker_threads';
    const held = [];
    export const handler = async ({ megabytes }) => {
      if (megabytes > 0) held.push(Buffer.alloc(megabytes * 1024 * 1024, 1));
      return { threadId, held: held.length };
    };`;
  const holding = functions.make('holding', source);
  const ask = async (megabytes: number) =>
    JSON.parse(await invokeBuffered(holding, { megabytes })) as { threadId: number; held: number };
  const grown = await ask(150);
  const small = await ask(1);

  await holding.endGrownThreads(0);
  const later = [await ask(0), await ask(0)];

  expect(later.map(({ threadId }) => threadId)).not.toContain(grown.threadId);
  expect(later).toContainEqual({ threadId: small.threadId, held: 1 });
});

test('an invocation goes on when the clock of the machine is set to another day', async () => {
  const looks = jest.spyOn(globalThis, 'setInterval');
  const sign = join(folder.path, 'next day');
  const running = invokeBuffered(functions.make('clock', SOURCE), { until: sign });
  const tomorrow = Date.now() + 86_400_000;
  jest.spyOn(Date, 'now').mockReturnValue(tomorrow);

  for (const [look] of looks.mock.calls) look();
  writeFileSync(sign, '');

  expect(looks).toHaveBeenCalled();
  expect(JSON.parse(await running)).toMatchObject({ event: {} });
});

test('a caller that disconnects while the function starts is told to it', async () => {
  const sign = join(folder.path, 'started');
  const source = `
    import { existsSync } from 'node:fs';
    while (!existsSync('${sign}')) await new Promise((done) => setTimeout(done, 5));
    export const handler = awslambda.streamifyResponse(
      (event, stream) => new Promise((done) => stream.once('close', done)),
    );`;
  const starting = functions.make('starting', source, { hearsLeaving: true });
  const { promise: ended, resolve: done, reject } = Promise.withResolvers<string | undefined>();
  const leave = starting.invoke({}, { done, failed: (type) => reject(new Error(type)) });

  leave();
  writeFileSync(sign, '');

  await expect(ended).resolves.toBeUndefined();
});
