/** Documents that try to make the spec reader reach, read or hold what it should not: real connections, real refusals. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ImportResult, ImportWarning } from '../../../../core/openapi/model/types.ts';
import { handler } from '../../../../lambdas/spec-reader/handler.ts';
import { defined } from '../../../support/defined.ts';
import { memoryS3 } from '../../../support/memoryAws.ts';
import { type Reply, startUpstream, type Upstream } from '../../../support/upstream.ts';

const HOST_KEY = Symbol.for('portcullis.egress.host');
const HOST = 'specs.upstream.example';

let upstream: Upstream;
let objects: Map<string, Buffer>;
let answer: (target: string) => Reply;

beforeAll(async () => {
  upstream = await startUpstream({ host: HOST });
  (globalThis as Record<symbol, unknown>)[HOST_KEY] = Object.freeze({ pinned: upstream.pinned, ca: upstream.ca });
  process.env['BUCKET_SPECS'] = 'specs';
  objects = memoryS3();
});
afterAll(async () => {
  delete (globalThis as Record<symbol, unknown>)[HOST_KEY];
  await upstream.close();
});
beforeEach(() => {
  upstream.requests.length = 0;
  upstream.respond = ({ target }) => answer(target);
});

const json = (value: unknown): Reply => ({ body: JSON.stringify(value) });
const refersTo = (...refs: string[]) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.upstream.example' }],
  paths: {
    '/a': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: Object.fromEntries(refs.map(($ref, index) => [`p${index}`, { $ref }])),
              },
            },
          },
        },
      },
    },
  },
});

async function imported(source: { url: string } | { document: string }): Promise<ImportResult> {
  const outcome = await handler({ mode: 'import', source, output: { key: 'staging/h' } });
  if ('error' in outcome) throw new Error(outcome.error.message);
  return JSON.parse(gunzipSync(defined(objects.get('specs/staging/h'))).toString());
}
const uploaded = (value: unknown) => ({ document: gzipSync(JSON.stringify(value)).toString('base64') });
const codesOf = (warnings: readonly ImportWarning[]) => [...new Set(warnings.map(({ code }) => code))];

describe('references to where nobody may look', () => {
  test.each([
    'https://169.254.169.254/latest/meta-data/iam',
    'https://127.0.0.1/x.json',
    'https://localhost/x.json',
    'https://metadata.google.internal/computeMetadata/v1',
    'https://[::1]/x.json',
    'https://2130706433/x.json',
    'http://169.254.169.254/x.json',
    'file:///etc/passwd',
    'ftp://files.upstream.example/x.json',
    'data:application/json,{"type":"string"}',
  ])('%s becomes any value, with a warning', async (ref) => {
    answer = () => json(refersTo(ref));

    const { tools, warnings } = await imported({ url: `https://${HOST}/openapi.json` });

    expect(tools[0]?.inputSchema).toMatchObject({ properties: { p0: {} } });
    expect(codesOf(warnings)).toEqual(['reference_missing']);
    expect(warnings[0]).toMatchObject({ pointer: expect.stringContaining('p0'), tools: ['post_a'] });
    expect(upstream.requests).toHaveLength(1);
  });

  test('a redirect of a referenced file to a private address is refused', async () => {
    answer = (target) =>
      target === '/openapi.json'
        ? json(refersTo('part.json'))
        : { status: 302, headers: { location: 'https://10.0.0.1/secret' } };

    const { warnings } = await imported({ url: `https://${HOST}/openapi.json` });

    expect(codesOf(warnings)).toEqual(['reference_missing']);
    expect(warnings[0]?.message).not.toMatch(/\bat .*\.ts/);
  });

  test('an upload has no folder to look beside', async () => {
    const { warnings } = await imported(uploaded(refersTo('../../etc/hostname', './secrets.json')));

    expect(codesOf(warnings)).toEqual(['reference_missing']);
    expect(upstream.requests).toEqual([]);
  });
});

describe('references without end', () => {
  test('a chain of files stops at the depth limit', async () => {
    answer = (target) => {
      const number = Number(/(\d+)/.exec(target)?.[1] ?? 0);
      return target === '/openapi.json'
        ? json(refersTo('f1.json'))
        : json({ type: 'object', properties: { next: { $ref: `f${number + 1}.json` } } });
    };

    const { warnings } = await imported({ url: `https://${HOST}/openapi.json` });

    expect(upstream.requests.length).toBeLessThanOrEqual(21);
    expect(codesOf(warnings)).toEqual(['reference_missing']);
    expect(warnings[0]?.message).toMatch(/20 documents deep/);
  });

  test('a thousand files stop at the number limit', async () => {
    const refs = Array.from({ length: 1_000 }, (_, index) => `f${index}.json`);
    answer = (target) => (target === '/openapi.json' ? json(refersTo(...refs)) : json({ type: 'string' }));

    const { warnings } = await imported({ url: `https://${HOST}/openapi.json` });

    expect(upstream.requests).toHaveLength(201);
    expect(warnings[0]?.message).toMatch(/200 external documents/);
  });

  test('large files stop at the size limit', async () => {
    const refs = Array.from({ length: 30 }, (_, index) => `f${index}.json`);
    const padding = 'x'.repeat(1024 * 1024);
    answer = (target) => (target === '/openapi.json' ? json(refersTo(...refs)) : json({ type: 'string', padding }));

    const { tools, warnings } = await imported({ url: `https://${HOST}/openapi.json` });

    expect(tools).toHaveLength(1);
    expect(warnings.length).toBeGreaterThan(5);
    expect(warnings[0]?.message).toMatch(/20 MB/);
  });

  test('two files that refer to each other are read once', async () => {
    answer = (target) =>
      target === '/openapi.json'
        ? json(refersTo('a.json'))
        : json({ type: 'object', properties: { other: { $ref: target === '/a.json' ? 'b.json' : 'a.json' } } });

    const { warnings, tools } = await imported({ url: `https://${HOST}/openapi.json` });

    expect(upstream.requests.map(({ target }) => target)).toEqual(['/openapi.json', '/a.json', '/b.json']);
    expect(warnings).toEqual([]);
    expect(JSON.stringify(tools[0]?.inputSchema)).toContain('#/$defs/');
  });
});
