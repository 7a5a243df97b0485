/** The edge itself, over real sockets. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Edge, listenOn, startEdge } from '../../../../local/edge/server.ts';
import { listenForLogin } from '../../../../local/login/provider.ts';
import { behaviourWith, edgeWith } from '../../../support/edge.ts';

let edge: Edge;
let asked = 0;
/** Of the requests that reached their origin: who sent them. */
const begun: string[] = [];
beforeAll(async () => {
  edge = await edgeWith(async (request, response) => {
    const party = request.headers['authorization'] ?? '';
    begun.push(party);
    if (party !== '') request.admitted();
    if (!(await request.readBody(100))) return void response.writeHead(413).end('too large');
    asked++;
    response.end('answered');
  });
});
afterAll(() => edge.close());

test('says nothing in its log of a client that leaves in the middle of its body', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const leaving = connect(edge.port, '127.0.0.1');
  await once(leaving, 'connect');
  leaving.end('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc');
  await once(leaving.resume(), 'close');

  const answer = await fetch(`http://localhost:${edge.port}/`, { method: 'POST', body: 'whole' });

  expect(await answer.text()).toBe('answered');
  expect(asked).toBe(1);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

/** Connections that were answered once, each of which will send one more request of `party`. */
async function connected(party: string, count: number): Promise<() => Promise<unknown>[]> {
  const request = `POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${party}\r\n\r\n`;
  const sockets = Array.from({ length: count }, () => connect(edge.port, '127.0.0.1'));
  const send = () =>
    sockets.map((socket) => {
      socket.write(request);
      return once(socket, 'data');
    });
  await Promise.all(send());
  return () => send().map((answered, at) => answered.then(() => sockets[at]?.destroy()));
}

test('a request of one party begins before the many that another had sent at once', async () => {
  const [flood, single] = [await connected('greedy', 60), await connected('modest', 1)];
  begun.length = 0;

  // All are there before the edge looks: it runs in this thread.
  await Promise.all([...flood(), ...single()]);

  expect(begun).toHaveLength(61);
  expect(begun.indexOf('modest')).toBeLessThan(10);
});

test('those that left while they waited do not hold up the next request of their party', async () => {
  // Prepare
  await (await fetch(`http://localhost:${edge.port}/`, { method: 'POST', headers: { authorization: 'gone' } })).text();
  const slow = 'POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: gone\r\nContent-Length: 50\r\n\r\n{';
  const leaving = Array.from({ length: 150 }, () => connect(edge.port, '127.0.0.1').on('error', () => {}));
  await Promise.all(leaving.map((socket) => once(socket, 'connect')));
  for (const socket of leaving) socket.write(slow);
  await new Promise((done) => setTimeout(done, 20));
  for (const socket of leaving) socket.destroy();
  await new Promise((done) => setTimeout(done, 20));

  // Act
  const asking = performance.now();
  const headers = { authorization: 'gone' };
  await (await fetch(`http://localhost:${edge.port}/`, { method: 'POST', body: 'x', headers })).text();

  // Assess
  expect(performance.now() - asking).toBeLessThan(400);
});

test('nothing is read of a body that says it is larger than its origin takes', async () => {
  const saying = connect(edge.port, '127.0.0.1');
  saying.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 101\r\n\r\n');

  const [answer] = (await once(saying, 'data')) as [Buffer];
  saying.destroy();

  expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
});

test('a body that turns out to be larger than its origin takes is refused', async () => {
  const body = new ReadableStream({
    start(stream) {
      for (let at = 0; at < 3; at++) stream.enqueue(new Uint8Array(50));
      stream.close();
    },
  });
  const options = { method: 'POST', body, duplex: 'half' } as RequestInit;
  const answer = await fetch(`http://localhost:${edge.port}/`, options);

  expect([answer.status, await answer.text()]).toEqual([413, 'too large']);
});

const COUNTRY_POLICY = {
  CachePolicyConfig: {
    Name: 'Country',
    MinTTL: 0,
    DefaultTTL: 0,
    MaxTTL: 1,
    ParametersInCacheKeyAndForwardedToOrigin: {
      EnableAcceptEncodingGzip: false,
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['CloudFront-Viewer-Country'] },
      CookiesConfig: { CookieBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    },
  },
};

test("a viewer's country is known where the cache key contains it, and nowhere else", async () => {
  const resources = { Country: { Type: 'AWS::CloudFront::CachePolicy', Properties: COUNTRY_POLICY } };
  const serve: Parameters<typeof edgeWith>[0] = (request, response) =>
    void response.setHeader('cache-control', 'no-store').end(request.headers['cloudfront-viewer-country'] ?? 'none');
  const edges = [await edgeWith(serve, behaviourWith({ cachePolicy: 'Country' }, resources)), await edgeWith(serve)];
  const seen = (of: Edge, country: string) =>
    fetch(`http://localhost:${of.port}/`, { headers: { 'cloudfront-viewer-country': country } }).then((answer) =>
      answer.text(),
    );

  const known = await Promise.all(['DE', 'de', 'Germany'].map((country) => seen(edges[0] as Edge, country)));
  const unknown = await seen(edges[1] as Edge, 'DE');

  expect([...known, unknown]).toEqual(['DE', 'none', 'none', 'none']);
  await Promise.all(edges.map((each) => each.close()));
});

test.each([
  ['edge', () => listenOn(0)],
  ['login', async () => (await listenForLogin(0)).server],
] as const)('the %s, while its stack starts, tells every request when to come again', async (_which, listen) => {
  const server = await listen();
  const { port } = server.address() as AddressInfo;

  const answers = await Promise.all(
    [
      ['GET', '/'],
      ['POST', '/pcl_token/mcp'],
      ['GET', '/v1/config'],
      ['HEAD', '/authorize'],
    ].map(([method, path]) =>
      fetch(`http://127.0.0.1:${port}${path}`, { method, ...(method === 'POST' && { body: 'x'.repeat(100_000) }) }),
    ),
  );

  for (const { status, headers } of answers) {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('cache-control')).toBe('no-store');
  }

  server.closeAllConnections();
  server.close();
});

test('a connection that was told to come again is served once the stack has started', async () => {
  const server = await listenOn(0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const ask = () =>
    new Promise<[number | undefined, boolean]>((resolve) => {
      const asking = request({ host: 'localhost', port, agent, family: 4 }, (answer) => {
        answer.resume().once('end', () => resolve([answer.statusCode, asking.reusedSocket]));
      }).end();
    });
  const before = await ask();

  const started = await startEdge(server, {
    hosts: ['localhost'],
    behaviours: [behaviourWith()],
    origins: new Map([
      [
        'only',
        { domain: 'origin.example', headers: {}, readTimeoutMs: 30_000, serve: (_, out) => void out.end('there') },
      ],
    ]),
    errorTtls: new Map(),
  });

  expect(before).toEqual([503, false]);
  expect(await ask()).toEqual([200, true]);

  agent.destroy();
  await started.close();
});
