import { expect, test } from '@jest/globals';
import { eventReader } from '../../../../core/mcpUpstream/eventStream.ts';

const STREAM =
  ': hello\r\nevent: endpoint\r\ndata: /messages\r\n\r\nid: 7\ndata: {"a":1,\ndata: "b":"é"}\n\nretry: 10\n\rdata:x\r\r';
const EVENTS = [
  { event: 'endpoint', data: '/messages' },
  { event: 'message', data: '{"a":1,\n"b":"é"}', id: '7' },
  { event: 'message', data: 'x', id: '7' },
];

test.each([1, 2, 3, 7, 1_000])('reads events from pieces of %i bytes', (size) => {
  const bytes = Buffer.from(STREAM);
  const read = eventReader();
  const events = [];
  for (let at = 0; at < bytes.length; at += size) events.push(...read(bytes.subarray(at, at + size)));

  expect(events).toEqual(EVENTS);
});

test('tells of an event that is too long, and goes on behind it', () => {
  const read = eventReader();
  const piece = Buffer.alloc(4 * 1024 * 1024, 'x');
  const events = [...read(Buffer.from('data: ')), ...[piece, piece, piece].flatMap(read)];

  events.push(...read(Buffer.from('\n\ndata: next\n\n')));
  expect(events).toEqual([
    { event: 'too_large', data: '' },
    { event: 'message', data: 'next' },
  ]);
});
