/** Messages over a pipe: whole however they are cut, in order, and together when they are sent together. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { lineWriter, readLines } from '../../../../../local/functions/runtime/lines.ts';

let left: Socket;
let right: Socket;
beforeEach(async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  left = connect((server.address() as AddressInfo).port, '127.0.0.1');
  [right] = (await once(server, 'connection')) as [Socket];
  server.close();
});
afterEach(() => {
  left.destroy();
  right.destroy();
});

const received = (count: number): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    const messages: unknown[] = [];
    readLines(
      right,
      (message) => {
        messages.push(message);
        if (messages.length === count) resolve(messages);
      },
      () => reject(new Error('broken')),
    );
  });

test('messages arrive as they were sent, in order', async () => {
  const sent = [{ text: 'a\nb\r\n\u2028 ž 漢 😀' }, { empty: '' }, { large: 'x'.repeat(300_000) }, { last: [1, null] }];
  const send = lineWriter(left);
  const all = received(sent.length);
  for (const message of sent) send(message);

  expect(await all).toEqual(sent);
});

test('an event of which the JSON is at hand is not written again, and arrives as what it is', async () => {
  const event = { arguments: { note: 'a\n"b" 漢' }, list: [1, null] };
  const send = lineWriter(left);
  const all = received(4);
  send({ type: 'invoke', id: 5, given: { text: Buffer.from(JSON.stringify(event)) } });
  send({ type: 'answer', id: 6, text: '{}' });
  send({ type: 'invoke', id: 7, given: { text: JSON.stringify(event) } });
  send({ type: 'answer', id: 8, text: '{}' });

  expect(await all).toEqual([
    { type: 'invoke', id: 5, given: { event } },
    { type: 'answer', id: 6, text: '{}' },
    { type: 'invoke', id: 7, given: { event } },
    { type: 'answer', id: 8, text: '{}' },
  ]);
});

test('the first of a turn leaves at once, what follows in one write', async () => {
  const writes: string[] = [];
  const send = lineWriter({ destroyed: false, write: (text: string) => writes.push(text) > 0 } as unknown as Socket);
  send({ a: 1 });
  expect(writes).toHaveLength(1);

  send({ b: 2 });
  send({ c: 3 });
  await new Promise(setImmediate);
  send({ d: 4 });
  await new Promise(setImmediate);
  expect(writes).toEqual(['{"a":1}\n', '{"b":2}\n{"c":3}\n', '{"d":4}\n']);
});

test('a message is whole wherever its bytes are cut', async () => {
  const sent = [{ text: 'ž 漢 😀' }, { text: '\u2028' }];
  const bytes = Buffer.from(sent.map((message) => `${JSON.stringify(message)}\n`).join(''));
  left.setNoDelay(true);
  const all = received(sent.length);
  for (const byte of bytes) {
    left.write(Buffer.of(byte));
    await new Promise(setImmediate);
  }

  expect(await all).toEqual(sent);
});

test('a line that is no JSON ends the reading', async () => {
  const messages: unknown[] = [];
  const broken = new Promise<void>((resolve) => readLines(right, (message) => messages.push(message), resolve));
  left.write('{"a":1}\nnonsense\n{"b":2}\n');

  await broken;

  expect(messages).toEqual([{ a: 1 }]);
});

test('a message without an end is given up with its connection, so that it cannot fill the memory', async () => {
  const broken = new Promise<void>((done) => readLines(right, () => {}, done, 1_000_000));
  const closed = new Promise<void>((done) => left.on('error', () => {}).on('close', () => done()));
  const more = setInterval(() => left.write('x'.repeat(100_000)), 1);
  await broken;
  await closed;

  clearInterval(more);

  expect(right.destroyed).toBe(true);
});
