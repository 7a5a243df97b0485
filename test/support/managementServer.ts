/**
 * The management function of a test behind HTTP, for commands that call it: the access token is `good`, that of another admin `second`. What a test could not be answered,
 * such as a body that does not fit its schema, is said with status 500.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ManagementStack } from './managementStack.ts';

const PEOPLE = new Map<string, object>([
  ['Bearer good', {}],
  ['Bearer second', { claims: { sub: 'user-2', username: 'ben' } }],
]);

export async function serveManagement(stack: ManagementStack) {
  /** The status with which the gateway refuses a POST, by its number since this was set. */
  const gateway: { fails: ((post: number) => number | undefined) | undefined } = { fails: undefined };
  let posts = 0;
  interface Said {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  }
  async function answer(request: IncomingMessage): Promise<Said> {
    const who = PEOPLE.get(request.headers.authorization ?? '');
    if (!who) return { status: 401, body: { message: 'Unauthorized' } };
    const sent = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const query = searchParams.size > 0 ? { query: Object.fromEntries(searchParams) } : {};
    return stack.call(request.method ?? '', pathname, sent && JSON.parse(sent), { ...query, ...who });
  }
  const server = createServer(async (request, response) => {
    posts = gateway.fails && request.method === 'POST' ? posts + 1 : gateway.fails ? posts : 0;
    const refused = request.method === 'POST' ? gateway.fails?.(posts) : undefined;
    if (refused !== undefined) return response.writeHead(refused).end('{"message":"Service Unavailable"}');
    const { status, headers, body } = await answer(request).catch(
      (error: Error): Said => ({ status: 500, body: { message: error.message } }),
    );
    response
      .writeHead(status, { 'content-type': headers?.['content-type'] ?? 'application/json' })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(gateway, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(done)),
  });
}
