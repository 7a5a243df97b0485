/**
 * The names of accounts as holders of stored tokens (storedTokens.ts): a holder is part of what tokens are encrypted for. Who has which
 * account, core/auth/account.ts says.
 */

/** The account of a connection token; it is deleted with the token. */
export const tokenAccount = (tokenId: string): string => `token:${tokenId}`;

/** The account of a person, for all sessions of MCP clients in which they sign in. */
export const personAccount = (person: string): string => `person:${person}`;

/** The holder of an account's tokens for another host than that of the base URL. */
export const accountAt = (account: string, origin: string): string => `${account} ${origin}`;

/** The account and, for another host than that of the base URL, the origin; undefined when the holder is no account. */
export function accountOfHolder(holder: string): { readonly account: string; readonly origin?: string } | undefined {
  if (!/^(?:token|person|client):/.test(holder)) return undefined;
  const at = holder.lastIndexOf(' https://');
  return at === -1 ? { account: holder } : { account: holder.slice(0, at), origin: holder.slice(at + 1) };
}
