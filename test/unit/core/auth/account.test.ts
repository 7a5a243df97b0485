import { describe, expect, test } from '@jest/globals';
import { callerOf } from '../../../../core/auth/account.ts';
import type { TokenRow } from '../../../../core/model/token.ts';
import {
  accountAt,
  accountOfHolder,
  personAccount,
  tokenAccount,
} from '../../../../core/request/credential/oauth2/holders.ts';

const row: TokenRow = {
  tokenHash: 'a',
  tokenId: 'tok_1',
  serverId: 'srv_1',
  label: 'Laptop',
  hint: 'abcd',
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'ann',
};
const session = (isMachine: boolean): TokenRow => ({
  ...row,
  signIn: {
    person: { id: 'ann', groups: [], username: 'ann' },
    client: { id: 'app_1', name: 'Client' },
    granted: 'all',
    access: [],
    refresh: [],
    turn: 0,
    ...(isMachine && { isMachine: true as const }),
  },
});

describe('the account of a caller', () => {
  const accountUrl = 'https://edge.example/connect/account?server=srv_1';

  test.each([
    ['a connection token', row, { account: 'token:tok_1', accountUrl }],
    [
      'a token of a toolset',
      { ...row, serverId: 'srv_all' },
      { account: 'token:tok_1', accountUrl, isOfToolset: true },
    ],
    [
      'a session of a toolset',
      { ...session(false), serverId: 'srv_all' },
      { account: 'person:ann', accountUrl, person: { id: 'ann' } },
    ],
    ['a session, whichever it is', session(false), { account: 'person:ann', accountUrl, person: { id: 'ann' } }],
    ['a client that acts for itself', session(true), { account: 'client:app_1', accountUrl: undefined }],
  ])('is that of %s', (_, token, caller) => {
    expect(callerOf(token, 'srv_1', 'https://edge.example')).toEqual(caller);
  });

  test.each([tokenAccount('tok_1'), personAccount('ann'), personAccount('ann https://a.example of x')])(
    '%j is found in the holder of its tokens, for either host',
    (account) => {
      const origin = 'https://files.example.com';

      expect(accountOfHolder(accountAt(account, origin))).toEqual({ account, origin });
    },
  );

  test.each(['server', 'https://files.example.com', 'consent:abc', ''])('is not %j', (holder) => {
    expect(accountOfHolder(holder)).toBeUndefined();
  });
});
