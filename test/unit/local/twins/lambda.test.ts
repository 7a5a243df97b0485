/** The Lambda API through the real client, over real environments: streams, failures, limits, tenants. */
import { InvokeCommand, InvokeWithResponseStreamCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lambdaService } from '../../../../local/twins/lambda.ts';
import { type Functions, startFunctions } from '../../../support/environments.ts';
import { startTwin, type TwinAccess } from '../../../support/twins.ts';

let functions: Functions;
let twin: TwinAccess;
let client: LambdaClient;
const events: string[] = [];
/** Events of invocations that nobody waited for and that failed. */
const givenUp: unknown[][] = [];

beforeAll(async () => {
  functions = startFunctions();
  const pools = [
    functions.make(
      'plain',
      `let count = 0;
       const me = Math.random();
       export const handler = async (event, context) => {
         if (event.throws) throw Object.assign(new Error('on purpose'), { name: event.throws });
         if (event.exits) process.exit(3);
         if (event.sleeps) await new Promise((done) => setTimeout(done, event.sleeps));
         if (event.spins) for (;;) {}
         if (event.large) return 'x'.repeat(event.large);
         if (event.says) console.log(event.says);
         return { event, me, count: ++count, name: process.env.NAME, left: context.getRemainingTimeInMillis() };
       };`,
      { timeoutMs: 1_000 },
    ),
    functions.make(
      'streaming',
      `export const handler = awslambda.streamifyResponse(async (event, stream, context) => {
         stream.on('close', () => { if (!stream.writableFinished) console.log('closed early ' + event.mark); });
         for (let at = 0; at < (event.chunks ?? 3); at++) {
           stream.write(at + '\\n');
           await new Promise((done) => setTimeout(done, event.every ?? 1));
           if (stream.destroyed) return;
         }
         if (event.mark) console.log('ended ' + event.mark);
         if (event.throws) throw new TypeError('half way');
         stream.write('tenant ' + context.tenantId);
         stream.end();
       });`,
      { timeoutMs: 5_000 },
    ),
    functions.make(
      'isolated',
      `let count = 0;
       export const handler = async (event) => {
         const tried = [];
         if (event.probe) {
           const { readFileSync, writeFileSync } = await import('node:fs');
           for (const attack of [
             () => readFileSync('/etc/hostname'),
             () => writeFileSync('/tmp/portcullis-escape', 'x'),
             () => new Function('return 1')(),
           ]) {
             try { attack(); tried.push('allowed'); } catch (error) { tried.push(error.code ?? error.name); }
           }
         }
         if (event.buffers) { const held = []; for (let at = 0; at < 40; at++) { held.push(Buffer.alloc(16e6, 1)); await new Promise((done) => setTimeout(done, 100)); } return held.length; }
         if (event.waits) { globalThis.now = (globalThis.now ?? 0) + 1; globalThis.most = Math.max(globalThis.most ?? 0, globalThis.now); await new Promise((done) => setTimeout(done, event.waits)); globalThis.now--; return { most: globalThis.most }; }
         if (event.eats) { const held = []; for (;;) held.push(new Array(1e5).fill(Math.random())); }
         return { pid: process.pid, count: ++count, tried, variables: Object.keys(process.env).sort() };
       };`,
      { tenants: true, timeoutMs: 10_000 },
    ),
    functions.make('broken', 'throw new RangeError("at load")'),
  ];
  const byName = new Map(pools.map((pool) => [pool.definition.functionName, pool]));
  twin = await startTwin(
    lambdaService(
      (name) => byName.get(name),
      new Map([['plain', { retries: 0, giveUp: (...lost: unknown[]) => void givenUp.push(lost) }]]),
    ),
    {
      all: [{ Action: 'lambda:InvokeFunction', Resource: '*' }],
      plainOnly: [{ Action: 'lambda:InvokeFunction', Resource: '*:function:plain' }],
    },
  );
  client = new LambdaClient(twin.as('all'));
});
afterAll(async () => {
  await twin.close();
  functions.close();
});

const invoke = async (FunctionName: string, event: object = {}, more: object = {}) => {
  const { Payload, FunctionError, StatusCode } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(event), ...more }),
  );
  const text = Buffer.from(Payload ?? new Uint8Array()).toString();
  return { answer: text ? JSON.parse(text) : undefined, FunctionError, StatusCode };
};
const named = (name: string) => expect.objectContaining({ name });
const until = async (isTrue: () => boolean) => {
  for (let waited = 0; !isTrue() && waited < 5_000; waited += 20) await new Promise((done) => setTimeout(done, 20));
  return isTrue();
};

describe('Invoke', () => {
  test('gives the event and the environment to the handler and its answer back', async () => {
    const { answer } = await invoke('plain', { x: [1, 'ä'] });

    expect(answer).toMatchObject({ event: { x: [1, 'ä'] }, name: 'plain' });
    expect(answer.left).toBeGreaterThan(0);
    expect(answer.left).toBeLessThanOrEqual(1_000);
  });

  test('takes two instances in turn, so nothing can lean on the memory of one', async () => {
    const instances = new Set<number>();

    for (let at = 0; at < 4; at++) instances.add((await invoke('plain')).answer.me);

    expect(instances.size).toBe(2);
  });

  test('takes a function by its ARN', async () => {
    expect((await invoke('arn:aws:lambda:us-east-1:000000000000:function:plain')).answer.name).toBe('plain');
  });

  test('reports what a handler throws by name and message', async () => {
    expect(await invoke('plain', { throws: 'spec_invalid' })).toMatchObject({
      FunctionError: 'Unhandled',
      answer: { errorType: 'spec_invalid', errorMessage: 'on purpose' },
    });
  });

  test('reports a function that does not load, each time', async () => {
    for (let at = 0; at < 2; at++) {
      expect(await invoke('broken')).toMatchObject({ FunctionError: 'Unhandled', answer: { errorType: 'RangeError' } });
    }
  });

  test('replaces an instance that exited', async () => {
    expect((await invoke('plain', { exits: true })).FunctionError).toBe('Unhandled');
    for (let at = 0; at < 2; at++) expect((await invoke('plain')).FunctionError).toBeUndefined();
  });

  test('ends what takes too long, also when it never yields', async () => {
    for (const event of [{ sleeps: 60_000 }, { spins: true }]) {
      const { FunctionError, answer } = await invoke('plain', event);
      expect(FunctionError).toBe('Unhandled');
      expect(answer.errorMessage).toBe('Task timed out after 1.00 seconds');
    }
    for (let at = 0; at < 2; at++) expect((await invoke('plain')).FunctionError).toBeUndefined();
  });

  test('does not answer for a queued event', async () => {
    const { StatusCode, answer } = await invoke('plain', { says: 'queued event ran' }, { InvocationType: 'Event' });

    expect(StatusCode).toBe(202);
    expect(answer).toBeUndefined();
    expect(await until(() => functions.output().includes('queued event ran'))).toBe(true);
  });

  test('gives a queued event up after its last attempt', async () => {
    const event = { throws: 'TableBusy', id: 'srv_1' };

    const { StatusCode } = await invoke('plain', event, { InvocationType: 'Event' });
    await until(() => givenUp.length > 0);

    expect(StatusCode).toBe(202);
    expect(givenUp).toEqual([[event, 'TableBusy', 'on purpose']]);
  });

  test('refuses payloads over 6 MB in, and reports them out', async () => {
    await expect(invoke('plain', { x: 'x'.repeat(6.1 * 1024 * 1024) })).rejects.toEqual(
      named('RequestTooLargeException'),
    );
    expect((await invoke('plain', { large: 6.1 * 1024 * 1024 })).answer.errorType).toBe(
      'Function.ResponseSizeTooLarge',
    );
  });

  test('refuses unknown functions and callers without the right', async () => {
    await expect(invoke('nobody')).rejects.toEqual(named('ResourceNotFoundException'));

    const limited = new LambdaClient(twin.as('plainOnly'));
    await expect(limited.send(new InvokeCommand({ FunctionName: 'streaming' }))).rejects.toEqual(
      named('AccessDeniedException'),
    );
  });
});

describe('InvokeWithResponseStream', () => {
  const stream = async (FunctionName: string, event: object, more: object = {}, abortSignal?: AbortSignal) => {
    const { EventStream } = await client.send(
      new InvokeWithResponseStreamCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(event)), ...more }),
      { abortSignal },
    );
    return EventStream ?? [];
  };
  const collect = async (FunctionName: string, event: object) => {
    let text = '';
    let complete: object | undefined;
    for await (const { PayloadChunk, InvokeComplete } of await stream(FunctionName, event)) {
      if (PayloadChunk) text += Buffer.from(PayloadChunk.Payload ?? []).toString();
      if (InvokeComplete) complete = InvokeComplete;
    }
    return { text, complete };
  };

  test('passes chunks on as they are written', async () => {
    expect(await collect('streaming', {})).toEqual({ text: '0\n1\n2\ntenant undefined', complete: {} });
  });

  test('ends with the error of a handler that failed half way', async () => {
    const { text, complete } = await collect('streaming', { throws: true });

    expect(text).toBe('0\n1\n2\n');
    expect(complete).toMatchObject({ ErrorCode: 'TypeError', ErrorDetails: expect.stringContaining('half way') });
  });

  test('gives the answer of a handler that does not stream', async () => {
    const { text } = await collect('plain', { a: 1 });
    expect(JSON.parse(text)).toMatchObject({ event: { a: 1 } });
  });

  test('runs on to its end when the caller goes away, as Lambda does', async () => {
    const leaving = new AbortController();
    const reading = (async () => {
      for await (const event of await stream('streaming', { chunks: 40, every: 5, mark: 'm1' }, {}, leaving.signal)) {
        if (event.PayloadChunk) leaving.abort();
      }
    })();
    await reading.catch(() => events.push('aborted'));

    expect(await until(() => functions.output().includes('ended m1'))).toBe(true);
    expect(functions.output()).not.toContain('closed early m1');
  });
});

describe('a function with tenant isolation', () => {
  const invokeAs = async (TenantId: string, event: object = {}, more: object = {}) =>
    (await invoke('isolated', event, { TenantId, ...more })).answer;

  test('has a process of its own for each tenant, and keeps it', async () => {
    const [a, b, again] = [await invokeAs('srv_a'), await invokeAs('srv_b'), await invokeAs('srv_a')];

    expect(a.pid).not.toBe(b.pid);
    expect([a.pid, a.count, b.count]).toEqual([again.pid, 1, 1]);
    expect(again.count).toBe(2);
    expect(a.pid).not.toBe(process.pid);
  });

  test('may read and write no file and make no code', async () => {
    const { tried, variables } = await invokeAs('srv_a', { probe: true });

    expect(tried).toEqual(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'EvalError']);
    expect(variables).toEqual(['NAME']);
  });

  test('takes no other tenant down when it runs out of memory', async () => {
    const before = await invokeAs('srv_b');

    expect((await invoke('isolated', { eats: true }, { TenantId: 'srv_a' })).FunctionError).toBe('Unhandled');
    expect((await invokeAs('srv_b')).pid).toBe(before.pid);
    expect((await invokeAs('srv_a')).count).toBe(1);
  });

  test('ends when its buffers, which no heap limit counts, use more than it has', async () => {
    const { FunctionError, answer } = await invoke('isolated', { buffers: true }, { TenantId: 'srv_c' });
    // Only Linux tells what a process uses.
    if (process.platform === 'linux')
      expect([FunctionError, answer.errorType]).toEqual(['Unhandled', 'Runtime.OutOfMemory']);
  });

  test('takes sixteen invocations at once, twelve of one asker, and lets the others wait', async () => {
    const mostOf = async (askers: readonly string[]) => {
      const asked = Array.from({ length: 30 }, (_, at) =>
        invokeAs('srv_d', { waits: 20 }, { ClientContext: askers[at % askers.length] as string }),
      );
      return Math.max(...(await Promise.all(asked)).map(({ most }) => most));
    };

    expect(await mostOf(['a'])).toBe(12);
    expect(await mostOf(['b', 'c'])).toBe(16);
  });

  test('wants a tenant, which others refuse', async () => {
    await expect(invoke('isolated')).rejects.toEqual(named('InvalidParameterValueException'));
    await expect(invoke('plain', {}, { TenantId: 'srv_a' })).rejects.toEqual(named('InvalidParameterValueException'));
  });
});
