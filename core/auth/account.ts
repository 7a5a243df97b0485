/**
 * The accounts that calls are made with at an API, on a server where each client has its own. The name of an account is the holder of
 * stored tokens (core/request/credential/oauth2/storedTokens.ts), which is part of what they are encrypted for.
 */

import type { TokenRow } from '../model/token.ts';
import { type AssertedPerson, providerSubjectOf } from '../request/credential/oauth2/assertedPerson.ts';
import { ACCOUNT_PATH } from './oauth/addresses.ts';

/** The account of a connection token; it is deleted with the token. */
export const tokenAccount = (tokenId: string): string => `token:${tokenId}`;

/** The account of a person, for all sessions of MCP clients in which they sign in. */
export const personAccount = (person: string): string => `person:${person}`;

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

/** The holder of an account's tokens for another host than that of the base URL. */
export const accountAt = (account: string, origin: string): string => `${account} ${origin}`;

/** The account and, for another host than that of the base URL, the origin; undefined when the holder is no account. */
export function accountOfHolder(holder: string): { readonly account: string; readonly origin?: string } | undefined {
  if (!/^(?:token|person|client):/.test(holder)) return undefined;
  const at = holder.lastIndexOf(' https://');
  return at === -1 ? { account: holder } : { account: holder.slice(0, at), origin: holder.slice(at + 1) };
}
