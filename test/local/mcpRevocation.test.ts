/** What a revocation does to streams that are held and to calls that are under way, and what client and trail are told of it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type CallAnswer, CLIENTS, closeClients } from '../support/mcpClients.ts';
import { type SharedStack, sharedStack } from '../support/sharedStack.ts';
import { addToken, deploy, type HostedServer } from '../support/stack.ts';
import { answerThings, thingsDocument } from '../support/things.ts';
import { until } from '../support/until.ts';
import { holdable, type Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let stack: SharedStack;
let hosted: HostedServer;
let answers: ReturnType<typeof holdable>;

beforeAll(async () => {
  stack = await sharedStack();
  upstream = await stack.upstream({ host: 'api.things.example' });
  answers = holdable(answerThings(upstream));
  upstream.respond = answers.respond;
  hosted = await deploy(stack, {
    source: { kind: 'openapi', document: JSON.stringify(thingsDocument(upstream.baseUrl)) },
    auth: { type: 'none' },
  });
}, 180_000);
afterEach(async () => {
  answers?.release();
  await closeClients();
});
afterAll(async () => {
  await stack?.stop();
  await upstream?.close();
});

type Token = HostedServer['token'];
const urlOf = (token: Token) => `${stack.edgeUrl}/${token.value}/mcp`;
const revoke = (token: Token) => stack.api('DELETE', `/v1/servers/${hosted.serverId}/tokens/${token.id}`);
const post = (url: string, message: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
  });
const callOf = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const arrived = (name: string) => until(() => upstream.requests.some(({ body }) => body.toString().includes(name)));

type Entry = Record<string, unknown>;
async function trailOf({ id }: Token, filter = ''): Promise<Entry[]> {
  const path = `/v1/servers/${hosted.serverId}/audit?token=${id}${filter}`;
  return (await stack.api<{ items: Entry[] }>('GET', path)).items;
}

describe('a call that is under way when its token is revoked', () => {
  const WITHHELD = 'The call was made, but its answer is withheld';

  /** Every client at once, each with a token and a thing of its own. */
  test.each([
    ['at once', 0],
    ['after a second', 1_200],
  ])(
    'is withheld from every client, and both it and the trail say that it was made (answered %s)',
    async (_when, ms) => {
      answers.hold();
      const calls = await Promise.all(
        CLIENTS.map(async ([kind, version, connect], at) => {
          const token = await addToken(stack, hosted.serverId, kind);
          const client = await connect(urlOf(token));
          const name = `thing ${ms} ${at}`;
          const answer: { given?: CallAnswer | Error } = {};
          void client.call('createThing', { name: `${name} for person${at}@example.com` }).then(
            (given) => Object.assign(answer, { given }),
            (error: Error) => Object.assign(answer, { given: error }),
          );
          await arrived(name);
          return { kind, version, token, name, answer };
        }),
      );

      await Promise.all(calls.map(({ token }) => revoke(token)));
      await new Promise((done) => setTimeout(done, ms));
      answers.release();
      await Promise.all(
        calls.map(({ token }) => until(async () => (await trailOf(token)).some((entry) => entry['kind'] === 'call'))),
      );
      await until(() => calls.every(({ version, answer }) => version === '2024-11-05' || answer.given !== undefined));

      for (const { kind, version, token, name, answer } of calls) {
        const text = JSON.stringify(answer.given) ?? '';
        expect([kind, text.includes(name)]).toEqual([kind, false]);
        // The stream of an HTTP+SSE session ended with the revocation, and nothing else could tell its client.
        if (version !== '2024-11-05') expect([kind, text]).toEqual([kind, expect.stringContaining(WITHHELD)]);
        // Another request of the client, such as its stream's, may be entered between the two.
        const trail = await trailOf(token);
        const finished = trail.find((entry) => entry['kind'] === 'call');
        const started = trail.find((entry) => entry['kind'] === 'call-started');
        expect([kind, finished]).toEqual([
          kind,
          expect.objectContaining({ outcome: 'error', errorCode: 'answer_withheld', status: 201, bytesOut: 0 }),
        ]);
        expect(started).toMatchObject({
          kind: 'call-started',
          callId: finished?.['callId'],
          arguments: finished?.['arguments'],
          argumentsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
        });
        expect(started?.['arguments']).toContain(name);
        expect(started?.['arguments']).not.toContain('@example.com');
      }
    },
    60_000,
  );

  test('takes the answers of its batch along, and the trail says so', async () => {
    answers.hold();
    const token = await addToken(stack, hosted.serverId, 'batch');
    const batch = [callOf(1, 'createThing', { name: 'waits' }), { jsonrpc: '2.0', id: 2, method: 'ping' }];
    const posted = post(urlOf(token), batch);
    await arrived('waits');

    await revoke(token);
    answers.release();
    const answer = await posted;
    await until(async () => (await trailOf(token)).length >= 4);

    expect([answer.status, (await answer.text()).includes('waits')]).toEqual([404, false]);
    expect((await trailOf(token)).filter(({ outcome }) => outcome === 'ok')).toEqual([]);
  });

  test('is let out when it was another token that was revoked', async () => {
    answers.hold();
    const [token, other] = await Promise.all([
      addToken(stack, hosted.serverId, 'stays'),
      addToken(stack, hosted.serverId, 'goes'),
    ]);
    const posted = post(urlOf(token), callOf(1, 'createThing', { name: 'stays' }));
    await arrived('stays');

    await revoke(other);
    answers.release();

    expect(await (await posted).text()).toContain('created');
    expect((await trailOf(token))[0]).toMatchObject({ outcome: 'ok', status: 201 });
  });
});

describe('a change that failed', () => {
  test('says one thing: to look before calling again, not to try again', async () => {
    const { respond } = upstream;
    upstream.respond = () => ({ raw: '', end: 'close' });
    const failed = await (await post(hosted.mcpUrl, callOf(1, 'createThing', { name: 'lost' }))).text();
    upstream.respond = respond;

    expect(failed).toContain('Check that before you call again');
    expect(failed).not.toMatch(/try again/i);
  });
});

describe('what a client can repeat without end', () => {
  const streamOf = (token: Token) => fetch(urlOf(token), { headers: { accept: 'text/event-stream' } });
  /** Entries of a kind, at most one for each minute that the test touched. */
  const atMostTwo = (entries: readonly Entry[], of: object) => {
    expect(entries[0]).toMatchObject(of);
    expect([1, 2]).toContain(entries.length);
  };

  test('is entered once a minute: refused requests of a revoked token, of whatever kind', async () => {
    const token = await addToken(stack, hosted.serverId, 'refused');
    await revoke(token);
    const asks = Array.from({ length: 40 }, (_, id) =>
      id % 4 === 0 ? streamOf(token) : post(urlOf(token), callOf(id, 'getThing', { id })),
    );

    const answers = await Promise.all(asks);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    await until(async () => (await trailOf(token)).length > 0);
    const entries = await trailOf(token);
    atMostTwo(entries, { kind: 'request', outcome: 'error', errorCode: 'token_revoked', tokenLabel: 'refused' });
    expect(JSON.stringify(entries)).not.toContain(token.value);
  });

  test('is entered each time: opened streams, with their sessions', async () => {
    const token = await addToken(stack, hosted.serverId, 'opening');
    for (let at = 0; at < 5; at++) await (await streamOf(token)).body?.cancel();

    await until(async () => (await trailOf(token)).length >= 5);
    const entries = await trailOf(token);
    expect(entries).toHaveLength(5);
    expect(new Set(entries.map(({ session }) => session)).size).toBe(5);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        kind: 'request',
        outcome: 'ok',
        method: 'GET text/event-stream',
        era: '2024-11-05',
      });
    }
  });

  test('is entered of an expired token as such', async () => {
    const expiresAt = new Date(Date.now() + 1_000).toISOString();
    const path = `/v1/servers/${hosted.serverId}/tokens`;
    const { token } = await stack.api<{ token: Token }>('POST', path, { label: 'short', expiresAt });
    await until(async () => (await post(urlOf(token), callOf(1, 'getThing', { id: 1 }))).status === 404);

    // Beside calls that began in time and whose answers were withheld.
    const refused = async () => (await trailOf(token, '&status=error')).filter(({ kind }) => kind === 'request');
    await until(async () => (await refused()).length > 0);
    atMostTwo(await refused(), { kind: 'request', errorCode: 'token_expired', tokenLabel: 'short' });
  });
});
