/** The management function of a test behind HTTP, for commands that call it: the access token is `good`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ManagementStack } from './managementStack.ts';

export async function serveManagement(stack: ManagementStack) {
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== 'Bearer good')
      return response.writeHead(401).end('{"message":"Unauthorized"}');
    const sent = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const query = searchParams.size > 0 ? { query: Object.fromEntries(searchParams) } : {};
    const { status, body } = await stack.call(request.method ?? '', pathname, sent && JSON.parse(sent), query);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(done)),
  };
}
