/** References of an API document go through the same guard: none of the forbidden ones is connected to, the import goes on. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importDocument } from '../../../core/openapi/index.ts';
import { fetchDocument } from '../../../egress/document.ts';
import { createEgressClient, type EgressClient } from '../../../egress/index.ts';
import { defined } from '../../support/defined.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { FORBIDDEN_URLS } from './forbidden.ts';

let listener: Server;
let upstream: Upstream;
let client: EgressClient;
let touched = 0;

beforeAll(async () => {
  listener = createServer((socket) => {
    touched++;
    socket.destroy();
  });
  await new Promise<void>((done) => listener.listen(0, '0.0.0.0', done));
  upstream = await startUpstream();
  client = createEgressClient({ pinned: upstream.pinned, ca: upstream.ca, methods: ['GET'] });
});
afterAll(async () => {
  await client.close();
  await upstream.close();
  listener.close();
});

/** A document with one operation per reference. */
const documentWith = (references: readonly string[]) => ({
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: Object.fromEntries(
    references.map((reference, index) => [
      `/${index}`,
      {
        post: {
          operationId: `op${index}`,
          requestBody: { content: { 'application/json': { schema: { $ref: `${reference}#/components/schemas/A` } } } },
          responses: { 200: { description: 'ok' } },
        },
      },
    ]),
  ),
});
const importFrom = (document: object) =>
  importDocument(JSON.stringify(document), {
    url: `${upstream.baseUrl}/openapi.json`,
    fetchDocument: (url) => fetchDocument(client, url),
  });

describe('references of a document', () => {
  test('to forbidden places are left out with a warning, and nothing is connected to', async () => {
    // Prepare
    const port = String((listener.address() as AddressInfo).port);
    const references = FORBIDDEN_URLS.filter((url) => /^(https?|file|ftp|gopher):/.test(url) && !url.includes('#')).map(
      (url) => url.replaceAll('{port}', port),
    );

    // Act
    const result = await importFrom(documentWith(references));

    // Assess
    expect(references.length).toBeGreaterThan(70);
    expect(result.tools).toHaveLength(references.length);
    expect(result.warnings.length).toBeGreaterThan(0);
    expect(touched).toBe(0);
  });

  test('through a redirect to a forbidden place are left out as well', async () => {
    const port = (listener.address() as AddressInfo).port;
    upstream.respond = () => ({ status: 302, headers: { location: `https://127.0.0.1:${port}/` } });

    const result = await importFrom(documentWith([`${upstream.baseUrl}/schemas.json`]));

    expect(result.tools).toHaveLength(1);
    expect(result.warnings.some((warning) => warning.message.includes('redirects'))).toBe(true);
    expect(touched).toBe(0);
  });

  test('to an allowed place are resolved', async () => {
    upstream.respond = () => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        components: { schemas: { A: { type: 'object', properties: { found: { type: 'string' } } } } },
      }),
    });

    const result = await importFrom(documentWith([`${upstream.baseUrl}/schemas.json`]));

    expect(JSON.stringify(defined(result.tools[0]).inputSchema)).toContain('found');
  });
});
