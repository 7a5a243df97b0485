/** The command line as a user types it: files, addresses, output formats, exit codes. A real TLS upstream on loopback. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { main } from '../../../cli/main.ts';
import { pathFrom } from '../../../cli/options.ts';
import type { DocumentReport } from '../../../cli/report.ts';
import { defined } from '../../support/defined.ts';
import { ALL, hiding, hidingDocument } from '../../support/hidden.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';

const ORDERS = `
swagger: '2.0'
info: {title: Orders, version: 1.10}
host: api.upstream.example
paths:
  /orders/{id}:
    parameters:
      - {$ref: 'parts/parameters.yaml#/id'}
    put:
      tags: [orders]
      summary: Change an order
      consumes: [application/json]
      parameters:
        - {name: dry run, in: query, type: boolean}
        - {name: body, in: body, required: true, schema: {type: object, properties: {id: {type: string}, note: {type: string}}}}
`;
const PARAMETERS = 'id: {name: id, in: path, required: true, type: integer}';

let folder: string;
let upstream: Upstream;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-cli-'));
  mkdirSync(file('api/parts'), { recursive: true });
  writeFileSync(file('api/orders.yaml'), ORDERS);
  writeFileSync(file('api/parts/parameters.yaml'), PARAMETERS);
  writeFileSync(file('page.html'), '<html></html>');
  writeFileSync(
    file('orders.zip'),
    zipSync({ 'orders.yaml': strToU8(ORDERS), 'parts/parameters.yaml': strToU8(PARAMETERS) }),
  );
  writeFileSync(file('api/thief.yaml'), ORDERS.replace('parts/parameters.yaml', '../page.html'));
  symlinkSync(file('page.html'), file('api/link.html'));
  writeFileSync(file('api/linked.yaml'), ORDERS.replace('parts/parameters.yaml', 'link.html'));
  upstream = await startUpstream({ host: 'docs.upstream.example' });
  upstream.respond = ({ target }) =>
    ({ '/orders.yaml': { body: ORDERS }, '/parts/parameters.yaml': { body: PARAMETERS } })[target] ?? { status: 404 };
  writeFileSync(file('ca.pem'), upstream.ca);
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  const into = (key: 'out' | 'err') =>
    new Writable({
      write(chunk, _, done) {
        texts[key] += String(chunk);
        done();
      },
    });
  const code = await main(args, into('out'), into('err'));
  return { code, ...texts };
}

const reportsOf = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DocumentReport);

describe('portcullis import', () => {
  test('--jsonl prints one line per document, each with its tools and how they map onto the wire', async () => {
    const { code, out } = await run('import', file('api/orders.yaml'), file('orders.zip'), '--jsonl');

    const reports = reportsOf(out);
    expect(code).toBe(0);
    expect(reports).toHaveLength(2);
    for (const report of reports) {
      expect(report).toMatchObject({ ok: true, title: 'Orders', version: '1.10', warnings: [] });
      expect(report.ms).toBeGreaterThan(0);
      expect(report.tools).toEqual([
        {
          name: 'put_orders_by_id',
          title: 'Change an order',
          description: 'Change an order',
          method: 'PUT',
          path: '/orders/{id}',
          tags: ['orders'],
          annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
          inputSchema: expect.objectContaining({ type: 'object', additionalProperties: true }),
          params: { 'path:id': 'id__path', 'query:dry run': 'dry_run', 'body:id': 'id', 'body:note': 'note' },
        },
      ]);
    }
  });

  test('--json prints one array', async () => {
    const { out } = await run('import', file('api/orders.yaml'), '--json');

    expect(JSON.parse(out)).toHaveLength(1);
  });

  test('without a format prints text for people', async () => {
    const { code, out } = await run('import', file('api/orders.yaml'));

    expect(code).toBe(0);
    expect(out).toContain('Orders');
    expect(out).toMatch(/put_orders_by_id\s+PUT\s+\/orders\/\{id\}/);
  });

  test('reads an address and the files beside it through the guarded client, pinned as with curl', async () => {
    const address = `${defined(upstream.pinned[0]).address}:${defined(upstream.pinned[0]).addressPort}`;

    const { code, out } = await run(
      'import',
      'https://docs.upstream.example/orders.yaml',
      '--jsonl',
      '--resolve',
      `docs.upstream.example:443:${address}`,
      '--ca',
      file('ca.pem'),
    );

    expect(code).toBe(0);
    expect(reportsOf(out)[0]?.tools[0]?.inputSchema).toMatchObject({ properties: { id__path: { type: 'integer' } } });
    expect(upstream.requests.map(({ target }) => target)).toEqual(['/orders.yaml', '/parts/parameters.yaml']);
  });

  test('is not ok, and says so before the tools, when parameters or bodies of several operations are lost', async () => {
    const paths = Object.fromEntries(['/a', '/b', '/c', '/d'].map((path) => [path, { get: { $ref: 'gone.yaml' } }]));
    writeFileSync(file('api/torn.json'), JSON.stringify({ openapi: '3.0.3', info: {}, paths }));

    const read = await run('import', file('api/torn.json'));
    const { code, out } = await run('import', file('api/torn.json'), '--jsonl');

    expect(code).toBe(1);
    expect(reportsOf(out)[0]).toMatchObject({ ok: false, error: { code: 'import_incomplete' } });
    expect(defined(reportsOf(out)[0]).tools).toHaveLength(4);
    expect(read.out.split('\n')[1]).toMatch(/import_incomplete: 4 of 4 operations/);
    expect(read.out).toContain('get_a');
  });

  test('goes on after a document that fails, and ends with exit code 1', async () => {
    const { code, out } = await run(
      'import',
      file('page.html'),
      file('missing.json'),
      file('api/orders.yaml'),
      '--jsonl',
    );

    expect(code).toBe(1);
    expect(reportsOf(out).map(({ ok, error }) => [ok, error?.code])).toEqual([
      [false, 'spec_invalid'],
      [false, 'spec_unreachable'],
      [true, undefined],
    ]);
  });

  test.each(['thief.yaml', 'linked.yaml'])(
    'does not let a document read files outside of its folder: %s',
    async (name) => {
      const { out } = await run('import', file(`api/${name}`), '--jsonl');

      const [report] = reportsOf(out);
      expect(report).toMatchObject({ ok: false, error: { code: 'import_incomplete' } });
      expect(report?.warnings).toContainEqual(
        expect.objectContaining({ code: 'reference_missing', message: expect.stringContaining('outside') }),
      );
    },
  );

  test('a file may refer to others in the folder that --root names, and to none outside of it', async () => {
    mkdirSync(file('api/deep'), { recursive: true });
    writeFileSync(file('api/deep/orders.yaml'), ORDERS.replace('parts/', '../parts/'));
    writeFileSync(file('api/deep/thief.yaml'), ORDERS.replace('parts/parameters.yaml', '../../page.html'));

    const alone = await run('import', file('api/deep/orders.yaml'), '--jsonl');
    const inFolder = await run('import', file('api/deep/orders.yaml'), '--root', file('api'), '--jsonl');
    const outside = await run('import', file('api/deep/thief.yaml'), '--root', file('api'), '--jsonl');

    expect(reportsOf(alone.out)[0]?.error?.message).toMatch(
      /one place\. The first, at #\/paths.*--root names a folder/s,
    );
    expect([alone.code, inFolder.code, outside.code]).toEqual([1, 0, 1]);
    expect(reportsOf(inFolder.out)[0]).toMatchObject({ ok: true, warnings: [] });
    expect(reportsOf(outside.out)[0]?.error?.message).toContain('outside of');
  });

  test('of a zip with several descriptions, names the one that was read and the others, and takes a choice', async () => {
    const v2 = ORDERS.replace('title: Orders', 'title: Later');
    writeFileSync(
      file('both.zip'),
      zipSync({
        'v1/openapi.yaml': strToU8(ORDERS.replace('parts/', '../parts/')),
        'v2/openapi.yaml': strToU8(v2.replace('parts/', '../parts/')),
        'parts/parameters.yaml': strToU8(PARAMETERS),
      }),
    );

    const guessed = await run('import', file('both.zip'));
    const chosen = await run('import', file('both.zip'), '--root', 'v2/openapi.yaml', '--jsonl');
    const missing = await run('import', file('both.zip'), '--root', 'v3.yaml', '--jsonl');

    expect(guessed.out).toContain('v1/openapi.yaml was read. Others: v2/openapi.yaml.');
    expect(reportsOf(chosen.out)[0]).toMatchObject({
      ok: true,
      title: 'Later',
      archive: { root: 'v2/openapi.yaml', descriptions: ['v1/openapi.yaml', 'v2/openapi.yaml'] },
      warnings: [],
    });
    expect(reportsOf(missing.out)[0]?.error?.message).toContain('v1/openapi.yaml, v2/openapi.yaml');
  });

  test.each<[string, object]>([
    ['a reference in a schema', { schema: { type: 'object', properties: { a: { $ref: '#/gone' } } } }],
    ['a type that nobody knows', { schema: { type: 'object', properties: { a: { type: 'decimal128' } } } }],
  ])('is not ok when %s is lost', async (_, content) => {
    const paths = { '/a': { post: { requestBody: { content: { 'application/json': content } } } } };
    writeFileSync(file('lost.json'), JSON.stringify({ openapi: '3.0.3', info: {}, paths }));

    const { code, out } = await run('import', file('lost.json'), '--jsonl');

    expect(code).toBe(1);
    expect(reportsOf(out)[0]).toMatchObject({ ok: false, error: { code: 'import_incomplete' } });
    expect(reportsOf(out)[0]?.tools).toHaveLength(1);
  });

  test('refuses plain http, private addresses and names of this machine', async () => {
    const { code, out } = await run(
      'import',
      'http://docs.upstream.example/x',
      'https://169.254.169.254/x',
      'https://localhost/x',
      '--jsonl',
    );

    expect(code).toBe(1);
    expect(reportsOf(out).map(({ error }) => error?.code)).toEqual([
      'spec_unreachable',
      'spec_unreachable',
      'spec_unreachable',
    ]);
  });

  test('takes paths from the folder in which npm was called', () => {
    expect(pathFrom('a.json', { npm_lifecycle_event: 'portcullis', INIT_CWD: '/home/ann' })).toBe('/home/ann/a.json');
    expect(pathFrom('/tmp/a.json', { npm_lifecycle_event: 'portcullis', INIT_CWD: '/home/ann' })).toBe('/tmp/a.json');
    expect(pathFrom('a.json', { npm_lifecycle_event: 'test', INIT_CWD: '/home/ann' })).toBe(
      join(process.cwd(), 'a.json'),
    );
  });

  test('shows what nobody sees in a document, as escapes in JSON', async () => {
    writeFileSync(file('hiding.json'), JSON.stringify(hidingDocument('https://api.example.com', ALL)));

    const outs = await Promise.all(
      [[], ['--json'], ['--jsonl']].map((flags) => run('import', file('hiding.json'), ...flags)),
    );

    expect(outs.flatMap(({ out, err }) => hiding(out + err))).toEqual([]);
    expect(hiding(JSON.parse(defined(outs[1]).out))).not.toEqual([]);
  });

  test('lets no control characters of a document reach the terminal', async () => {
    writeFileSync(
      file('colour.json'),
      JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'a\u001b[31mred', version: '1' },
        paths: { '/\u001b]0;x\u0007': { get: { tags: ['\u001b[31mred'] } } },
      }),
    );

    const { out } = await run('import', file('colour.json'));
    const refused = await run('import', file('colour.json'), '--tags', 'none');

    expect(refused.out).toContain('red');
    expect(out + refused.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('a wrong command line ends with exit code 2 and says what is wrong', () => {
  test.each([
    [['explode'], 'no command "explode"'],
    [['import'], 'needs at least one file'],
    [['import', 'x', '--json', '--jsonl'], 'either --json or --jsonl'],
    [['import', 'x', '--yaml'], '--yaml'],
    [['import', 'x', '--resolve', 'nonsense'], '--resolve'],
    [['import', 'x', '--ca', '/nowhere.pem'], '--ca /nowhere.pem'],
    [['import', 'x', '--ca', import.meta.filename], 'contains no certificate'],
    [['import', 'x', '--tags', ' , '], '--tags names no tag'],
    [['import', import.meta.filename, '--root', '/nowhere'], '--root /nowhere is no folder around'],
  ])('%j', async (args, text) => {
    const { code, err, out } = await run(...args);

    expect(code).toBe(2);
    expect(err).toContain(text);
    expect(out).toBe('');
  });

  test('help is no mistake', async () => {
    const { code, out } = await run('import', '--help');

    expect(code).toBe(0);
    expect(out).toContain('--jsonl');
  });
});
