/**
 * The upstream of the MCP benchmark and its API description: a hundred operations that return the same small JSON over
 * TLS. Runs as a process of its own: prints its port and its certificate authority, then serves.
 */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { createAuthority } from '../../test/support/certificates.ts';

export const THINGS_HOST = 'api.bench.example';
/** The operation that is called. */
export const CALLED = 'getThing007';

const BODY = JSON.stringify({ id: 7, name: 'rex', status: 'available', tags: [{ id: 1, name: 'small' }] });

export function thingsApi(baseUrl: string): object {
  const paths: Record<string, object> = {};
  for (let n = 0; n < 100; n++) {
    const kind = String(n).padStart(3, '0');
    paths[`/things${kind}/{id}`] = {
      get: {
        operationId: `getThing${kind}`,
        summary: `Get thing ${kind}`,
        description: `Returns one thing of kind ${kind} by its id, with its tags and its status.`,
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          {
            name: 'fields',
            in: 'query',
            description: 'Fields to return',
            schema: { type: 'array', items: { type: 'string' } },
          },
          { name: 'expand', in: 'query', description: 'Expand references', schema: { type: 'boolean' } },
        ],
        responses: { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    };
  }
  return { openapi: '3.0.3', info: { title: 'Things', version: '1.0.0' }, servers: [{ url: baseUrl }], paths };
}

export interface ThingsUpstream {
  readonly port: number;
  /** Certificate authority of its certificate, as PEM. */
  readonly ca: string;
}

async function serve(): Promise<void> {
  const authority = await createAuthority();
  const server = createServer(await authority.issue([THINGS_HOST, 'localhost']), (request, response) => {
    request.resume();
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) })
      .end(BODY);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ port, ca: authority.ca } satisfies ThingsUpstream));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await serve();
