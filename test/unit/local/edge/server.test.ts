/** The edge itself, over real sockets. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Edge } from '../../../../local/edge/server.ts';
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
