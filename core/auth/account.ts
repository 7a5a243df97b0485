/**
 * The accounts that calls are made with at an API, on a server where each client has its own. The name of an account is the holder of
 * stored tokens (core/request/credential/oauth2/storedTokens.ts), which is part of what they are encrypted for.
 */

import type { TokenRow } from '../model/token.ts';
import { type AssertedPerson, providerSubjectOf } from '../request/credential/oauth2/assertedPerson.ts';
import { personAccount, tokenAccount } from '../request/credential/oauth2/holders.ts';
import { ACCOUNT_PATH } from './oauth/addresses.ts';

/** Who calls: the account, and the URL where it is connected. */
export interface Caller {
  readonly account: string;
  /** Undefined for a client that acts for itself (client credentials): nobody can sign in for it. */
  readonly accountUrl: string | undefined;
  /** The person who is signed in; absent for a connection token and a client that acts for itself. */
  readonly person?: AssertedPerson;
  /** A person calls from the dashboard, so messages are for them and not for a model. */
  readonly isPerson?: true;
  /** A connection token of a toolset: it has no account at its members, and only who signs in has one. */
  readonly isOfToolset?: true;
}

/** The URL of the page where the clients of a server get their accounts. */
export const accountUrlOf = (edgeUrl: string, serverId: string): string =>
  `${edgeUrl}${ACCOUNT_PATH}?server=${serverId}`;

/** Who calls this server with a token or session of it, or of a toolset that it is in. */
export function callerOf({ tokenId, serverId: ofToken, signIn }: TokenRow, serverId: string, edgeUrl: string): Caller {
  if (signIn?.isMachine) return { account: `client:${signIn.client.id}`, accountUrl: undefined };
  const account = signIn ? personAccount(signIn.person.id) : tokenAccount(tokenId);
  const isOfToolset = !signIn && ofToken !== serverId;
  return {
    account,
    accountUrl: accountUrlOf(edgeUrl, serverId),
    ...(signIn && { person: assertedPerson(signIn.person) }),
    ...(isOfToolset && { isOfToolset }),
  };
}

/** What an API may be told of somebody. @param email verified */
export function assertedPerson({
  id,
  email,
  username,
}: {
  readonly id: string;
  readonly email?: string | undefined;
  readonly username: string;
}): AssertedPerson {
  const providerSubject = providerSubjectOf(username);
  return {
    id,
    ...(email !== undefined && { email }),
    ...(providerSubject !== undefined && { providerSubject }),
  };
}
