import { describe, expect, test } from '@jest/globals';
import {
  endedId,
  endedRow,
  holds,
  isPong,
  isSessionId,
  messagesOf,
  newSessionId,
  pingRequest,
  pinVersion,
  sessionRow,
} from '../../../../core/mcp/session.ts';

test('an answer to a ping of ours is known by its id, be it a result or an error, and nothing else is', () => {
  const { id } = JSON.parse(pingRequest(7));

  expect(
    [
      { id, result: {} },
      { id, error: { code: -32601, message: '' } },
    ].map(isPong),
  ).toEqual([true, true]);
  expect(
    [{ id, method: 'ping' }, { id: 7, result: {} }, { id: 'ping' }, [{ id, result: {} }], null].map(isPong),
  ).toEqual(Array(5).fill(false));
});

const TOKEN = 'a'.repeat(64);
const NOW = 1_800_000_000_000;

describe('a session', () => {
  test('has an id that fits into a query and a topic level as it stands, and is never the same', () => {
    const ids = Array.from({ length: 100 }, newSessionId);

    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect([id, isSessionId(id)]).toEqual([id, true]);
  });

  test.each(['', '.', 'x.y.z', 'nonsense', 'x'.repeat(31), 'x'.repeat(33), `${'x'.repeat(31)}/`, `${'x'.repeat(31)}#`])(
    'is never looked for under %j',
    (id) => {
      expect(isSessionId(id)).toBe(false);
    },
  );

  test('is held for its token until its lease is over', () => {
    const row = sessionRow(newSessionId(), TOKEN, NOW);

    expect(holds(row, TOKEN, NOW)).toBe(true);
    expect(holds(row, TOKEN, row.until)).toBe(false);
    expect(holds(row, 'b'.repeat(64), NOW)).toBe(false);
    expect(holds(undefined, TOKEN, NOW)).toBe(false);
    expect(row.expiresAt * 1_000).toBeGreaterThanOrEqual(row.until);
  });
});

describe('a session of 2025 that was ended', () => {
  test('is known by its own name and token alone, whatever that name is, and is no session of the other kind', () => {
    const row = endedRow(TOKEN, 'any /?# name', NOW);

    expect(row.sessionId).toBe(endedId(TOKEN, 'any /?# name'));
    expect(row.sessionId).not.toBe(endedId('b'.repeat(64), 'any /?# name'));
    expect([holds(row, TOKEN, NOW), holds(row, TOKEN, NOW + 86_400_000)]).toEqual([true, false]);
    expect(isSessionId(row.sessionId)).toBe(false);
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
