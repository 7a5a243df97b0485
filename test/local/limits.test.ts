/** What one client can't take from the others: places, streams, and the way to the management API. Through the running stack. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type HeldStream, holdStream, SUBSCRIBE } from '../support/eventStream.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import type { Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.limits.example' });
  upstream.respond = answerThings(upstream);
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
});
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

const urlOf = ({ value }: { readonly value: string }) => `${stack.edgeUrl}/${value}/mcp`;

interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

async function call(url: string, name: string, args: object, signal?: AbortSignal): Promise<Answered> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    ...(signal && { signal }),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

describe('calls of one server', () => {
  test('a token with more calls than there are places is told so, and another token of the server is served at once', async () => {
    const [greedy, modest] = [await addToken(stack, hosted.serverId), await addToken(stack, hosted.serverId)];
    const over = new AbortController();
    const hanging = Array.from({ length: 120 }, () =>
      call(urlOf(greedy), 'slow', { ms: 60_000 }, over.signal).catch(() => undefined),
    );
    // Twelve run and a hundred wait, so eight are refused at once, the others when they have waited for five seconds.
    const first = (await Promise.race(hanging)) as Answered;

    const other = await call(urlOf(modest), 'getThing', { id: 7 });
    const refused: Answered[] = [];
    for (const each of hanging) {
      void each.then((answered) => {
        if (answered && refused.push(answered) === 108) over.abort();
      });
    }
    await Promise.all(hanging);

    expect(other).toMatchObject({ status: 200, text: expect.stringContaining('\\"id\\":7') });
    expect(first).toMatchObject({ status: 200, retryAfter: '5' });
    expect(JSON.parse(first.text).result).toEqual({
      content: [
        {
          type: 'text',
          text: 'The server is running as many calls as it can, so this one was not made. Call again in 5 seconds, one call at a time. (server_busy)',
        },
      ],
      isError: true,
    });
    expect(refused).toHaveLength(108);
    expect(new Set(refused.map(({ text }) => text))).toEqual(new Set([first.text]));
    expect(upstream.requests.filter(({ target }) => target === '/slow/60000')).toHaveLength(12);
  });
});

describe('requests that are there at once', () => {
  /** A connection that has had its first answer: it is open, and its token known. `list` sends `tools/list` in one write. */
  async function listing(token: { readonly value: string }) {
    const socket = connect(Number(new URL(stack.edgeUrl).port), '127.0.0.1').setEncoding('utf8');
    await once(socket, 'connect');
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    const list = async () => {
      socket.write(
        [
          `POST /${token.value}/mcp HTTP/1.1`,
          'Host: localhost',
          'Content-Type: application/json',
          'Accept: application/json, text/event-stream',
          `Content-Length: ${body.length}\r\n\r\n${body}`,
        ].join('\r\n'),
      );
      let text = '';
      while (!isWhole(text)) text += String((await once(socket, 'data'))[0]);
      return text;
    };
    await list();
    return { list, end: () => socket.destroy() };
  }
  function isWhole(text: string): boolean {
    const [head = '', body] = text.split('\r\n\r\n');
    return body !== undefined && Buffer.byteLength(body) >= Number(/^content-length: (\d+)/im.exec(head)?.[1]);
  }

  test('of one token, however many, are no line that another token stands in', async () => {
    const [greedy, modest] = [await addToken(stack, hosted.serverId), await addToken(stack, hosted.serverId)];
    const single = await listing(modest);
    const flood = await Promise.all(Array.from({ length: 60 }, () => listing(greedy)));
    const answered: string[] = [];
    const noted = async (who: string, answer: Promise<string>) => {
      answered.push((await answer).startsWith('HTTP/1.1 200 ') ? who : 'refused');
    };

    // While the host stands still all of them arrive, the single one last.
    process.kill(stack.pid, 'SIGSTOP');
    const lists = [...flood.map(({ list }) => noted('greedy', list())), noted('modest', single.list())];
    process.kill(stack.pid, 'SIGCONT');
    await Promise.all(lists);
    for (const { end } of [...flood, single]) end();

    expect(answered.filter((who) => who === 'greedy')).toHaveLength(60);
    expect(answered.indexOf('modest')).toBeLessThan(20);
  });
});

describe('held streams', () => {
  test('are fifty for each token, of either kind, however many it asks for at once; a closed one makes room', async () => {
    const [greedy, modest] = [await addToken(stack, hosted.serverId), await addToken(stack, hosted.serverId)];
    const streams: HeldStream[] = await Promise.all(
      Array.from({ length: 60 }, (_, at) => holdStream(urlOf(greedy), at % 2 ? SUBSCRIBE : {})),
    );
    const held = streams.filter(({ status }) => status === 200);
    const refused = streams.filter(({ status }) => status === 429);

    const other = await holdStream(urlOf(modest));
    held[0]?.close();
    const until = Date.now() + 20_000;
    let again = await holdStream(urlOf(greedy));
    while (again.status !== 200 && Date.now() < until) again = await holdStream(urlOf(greedy));
    const more = await fetch(urlOf(greedy), { headers: { accept: 'text/event-stream' } });

    expect([held.length, refused.length]).toEqual([50, 10]);
    expect(refused[0]?.headers.get('retry-after')).toBe('90');
    expect([other.status, again.status, more.status]).toEqual([200, 200, 429]);
    expect(await more.json()).toMatchObject({ error: { data: { code: 'too_many_streams' } } });
    for (const stream of [...held, other, again]) stream.close();
  });
});

describe('requests of strangers', () => {
  /** Statuses by how often they were answered, of so many requests at once, again and again. */
  async function flood(path: string, authorization: readonly string[], rounds: number): Promise<Map<number, number>> {
    const statuses = new Map<number, number>();
    for (let round = 0; round < rounds; round++) {
      const answers = Array.from({ length: 50 }, async (_, at) => {
        const header = authorization[at % authorization.length];
        const response = await fetch(`${stack.apiUrl}${path}`, header ? { headers: { authorization: header } } : {});
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      });
      await Promise.all(answers);
    }
    return statuses;
  }
  const signedIn = () => flood('/v1/me', [`Bearer ${stack.accessToken}`], 1);

  test('without a token of the login, however many, use up nothing of what people who are logged in may ask', async () => {
    const strangers = await flood('/v1/me', ['', 'Bearer nonsense', 'Bearer e30.e30.e30', 'Basic eDp5'], 60);

    const admin = await signedIn();

    expect([...strangers.keys()]).toEqual([401]);
    expect([...admin]).toEqual([[200, 50]]);
  });

  test('to what says how to log in have a limit of their own', async () => {
    const strangers = await flood('/v1/config', [''], 20);

    const admin = await signedIn();

    expect(strangers.get(429)).toBeGreaterThan(0);
    expect([...admin]).toEqual([[200, 50]]);
  });
});

describe('limits that an owner sets', () => {
  test('hold for a token from its next call on; what is refused does not reach the API, and is counted', async () => {
    const limited = await addToken(stack, hosted.serverId);
    const path = `/v1/servers/${hosted.serverId}`;
    await call(urlOf(limited), 'getThing', { id: 1 });
    await stack.api('PATCH', `${path}/tokens/${limited.id}`, { limits: { callsPerDay: 3 } });
    const before = upstream.requests.length;

    const answers: Answered[] = [];
    for (let each = 0; each < 5; each++) answers.push(await call(urlOf(limited), 'getThing', { id: 1 }));
    const refused = answers.at(-1) as Answered;
    const usage = () => stack.api<{ refused: object[]; tokens: object[] }>('GET', `${path}/usage`);
    // What is left to count is counted with a later call.
    await until(async () => {
      await call(urlOf(limited), 'getThing', { id: 1 });
      return JSON.stringify((await usage()).refused).includes('daily_calls_reached');
    });

    expect(answers.map(({ text }) => text.includes('daily_calls_reached'))).toEqual([false, false, false, true, true]);
    expect(upstream.requests.length - before).toBe(3);
    expect(refused.status).toBe(200);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(await usage()).toMatchObject({
      tokens: [{ id: limited.id, calls: 3 }],
      refused: [{ code: 'daily_calls_reached', calls: expect.any(Number) }],
    });
  });

  test('bound the streams of a token and of the server', async () => {
    const [one, two] = [await addToken(stack, hosted.serverId), await addToken(stack, hosted.serverId)];
    const path = `/v1/servers/${hosted.serverId}`;
    await stack.api('PATCH', path, { limits: { server: { streams: 3 }, token: { streams: 2 } } });

    const ofOne = [await holdStream(urlOf(one)), await holdStream(urlOf(one), SUBSCRIBE), await holdStream(urlOf(one))];
    const ofTwo = [await holdStream(urlOf(two)), await holdStream(urlOf(two))];
    await stack.api('PATCH', path, { limits: { server: null, token: null } });

    expect(ofOne.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(ofTwo.map(({ status }) => status)).toEqual([200, 429]);
    for (const stream of [...ofOne, ...ofTwo]) stream.close();
  });
});

describe('the circuit breaker', () => {
  /** Part of an answer of the API. */
  const ANSWERED = '\\"calls\\":';
  interface Usage {
    readonly breaker: {
      readonly state: string;
      readonly token?: string;
      readonly paused: { readonly token: string }[];
    };
  }
  const path = () => `/v1/servers/${hosted.serverId}`;
  const state = async () => (await stack.api<Usage>('GET', `${path()}/usage`)).breaker;
  const things = () => answerThings(upstream);
  const added = (all: Answered[], one: Answered): string => {
    all.push(one);
    return one.text;
  };
  afterEach(async () => {
    upstream.respond = things();
    await stack.api('POST', `${path()}/resume`);
    await stack.api('PATCH', path(), { breaker: null });
  });

  test('stops calls when the API fails, lets one try after the pause, and all pass when it works again', async () => {
    const url = urlOf(await addToken(stack, hosted.serverId));
    const fresh = () => call(url, 'getThing', { id: 5 });
    await stack.api('PATCH', path(), { breaker: { failurePercent: 50, minCalls: 5, pauseSeconds: 1 } });
    upstream.respond = () => ({ status: 503, body: 'down' });

    const failing: Answered[] = [];
    await until(async () => added(failing, await fresh()).includes('circuit_open'));
    const stopped = upstream.requests.length;
    const refused = await fresh();
    const during = await state();

    expect(failing.length).toBeGreaterThan(5);
    expect([refused.status, refused.retryAfter]).toEqual([200, '1']);
    expect(refused.text).toContain('the API behind this server fails');
    expect(upstream.requests).toHaveLength(stopped);
    expect(during).toMatchObject({ state: expect.stringMatching(/^(open|trying)$/), reason: 'failures', paused: [] });

    // It tries again after each pause, one call at a time, and goes on refusing while the API is cut off.
    upstream.respond = () => ({ raw: '', end: 'reset' });
    const tries: Answered[] = [];
    await until(async () => !added(tries, await fresh()).includes('circuit_open'));
    expect(tries.at(-1)?.text).toContain('"isError":true');
    expect((await fresh()).text).toContain('circuit_open');

    // It closes by itself.
    upstream.respond = things();
    await until(async () => (await fresh()).text.includes(ANSWERED));
    expect((await state()).state).toBe('closed');
    const trail = await stack.api<{ items: { action?: string }[] }>('GET', `${path()}/audit`);
    const actions = trail.items.map(({ action }) => action).filter((action) => action?.startsWith('breaker.'));
    expect(actions).toEqual(['breaker.close', 'breaker.open']);
  });

  test('stops a client that provokes failures, alone or beside others, and no call of anybody else', async () => {
    const provoking = await addToken(stack, hosted.serverId, 'provoking');
    const other = urlOf(await addToken(stack, hosted.serverId));
    const provoke = () => call(urlOf(provoking), 'broken', {});
    await stack.api('PATCH', path(), { breaker: { failurePercent: 50, minCalls: 4, pauseSeconds: 1 } });

    // Alone, it opens the breaker for itself.
    await until(async () => (await provoke()).text.includes('circuit_open'));
    const alone = await state();
    const others = [await call(other, 'getThing', { id: 1 })];
    await stack.api('POST', `${path()}/resume`);
    await stack.api('PATCH', path(), { breaker: { failurePercent: 50, minCalls: 4, pauseSeconds: 600 } });
    // Beside another one it is stopped as the client that it is.
    await until(async () => {
      others.push(await call(other, 'getThing', { id: 1 }));
      const answers = await Promise.all([provoke(), provoke(), provoke()]);
      return answers.some(({ text }) => text.includes('client_paused'));
    });
    for (let each = 0; each < 5; each++) others.push(await call(other, 'getThing', { id: 1 }));
    const beside = await state();

    expect(alone).toMatchObject({ reason: 'failures', token: provoking.id });
    expect(others.filter(({ text }) => !text.includes(ANSWERED))).toEqual([]);
    expect(beside).toMatchObject({ state: 'closed', paused: [{ token: provoking.id, reason: 'failures' }] });
  });

  test('stops a client that repeats itself, and a person lets its calls pass again', async () => {
    const runaway = await addToken(stack, hosted.serverId, 'runaway');
    const other = urlOf(await addToken(stack, hosted.serverId));
    await stack.api('PATCH', path(), { breaker: { sameCalls: 3, pauseSeconds: 600 } });
    const answers: Answered[] = [];
    await until(async () =>
      added(answers, await call(urlOf(runaway), 'getThing', { id: 9 })).includes('client_paused'),
    );
    const stopped = await state();

    await stack.api('POST', `${path()}/resume`);
    const resumed = await call(urlOf(runaway), 'getThing', { id: 10 });

    // Each instance of the function compares calls by itself.
    expect(answers.length).toBeGreaterThan(3);
    expect(stopped).toMatchObject({ state: 'closed', paused: [{ token: runaway.id, reason: 'same_calls' }] });
    expect((await call(other, 'getThing', { id: 9 })).text).toContain(ANSWERED);
    expect(resumed.text).toContain(ANSWERED);
    expect((await state()).paused).toEqual([]);
  });
});
