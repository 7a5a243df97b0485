/** Requests that a client sends ahead on one connection and whose answers it does not read. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Edge } from '../../../../local/edge/server.ts';
import { edgeWith } from '../../../support/edge.ts';

/** Larger than what both ends of a connection buffer. */
const LARGE = 'x'.repeat(32 * 1024 * 1024);
let edge: Edge;
let begun = 0;
beforeAll(async () => {
  edge = await edgeWith(({ uri }, response) => {
    if (uri !== '/large') return void response.end('answered');
    begun++;
    response.end(LARGE);
  });
});
beforeEach(() => {
  begun = 0;
});
afterAll(() => edge.close());

const ahead = (times: number) => 'POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n'.repeat(times);
/** What the edge does for others meanwhile. */
const askedElsewhere = async () => (await fetch(`http://localhost:${edge.port}/`, { method: 'POST' })).text();

test('a request is begun only when the answer before has left', async () => {
  const reader = connect(edge.port, '127.0.0.1').pause();
  reader.write(ahead(3));
  for (let turn = 0; turn < 20; turn++) await askedElsewhere();

  const whileUnread = begun;
  let bytes = 0;
  reader.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > 3 * LARGE.length) reader.destroy();
  });
  await once(reader.resume(), 'close');

  expect(whileUnread).toBe(1);
  expect(begun).toBe(3);
});

test('a connection that sends ahead without an end is closed, and the others are served on', async () => {
  const sender = connect(edge.port, '127.0.0.1').pause();
  sender.on('error', () => {});

  sender.write(ahead(1_000));
  await once(sender.resume(), 'close');

  expect(begun).toBeLessThanOrEqual(1);
  expect(await askedElsewhere()).toBe('answered');
});
