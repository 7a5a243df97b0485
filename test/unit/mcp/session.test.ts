import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { isSessionOpen, messagesOf, newSessionId, pinVersion } from '../../../core/mcp/session.ts';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const TOKEN = 'a'.repeat(64);
const NOW = 1_800_000_000_000;

describe('a session id', () => {
  test('is open for its token until it expires', () => {
    const id = newSessionId(KEY, TOKEN, NOW + 1_000);

    expect(isSessionOpen(KEY, TOKEN, id, NOW)).toBe(true);
    expect(isSessionOpen(KEY, TOKEN, id, NOW + 1_000)).toBe(false);
  });

  test('is worth nothing with another token, another key or a later expiry', () => {
    const id = newSessionId(KEY, TOKEN, NOW + 1_000);
    const [nonce, , proof] = id.split('.');
    const prolonged = `${nonce}.${(NOW + 9_000_000).toString(36)}.${proof}`;

    expect(isSessionOpen(KEY, 'b'.repeat(64), id, NOW)).toBe(false);
    expect(isSessionOpen(createSecretKey(Buffer.alloc(32, 2)), TOKEN, id, NOW)).toBe(false);
    expect(isSessionOpen(KEY, TOKEN, prolonged, NOW)).toBe(false);
  });

  test.each(['', '.', '..', 'x.y.z', 'nonsense', `${'x'.repeat(22)}.zzzzzzzz.${'y'.repeat(27)}`, 'a.b.c.d'])(
    'refuses %j',
    (id) => {
      expect(isSessionOpen(KEY, TOKEN, id, NOW)).toBe(false);
    },
  );

  test('fits into a query and a topic level as it stands', () => {
    const id = newSessionId(KEY, TOKEN, NOW);

    expect(id).toMatch(/^[A-Za-z0-9_.-]+$/);
  });
});

describe('pinVersion', () => {
  test('asks for 2024-11-05 in initialize and keeps the rest', () => {
    const message = {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', clientInfo: { name: 'x' } },
    };

    expect(pinVersion(message)).toEqual({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2024-11-05', clientInfo: { name: 'x' } },
    });
  });

  test.each([undefined, null, [], 'x', { method: 'ping' }, { method: 'initialize' }])('leaves %j alone', (message) => {
    expect(pinVersion(message)).toBe(message);
  });
});

describe('messagesOf', () => {
  const collect = async (body: string | ReadableStream<Uint8Array>) => {
    const all: string[] = [];
    for await (const message of messagesOf(body)) all.push(message);
    return all;
  };

  test('takes a JSON body as one message and an empty one as none', async () => {
    expect(await collect('{"id":1}')).toEqual(['{"id":1}']);
    expect(await collect('')).toEqual([]);
  });

  test('takes the data lines of an event stream, wherever its pieces are cut', async () => {
    const bytes = new TextEncoder().encode(
      'event: message\ndata: {"a":"ä"}\n\n: ping\n\nevent: message\ndata: {"b":2}\n\n',
    );
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });

    expect(await collect(body)).toEqual(['{"a":"ä"}', '{"b":2}']);
  });
});
