/**
 * The noisy party's API: answers of the maximum size, and operations whose arguments are expensive to check. Runs as a
 * process of its own at the lowest priority (elsewhere.ts); prints its port and its certificate authority.
 */
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createAuthority } from '../../../test/support/certificates.ts';
import type { ThingsUpstream } from '../thingsApi.ts';
import { runAsIfElsewhere } from './elsewhere.ts';

export const NOISY_HOST = 'api.noisy.example';
/** Maximum size of an answer that is read (LIMITS.upstreamBody.abort). */
const ANSWER_BYTES = 50 * 1024 * 1024;

const ok = { responses: { 200: { description: 'OK' } } };
const posting = (operationId: string, schema: object) => ({
  post: { operationId, requestBody: { required: true, content: { 'application/json': { schema } } }, ...ok },
});
const inPath = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'string' } }];

export const noisyDocument = {
  openapi: '3.1.0',
  info: { title: 'Noisy', version: '1.0.0' },
  servers: [{ url: `https://${NOISY_HOST}` }],
  paths: {
    '/answers/{kind}': { get: { operationId: 'answer', parameters: inPath('kind'), ...ok } },
    '/anything': posting('anything', { type: 'object', properties: { value: {} } }),
    '/nodes': posting('node', { $ref: '#/components/schemas/Node' }),
    '/patterns': posting('pattern', {
      type: 'object',
      properties: { text: { type: 'string', pattern: '^(?:[a-z]{1,20} ?){1,40}(?:[0-9a-f]{2}){1,40}$' } },
      patternProperties: { '^x-[a-z]{1,30}(?:-[a-z]{1,30}){0,10}$': { type: 'string', pattern: '(a|b)*c[ab]{20}' } },
    }),
  },
  components: {
    schemas: {
      Node: {
        type: 'object',
        properties: {
          kind: { type: 'string' },
          unevaluatedProperties: { type: 'boolean' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
        },
        anyOf: [
          { properties: { next: { $ref: '#/components/schemas/Node' } }, required: ['a'] },
          { properties: { next: { $ref: '#/components/schemas/Node' } }, required: ['b'] },
          { properties: { next: { $ref: '#/components/schemas/Node' } } },
        ],
      },
    },
  },
};

const filled = (head: string, row: (at: number) => string, tail: string): Buffer => {
  const rows = Array.from({ length: 1_000 }, (_, at) => row(at)).join('');
  const times = Math.floor((ANSWER_BYTES - head.length - tail.length) / rows.length);
  return Buffer.from(`${head}${rows.repeat(times)}${tail}`);
};

const ANSWERS: Readonly<Record<string, () => readonly [type: string, body: Buffer, encoding?: string]>> = {
  json: () => [
    'application/json',
    filled('[', (id) => `{"id":${id},"email":"person${id}@example.com","phone":"+49 30 901820"},`, '0]'),
  ],
  html: () => ['text/html', filled('<html><body>', (id) => `<p class="c${id}">person${id}@example.com<b`, '</body>')],
  xml: () => ['application/xml', filled('<all>', (id) => `<row id="${id}">person${id}@example.com</row>`, '</all>')],
  csv: () => ['text/csv', filled('id,email,phone\n', (id) => `${id},"person${id}@example.com",+49 30 901820\n`, '')],
  gzip: () => ['application/json', gzipSync(ANSWERS['json']?.()[1] ?? ''), 'gzip'],
};

/** Answers, made when they are first requested. */
const made = new Map<string, ReturnType<NonNullable<(typeof ANSWERS)[string]>>>();

function answer(kind: string, response: ServerResponse): void {
  const make = ANSWERS[kind];
  if (!make) return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"done":true}');
  const [type, body, encoding] = made.get(kind) ?? make();
  made.set(kind, [type, body, encoding]);
  response.on('error', () => {});
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    ...(encoding && { 'content-encoding': encoding }),
  });
  response.end(body);
}

async function serve(): Promise<void> {
  runAsIfElsewhere();
  const authority = await createAuthority();
  const server = createServer(await authority.issue([NOISY_HOST]), (request, response) => {
    request.resume();
    const [, first, kind = ''] = (request.url ?? '').split('/');
    // No answer, so that the call ends by its time limit.
    if (kind === 'never') return;
    request.on('end', () => answer(first === 'answers' ? kind : '', response));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ port, ca: authority.ca } satisfies ThingsUpstream));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await serve();
