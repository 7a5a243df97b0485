/** Which clients are taken to be gone; the checks are made by hand. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { asking } from '../../../../lambdas/mcp-stream/asking.ts';

beforeEach(() => {
  process.env['STREAM_LIFE_MS'] = '300000';
});
afterEach(() => {
  delete process.env['STREAM_LIFE_MS'];
});

/** Makes so many checks; the pings that were sent. */
const check = (client: ReturnType<typeof asking>, times: number) =>
  Array.from({ length: times }, () => client.question()).filter((question) => question !== undefined);

describe('a client of a session', () => {
  test('is asked at every other check, each time under another id', () => {
    const client = asking();

    const asked = Array.from({ length: 4 }, () => {
      client.answered();
      return client.question();
    });

    expect(asked).toEqual([
      undefined,
      '{"jsonrpc":"2.0","id":"portcullis-ping-1","method":"ping"}',
      undefined,
      '{"jsonrpc":"2.0","id":"portcullis-ping-2","method":"ping"}',
    ]);
  });

  test('is gone when it has answered before and leaves two pings unanswered', () => {
    const client = asking();
    for (let round = 0; round < 2; round++) {
      check(client, 2);
      client.answered();
    }

    check(client, 4);
    const isGoneAfterTwo = client.isGone();
    check(client, 2);

    expect([isGoneAfterTwo, client.isGone()]).toEqual([false, true]);
  });

  test('stays while it answers late', () => {
    const client = asking();

    for (let round = 0; round < 5; round++) {
      check(client, 4);
      client.answered();
    }
    check(client, 2);

    expect(client.isGone()).toBe(false);
  });

  test.each([
    ['never answers', 0],
    ['answers the first ping only', 1],
  ])('that %s is asked twice more, and stays', (_what, answers) => {
    const client = asking();
    for (let round = 0; round < answers; round++) {
      check(client, 2);
      client.answered();
    }

    const asked = check(client, 40);

    expect(asked).toHaveLength(2);
    expect(client.isGone()).toBe(false);
  });

  test('is not asked where the host tells that it has left', () => {
    process.env['STREAM_LIFE_MS'] = '0';

    expect(check(asking(), 40)).toEqual([]);
  });
});
