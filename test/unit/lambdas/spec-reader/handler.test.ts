/** The spec reader as the other functions invoke it, against a real TLS upstream; only S3 is in memory. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { encryptAddress } from '../../../../aws/credentials.ts';
import type { SpecReaderRequest } from '../../../../aws/services/invoke.ts';
import { preview as previewModel } from '../../../../core/api/specs.ts';
import { LIMITS } from '../../../../core/lib/limits.ts';
import type { ImportResult } from '../../../../core/openapi/model/types.ts';
import { handler } from '../../../../lambdas/spec-reader/handler.ts';
import { kmsService, type LocalKey } from '../../../../local/twins/kms.ts';
import { defined } from '../../../support/defined.ts';
import { memoryS3 } from '../../../support/memoryAws.ts';
import { startTwin } from '../../../support/twins.ts';
import { type Reply, startUpstream, type Upstream } from '../../../support/upstream.ts';

const HOST_KEY = Symbol.for('portcullis.egress.host');
const API = 'https://specs.upstream.example';
const ORDERS = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1.2' },
  servers: [{ url: '/v1' }],
  tags: [{ name: 'orders', description: 'What was bought' }],
  security: [{ key: [] }],
  paths: {
    '/orders/{id}': {
      get: { tags: ['orders'], operationId: 'getOrder', parameters: [{ $ref: 'shared.yaml#/id' }], responses: {} },
      delete: { tags: ['admin'], parameters: [{ $ref: 'shared.yaml#/id' }], responses: {} },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};
const SHARED = 'id: {name: id, in: path, required: true, schema: {type: string, maxLength: 12}}';

let upstream: Upstream;
let objects: Map<string, Buffer>;
let replies: Record<string, Reply>;

beforeAll(async () => {
  upstream = await startUpstream({ host: 'specs.upstream.example' });
  (globalThis as Record<symbol, unknown>)[HOST_KEY] = Object.freeze({ pinned: upstream.pinned, ca: upstream.ca });
  process.env['BUCKET_SPECS'] = 'specs';
  objects = memoryS3();
});
afterAll(async () => {
  delete (globalThis as Record<symbol, unknown>)[HOST_KEY];
  await upstream.close();
});
beforeEach(() => {
  objects.clear();
  upstream.requests.length = 0;
  replies = {
    '/openapi.json': { body: JSON.stringify(ORDERS), headers: { 'content-type': 'text/html' } },
    '/shared.yaml': { body: SHARED },
  };
  upstream.respond = ({ target }) => replies[target] ?? { status: 404, body: 'nothing here' };
});

const uploaded = (bytes: Uint8Array | string) => ({ document: gzipSync(bytes).toString('base64') });
// biome-ignore lint/suspicious/noExplicitAny: the answer is one of three shapes, each looked at member by member.
async function ask(request: Partial<SpecReaderRequest>): Promise<any> {
  const output = { key: 'staging/srv_a/read.json.gz' };
  const answer = await handler({ mode: 'preview', source: { url: `${API}/openapi.json` }, output, ...request });
  const written = objects.get(`specs/${(request.output ?? output).key}`);
  // A caller who does not wait finds a refusal there, too.
  if ('error' in answer && answer.error.code !== 'output_invalid')
    expect(written && JSON.parse(gunzipSync(written).toString())).toEqual(answer);
  return request.mode === 'import' || 'error' in answer ? answer : JSON.parse(gunzipSync(defined(written)).toString());
}

test('opens the sealed address of a description, and says nothing of its key when that leads nowhere', async () => {
  const key: LocalKey = {
    id: '00000000-0000-0000-0000-00000000000a',
    arn: 'arn:aws:kms:us-east-1:000000000000:key/00000000-0000-0000-0000-00000000000a',
    usage: 'ENCRYPT_DECRYPT',
    material: createSecretKey(randomBytes(32)),
  };
  const twin = await startTwin(kmsService([key]));
  const { credentials } = twin.as('all');
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_KMS: twin.url,
    KEY_CREDENTIALS: key.arn,
  });
  const seal = (url: string) => encryptAddress('srv_a', url);
  replies['/openapi.json?api_key=s3cret'] = { body: JSON.stringify(ORDERS) };

  const found = await ask({
    source: { serverId: 'srv_a', sealedUrl: await seal(`${API}/openapi.json?api_key=s3cret`) },
  });
  const missing = await ask({ source: { serverId: 'srv_a', sealedUrl: await seal(`${API}/gone?api_key=s3cret`) } });
  await twin.close();

  expect(found).toMatchObject({ title: 'Orders', endpoints: 2 });
  expect(missing.error.code).toBe('spec_unreachable');
  expect(JSON.stringify([found, missing])).not.toContain('s3cret');
});

describe('a preview', () => {
  test('tells what an import would give, in the shape that the management API promises', async () => {
    const answer = await ask({});

    expect(previewModel.safeParse(answer).error).toBeUndefined();
    expect(answer).toMatchObject({
      title: 'Orders',
      version: '1.2',
      dialect: '3.0',
      baseUrl: `${API}/v1`,
      endpoints: 2,
      byVerb: { GET: 1, DELETE: 1 },
      tags: [
        { name: 'orders', count: 1, description: 'What was bought' },
        { name: 'admin', count: 1 },
      ],
      auth: { suggested: { type: 'header', name: 'X-Key' }, securityPresent: true },
    });
    expect(answer.tokenCost).toBeGreaterThan(40);
    expect(answer).toMatchObject({ groups: 2, tokenCostGrouped: expect.any(Number) });
    expect(answer).not.toHaveProperty('tools');
  });

  test('names the hosts of operations elsewhere, with the number of their tools', async () => {
    const elsewhere = { get: { responses: {}, servers: [{ url: 'https://files.example.com/v2' }] } };
    const paths = { ...ORDERS.paths, '/files': elsewhere, '/files/new': elsewhere };

    const answer = await ask({
      source: uploaded(JSON.stringify({ ...ORDERS, servers: [{ url: `${API}/v1` }], paths })),
    });

    expect(answer.otherHosts).toEqual([{ origin: 'https://files.example.com', tools: 2 }]);
  });

  test('adds what a validator says as advice', async () => {
    const { info: _, ...withoutInfo } = ORDERS;
    const answer = await ask({ source: uploaded(JSON.stringify(withoutInfo)) });

    expect(answer.endpoints).toBe(2);
    expect(answer.warnings).toContainEqual(
      expect.objectContaining({ code: 'validation', message: expect.stringContaining('info') }),
    );
  });

  test('of more operations than a server may have tools lists the tags to choose from', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: LIMITS.toolsPerServer + 1 }, (_, index) => [
        `/a${index}`,
        { get: { tags: [index % 20 === 1 ? 'odd' : 'even'] } },
      ]),
    );
    const source = uploaded(JSON.stringify({ ...ORDERS, paths }));

    const answer = await ask({ source });
    const chosen = await ask({ source, tags: ['odd'] });

    expect(answer).toMatchObject({ endpoints: LIMITS.toolsPerServer + 1, tokenCost: 0 });
    expect(answer.warnings).toContainEqual(expect.objectContaining({ code: 'too_many_operations' }));
    expect(answer.tags).toContainEqual({ name: 'odd', count: 1000 });
    expect(chosen.tokenCost).toBeGreaterThan(10_000);
    expect(chosen.groups).toBe(1);
    expect(chosen.tokenCostGrouped).toBeLessThan(chosen.tokenCost / 3);
  });
});

describe('an import', () => {
  test('leaves its whole result below staging/ and answers where', async () => {
    const answer = await ask({ mode: 'import', output: { key: 'staging/d1/import.json.gz' } });

    expect(answer).toEqual({ key: 'staging/d1/import.json.gz' });
    const result = JSON.parse(
      gunzipSync(defined(objects.get('specs/staging/d1/import.json.gz'))).toString(),
    ) as ImportResult;
    expect(result.tools.map(({ name }) => name)).toEqual(['getOrder', 'delete_orders_by_id']);
    expect(result.tools[0]?.inputSchema).toMatchObject({ properties: { id: { maxLength: 12 } } });
  });

  test('reads each further file once, by GET and without a credential', async () => {
    await ask({ mode: 'import', output: { key: 'staging/d1/x' } });

    expect(upstream.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /openapi.json',
      'GET /shared.yaml',
    ]);
    for (const request of upstream.requests) expect(request.all('authorization')).toEqual([]);
  });

  test('has a digest of all that was read and of how, which nothing else changes', async () => {
    const digest = async (request: Partial<SpecReaderRequest> = {}) => {
      await ask({ mode: 'import', output: { key: 'staging/d1/x' }, ...request });
      const result = JSON.parse(gunzipSync(defined(objects.get('specs/staging/d1/x'))).toString()) as ImportResult;
      return result.readDigest;
    };
    const archive = (shared: string) =>
      uploaded(zipSync({ 'openapi.json': strToU8(JSON.stringify(ORDERS)), 'shared.yaml': strToU8(shared) }));

    const first = await digest();
    const same = await digest({ output: { key: 'staging/d1/x' } });
    const chosen = await digest({ tags: ['orders'] });
    const zipped = [await digest({ source: archive(SHARED) }), await digest({ source: archive(`${SHARED} `) })];
    replies['/shared.yaml'] = { body: SHARED.replace('12', '13') };
    const further = await digest();
    replies['/openapi.json'] = { body: `${JSON.stringify(ORDERS)} ` };
    const other = await digest();

    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(same).toBe(first);
    expect(new Set([first, chosen, ...zipped, further, other]).size).toBe(6);
  });

  test('refuses to write anywhere else', async () => {
    const answer = await ask({ mode: 'import', output: { key: 'servers/s1/bundle.json' } });

    expect(answer.error.code).toBe('output_invalid');
    expect(objects.size).toBe(0);
  });

  test('of a zip resolves the references inside of it', async () => {
    const zip = zipSync({
      'api/openapi.json': strToU8(JSON.stringify(ORDERS)),
      'api/shared.yaml': strToU8(SHARED),
      'README.md': strToU8('# Orders'),
    });

    await ask({ mode: 'import', source: uploaded(zip), output: { key: 'staging/z/x' } });

    const result = JSON.parse(gunzipSync(defined(objects.get('specs/staging/z/x'))).toString()) as ImportResult;
    expect(result.tools).toHaveLength(2);
    expect(result.tools[0]?.inputSchema).toMatchObject({ properties: { id: { maxLength: 12 } } });
    expect(upstream.requests).toEqual([]);
  });

  test('of a zip with several descriptions reads the one that was chosen, and tells all', async () => {
    const named = (title: string) => strToU8(JSON.stringify({ ...ORDERS, info: { title, version: '1' } }));
    const source = uploaded(
      zipSync({ 'v1/openapi.json': named('Old'), 'v2/openapi.json': named('New'), 'shared.yaml': strToU8(SHARED) }),
    );
    const archive = { descriptions: ['v1/openapi.json', 'v2/openapi.json'] };

    const guessed = await ask({ mode: 'preview', source });
    const chosen = await ask({ mode: 'preview', source, root: 'v2/openapi.json' });
    const missing = await ask({ mode: 'preview', source, root: 'v3/openapi.json' });
    const elsewhere = await ask({ mode: 'preview', source: uploaded(JSON.stringify(ORDERS)), root: 'openapi.json' });

    expect(guessed).toMatchObject({ title: 'Old', archive: { root: 'v1/openapi.json', ...archive } });
    expect(chosen).toMatchObject({ title: 'New', archive: { root: 'v2/openapi.json', ...archive } });
    expect([missing.error, elsewhere.error]).toEqual([
      expect.objectContaining({ code: 'spec_invalid', message: expect.stringContaining('v1/openapi.json') }),
      expect.objectContaining({ code: 'spec_invalid', message: expect.stringContaining('no archive') }),
    ]);
  });

  test('goes on when a further file is missing, and says which tools that touches', async () => {
    delete replies['/shared.yaml'];

    await ask({ mode: 'import', output: { key: 'staging/d1/x' } });

    const result = JSON.parse(gunzipSync(defined(objects.get('specs/staging/d1/x'))).toString()) as ImportResult;
    expect(result.tools).toHaveLength(2);
    expect(result.warnings).toContainEqual(
      expect.objectContaining({ code: 'reference_missing', message: expect.stringContaining('404') }),
    );
  });
});

describe('what cannot be read is returned as a refusal, never thrown', () => {
  const failing: Array<[string, string, () => Reply]> = [
    ['a page instead of a description', 'spec_invalid', () => ({ body: '<!doctype html><title>Docs</title>' })],
    ['a text that is neither JSON nor YAML', 'spec_invalid', () => ({ body: '{"openapi": "3.0.0", paths: [}' })],
    ['a JSON value of another kind', 'spec_invalid', () => ({ body: '{"name": "left-pad", "version": "1.3.0"}' })],
    ['an empty answer', 'spec_invalid', () => ({ body: '' })],
    ['a missing page', 'spec_unreachable', () => ({ status: 404, body: 'no' })],
    ['a login', 'spec_unreachable', () => ({ status: 401, body: 'no' })],
    [
      'a redirect to a private address',
      'spec_unreachable',
      () => ({ status: 302, headers: { location: 'https://169.254.169.254/latest/meta-data' } }),
    ],
    [
      'a redirect to plain http',
      'spec_unreachable',
      () => ({ status: 302, headers: { location: 'http://specs.upstream.example/x' } }),
    ],
    [
      'a connection that is cut',
      'spec_unreachable',
      () => ({ raw: 'HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{', end: 'close' }),
    ],
    ['70 MB', 'spec_too_large', () => ({ body: `{"openapi":"3.0.0","x":"${'a'.repeat(70 * 1024 * 1024)}"}` })],
  ];

  test.each(failing)('%s', async (_, code, reply) => {
    replies['/openapi.json'] = reply();

    const { error } = await ask({});

    expect(error.code).toBe(code);
    expect(error.message).toMatch(/\w+.*\./);
    expect(error.message).not.toMatch(/\n\s+at /);
  });

  test('a host that does not exist', async () => {
    const { error } = await ask({ source: { url: 'https://nowhere.upstream.example/openapi.json?key=sesame' } });

    expect(error.code).toBe('spec_unreachable');
    expect(JSON.stringify(error)).not.toContain('sesame');
  });

  test('a gzip bomb', async () => {
    const { error } = await ask({ source: uploaded(Buffer.alloc(64 * 1024 * 1024, 32)) });

    expect(error).toMatchObject({ code: 'spec_too_large', context: { limit: LIMITS.document.bytes } });
  });

  test('a zip bomb', async () => {
    const { error } = await ask({
      source: uploaded(zipSync({ 'openapi.json': new Uint8Array(90 * 1024 * 1024) }, { level: 1 })),
    });

    expect(error.code).toBe('spec_too_large');
  });

  test('a zip without a description', async () => {
    const { error } = await ask({ source: uploaded(zipSync({ 'package.json': strToU8('{"name":"x"}') })) });

    expect(error).toMatchObject({ code: 'spec_invalid', message: expect.stringContaining('archive') });
  });

  test('tags that no operation has', async () => {
    const { error } = await ask({ tags: ['nobody'] });

    expect(error.code).toBe('no_operations');
    expect(error.message).toContain('orders');
  });
});
