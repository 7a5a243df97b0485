/** Session ids of legacy clients, and what hostile ones say. */
import { describe, expect, test } from '@jest/globals';
import { channelOf, newChannel } from '../../../../core/mcp/channel.ts';

describe('a session id', () => {
  test('tells later requests the client and its schema profile, in visible ASCII', () => {
    const id = newChannel('5ire 0.13.2 “β”');

    expect(id).toMatch(/^[!-~]{22,500}$/);
    expect(channelOf(id)).toEqual({ session: id.slice(0, 22), profile: 'gemini', client: '5ire 0.13.2 “β”' });
  });

  test('differs each time, also of a client without a name', () => {
    const ids = [newChannel(undefined), newChannel(undefined), newChannel('a'), newChannel('a')];

    expect(new Set(ids.map((id) => channelOf(id).session)).size).toBe(4);
    expect(channelOf(ids[0])).toEqual({ session: ids[0] });
  });

  test('of HTTP+SSE names the session without giving its id away', () => {
    const id = 'abcdefghijklmnopqrstuvwxyz012345';

    expect(channelOf(id)).toEqual({ session: id.slice(0, 22) });
  });

  test.each([
    ['none', undefined, {}],
    ['one of the client’s own making', 'session-1', {}],
    ['a long one', 'x'.repeat(10_000), { session: 'x'.repeat(22) }],
    ['an unknown profile', `${'a'.repeat(22)}.toString`, { session: 'a'.repeat(22) }],
    ['a long name', `${'a'.repeat(22)}..${'QUFB'.repeat(5_000)}`, { session: 'a'.repeat(22), client: 'A'.repeat(100) }],
    ['a name that is no UTF-8', `${'a'.repeat(22)}.._w`, { session: 'a'.repeat(22), client: '\ufffd' }],
  ])('that is %s is taken for what can be read of it', (_, id, expected) => {
    expect(channelOf(id)).toEqual(expected);
  });
});
