/** A function URL's answers over real sockets; the function itself is the test. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { callFunctionUrl } from '../../../../local/edge/function-url.ts';
import type { InvocationSink } from '../../../../local/functions/environment.ts';
import type { FunctionPool } from '../../../../local/functions/pool.ts';

const MB = 1024 * 1024;

test('lets a client go that does not read what a stream brings it', async () => {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  const { promise: began, resolve: begin } = Promise.withResolvers<InvocationSink>();
  const pool = {
    invoke(_event: unknown, sink: InvocationSink) {
      begin(sink);
      return leave;
    },
  } as unknown as FunctionPool;
  const server = createServer((_request, response) => {
    const request = {
      method: 'GET',
      uri: '/mcp',
      query: '',
      headers: {},
      readBody: async () => Buffer.alloc(0),
      ip: '127.0.0.1',
      admitted: () => {},
    };
    void callFunctionUrl(pool, 'url.example', request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write('GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n');

  const sink = await began;
  sink.prelude?.({ statusCode: 200, headers: { 'content-type': 'text/event-stream' } });
  for (let written = 0; written < 64; written++) sink.chunk?.(Buffer.alloc(MB), false);
  await expect(gone).resolves.toBeUndefined();

  client.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
