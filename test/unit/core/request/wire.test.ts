/** The wire table against a real TLS upstream: every case is built, sent through the guard, and compared with what arrived. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseLossless } from '../../../../core/lib/json/lossless.ts';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { createEgressClient, type EgressClient } from '../../../../egress/index.ts';
import { defined } from '../../../support/defined.ts';
import { startUpstream, type Upstream } from '../../../support/upstream.ts';
import { WIRE_CASES } from './wireCases.ts';

let upstream: Upstream;
let egress: EgressClient;

beforeAll(async () => {
  upstream = await startUpstream();
  egress = createEgressClient({ only: { host: upstream.host, port: 443 }, pinned: upstream.pinned, ca: upstream.ca });
});
afterAll(async () => {
  await egress.close();
  await upstream.close();
});

/** The received bytes with the random boundary replaced by a fixed word. */
function withFixedBoundary(contentType: string | undefined, body: Buffer): Buffer {
  const boundary = /boundary=(\S+)/.exec(contentType ?? '')?.[1];
  return boundary === undefined
    ? body
    : Buffer.from(body.toString('latin1').replaceAll(boundary, 'BOUNDARY'), 'latin1');
}

test('covers at least 150 cases under different titles', () => {
  expect(WIRE_CASES.length).toBeGreaterThanOrEqual(150);
  expect(new Set(WIRE_CASES.map((item) => item.title)).size).toBe(WIRE_CASES.length);
});

describe('an upstream receives exactly', () => {
  test.each(WIRE_CASES.map((item) => [item.title, item] as const))('%s', async (_title, item) => {
    // Prepare
    const args = item.argsText === undefined ? item.args : (parseLossless(item.argsText) as JsonObject);

    // Act
    const built = buildRequest(item.program, 'https://api.upstream.example/v1', args);
    await egress.request({ ...built, keepBytes: 1024 });

    // Assess
    const received = defined(upstream.requests.at(-1));
    expect(`${received.method} ${received.target}`).toBe(`${item.method ?? 'GET'} ${item.target}`);
    expect(received.all('host')).toEqual(['api.upstream.example']);
    for (const [name, expected] of Object.entries(item.headers ?? {})) {
      const values = received.all(name).map((value) => value.replace(/boundary=\S+/, 'boundary=BOUNDARY'));
      expect([name, values]).toEqual([
        name,
        expected === null ? [] : typeof expected === 'string' ? [expected] : expected,
      ]);
    }
    if (!item.headers || !('cookie' in item.headers)) expect(received.all('cookie')).toEqual([]);
    const body = withFixedBoundary(received.all('content-type')[0], received.body);
    expect(body.toString('latin1')).toBe(Buffer.from(item.body ?? '').toString('latin1'));
    if (item.body !== undefined) expect(received.all('content-length')).toEqual([String(received.body.length)]);
  });
});
