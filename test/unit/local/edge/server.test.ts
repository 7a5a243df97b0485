/** The edge itself, over real sockets. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Edge, listenOn, startEdge } from '../../../../local/edge/server.ts';

let edge: Edge;
let asked = 0;
beforeAll(async () => {
  edge = await startEdge(await listenOn(0), {
    hosts: ['localhost'],
    behaviours: [{ originId: 'only', methods: ['POST'], responseHeaders: {} }],
    origins: new Map([
      [
        'only',
        (_request, response) => {
          asked++;
          response.end('answered');
        },
      ],
    ]),
  });
});
afterAll(() => edge.close());

test('says nothing in its log of a client that leaves in the middle of its body', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const leaving = connect(edge.port, '127.0.0.1');
  await once(leaving, 'connect');
  leaving.end('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc');
  await once(leaving.resume(), 'close');

  const answer = await fetch(`http://localhost:${edge.port}/`, { method: 'POST', body: 'whole' });

  expect(await answer.text()).toBe('answered');
  expect(asked).toBe(1);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});
