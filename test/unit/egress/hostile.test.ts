/** Upstreams that send anything at all: every exchange ends in an answer or an EgressError, and the next one works. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createEgressClient, type EgressClient, EgressError } from '../../../egress/index.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';

let upstream: Upstream;
let client: EgressClient;
const stray: unknown[] = [];
const remember = (error: unknown) => stray.push(error);

beforeAll(async () => {
  upstream = await startUpstream();
  client = createEgressClient({
    only: { host: upstream.host, port: 443 },
    pinned: upstream.pinned,
    ca: upstream.ca,
    totalMs: 1_000,
  });
  process.on('unhandledRejection', remember);
});
afterAll(async () => {
  process.off('unhandledRejection', remember);
  await client.close();
  await upstream.close();
});

const head = fc.constantFrom(
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.0 200 OK\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n',
  'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n',
  'HTTP/1.1 302 Found\r\nLocation: /x\r\n',
  'HTTP/1.1 302 Found\r\nLocation: \0\r\n',
  'HTTP/2.0 200 OK\r\n',
  'HTTP/1.1 999999 X\r\n',
  '',
);
const line = fc.constantFrom(
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip\r\n',
  'Content-Encoding: gzip\r\n',
  'Content-Encoding: br, zstd\r\n',
  'Content-Type: application/json\r\n',
  'Set-Cookie: a=b\r\n',
  'Connection: close\r\n',
  'X: \u0001\r\n',
  ': no name\r\n',
  'no colon\r\n',
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((data) => Buffer.from(data).toString('latin1')),
  fc.constantFrom('hello', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '\r\n\r\n\r\n', '1f8b'),
);

test('any bytes end in an answer or an error of ours', async () => {
  const rest = fc.tuple(
    head,
    fc.array(line, { maxLength: 4 }),
    bytes,
    fc.constantFrom('close' as const, 'reset' as const),
  );
  await fc.assert(
    fc.asyncProperty(rest, async ([start, lines, body, end]) => {
      upstream.respond = () => ({ raw: Buffer.from(`${start}${lines.join('')}\r\n${body}`, 'latin1'), end });
      const request = { method: 'GET', url: `${upstream.baseUrl}/x`, headers: [], keepBytes: 1000 };
      const result = await client.request(request).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(EgressError);
      else expect(result).toMatchObject({ status: expect.any(Number) });
    }),
    { numRuns: 250 },
  );

  upstream.respond = () => ({ body: 'fine' });
  const last = await client.request({ method: 'GET', url: `${upstream.baseUrl}/x`, headers: [], keepBytes: 1000 });
  expect(Buffer.from(last.body).toString()).toBe('fine');
  expect(stray).toEqual([]);
});
