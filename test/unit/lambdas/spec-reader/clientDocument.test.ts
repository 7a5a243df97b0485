/**
 * Documents that strangers name, read over real connections: what is only late, busy or cut off may be there at the next try, and no client
 * is given up because of it; what can never be read says so.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EgressError } from '../../../../egress/index.ts';
import { readClientDocument, verdictOf } from '../../../../lambdas/spec-reader/clientDocument.ts';
import { type Reply, startUpstream, type Upstream } from '../../../support/upstream.ts';
import { FORBIDDEN_URLS } from '../../egress/forbidden.ts';

const HOST_KEY = Symbol.for('portcullis.egress.host');
const [HOST, MUTE] = ['client.upstream.example', 'mute.upstream.example'];
const AT_ONCE = 60;
/** For what never answers; everything else gets as long as a busy machine needs. */
const [SHORT_MS, LONG_MS] = [1_000, 30_000];

let upstream: Upstream;
let mute: Server;
const sockets = new Set<Socket>();
let closedPort = 0;

const listening = (server: Server) =>
  new Promise<number>((done) => server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port)));

beforeAll(async () => {
  upstream = await startUpstream({ host: HOST });
  // Takes connections, and says nothing.
  mute = createServer((socket) => {
    socket.on('error', () => {});
    sockets.add(socket);
  });
  const mutePort = await listening(mute);
  const closed = createServer();
  closedPort = await listening(closed);
  await new Promise((done) => closed.close(done));
  const local = (host: string, addressPort: number) => ({ host, port: 443, address: '127.0.0.1', addressPort });
  (globalThis as Record<symbol, unknown>)[HOST_KEY] = Object.freeze({
    pinned: [...upstream.pinned, local(MUTE, mutePort), local('closed.upstream.example', closedPort)],
    ca: upstream.ca,
  });
});
afterAll(async () => {
  delete (globalThis as Record<symbol, unknown>)[HOST_KEY];
  for (const socket of sockets) socket.destroy();
  await Promise.all([upstream.close(), new Promise((done) => mute.close(done))]);
});

const read = async (url: string, ms = LONG_MS) => {
  const answer = await readClientDocument({ mode: 'client', url, ms });
  return 'error' in answer ? answer.error.code : 'read';
};
const manyOf = async (url: string) =>
  Object.entries(
    Object.groupBy(
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => read(`${url}?${at}`, SHORT_MS))),
      (code) => code,
    ),
  ).map(([code, all]) => [code, all?.length]);

const head = (length: number) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

describe('a document that may be there at the next try, read by many at once', () => {
  test.each<[string, Reply]>([
    ['whose host does not answer', { hang: true }],
    ['that ends after its head', { raw: head(100) }],
    ['that stops in the middle', { raw: `${head(100)}{"client_id":` }],
    ['that is cut off', { raw: `${head(100)}{"client_id":`, end: 'close' }],
    ['whose connection is reset', { raw: head(100), end: 'reset' }],
    ['whose host hangs up', { raw: '', end: 'close' }],
  ])('%s is never told as an invalid client', async (_, reply) => {
    upstream.respond = () => reply;

    expect(await manyOf(`https://${HOST}/client.json`)).toEqual([['temporarily_unavailable', AT_ONCE]]);
  });

  test.each([
    ['whose host takes the connection and says nothing', `https://${MUTE}/client.json`],
    ['whose host takes no connection', 'https://closed.upstream.example/client.json'],
  ])('%s is never told as an invalid client', async (_, url) => {
    expect(await manyOf(url)).toEqual([['temporarily_unavailable', AT_ONCE]]);
  });

  test.each([408, 425, 429, 500, 502, 503, 504, 529])(
    'that is answered with %i is no invalid client',
    async (status) => {
      upstream.respond = () => ({ status, body: '{}' });

      expect(await read(`https://${HOST}/client.json`)).toBe('temporarily_unavailable');
    },
  );

  test('is read where it comes within its time, however many ask', async () => {
    upstream.respond = () => ({ body: '{}', delayMs: 50 });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => read(`https://${HOST}/client.json`)));

    expect(new Set(answers)).toEqual(new Set(['read']));
  });
});

describe('a document that can never be read', () => {
  const urls = FORBIDDEN_URLS.map((url) => url.replace('{port}', '8443'));

  test.each(urls)('is no client: %j', async (url) => {
    expect(await read(url)).toBe('invalid_client');
  });

  test.each<[string, Reply]>([
    ['redirects', { status: 302, headers: { location: '/elsewhere' } }],
    ['is not there', { status: 404, body: '{}' }],
    ['is not for us', { status: 403, body: '{}' }],
    ['is no JSON', { body: '<html>' }],
    ['is too large', { body: `"${'x'.repeat(6_000)}"` }],
  ])('because it %s is no client', async (_, reply) => {
    upstream.respond = () => reply;

    expect(await read(`https://${HOST}/client.json`)).toBe('invalid_client');
  });
});

test.each([
  ['ENOTFOUND', 'stays'],
  ['ENODATA', 'stays'],
  ['EAI_AGAIN', 'host'],
  ['ESERVFAIL', 'host'],
  ['ETIMEOUT', 'host'],
])('a name of which the resolver says %s: its failure %s', (reason, verdict) => {
  expect(verdictOf(new EgressError('dns_failed', 'It cannot be resolved.', { context: { reason } }))).toBe(verdict);
});
