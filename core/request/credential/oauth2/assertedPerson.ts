/**
 * The person whom an assertion is about: who is signed in at the MCP client, by what the user pool has verified of them. A connection token
 * and a client that acts for itself name nobody.
 */
import type { JwtBearerGrant, TokenExchangeGrant } from '../oauth2.ts';
import { refusal } from './tokenResponse.ts';

/** What is known of a person. */
export interface AssertedPerson {
  /** Subject in the user pool. */
  readonly id: string;
  /** Verified e-mail address. */
  readonly email?: string;
  /** Subject at the owner's identity provider. */
  readonly providerSubject?: string;
}

/**
 * The subject at the provider of somebody who signed in there. Their user name in the pool is that provider's name, an underscore and the
 * subject (Amazon Cognito developer guide, "Adding user pool sign-in through a third party"); names of providers have no underscore
 * (lib/config/identityProvider.ts), and the pool names its own users by their id, which has none either.
 */
export function providerSubjectOf(username: string): string | undefined {
  const at = username.indexOf('_');
  return at > 0 && at < username.length - 1 ? username.slice(at + 1) : undefined;
}

/**
 * The `sub` claim of an assertion.
 * @param person who calls; undefined for callers who are no person
 * @throws `oauth_person_needed`, `oauth_person_unknown`
 */
export function subjectOf(
  { tokenUrl, issuer, subject, personClaim }: (JwtBearerGrant | TokenExchangeGrant) & { readonly tokenUrl: string },
  person: AssertedPerson | undefined,
): string {
  if (personClaim === undefined) return subject ?? issuer;
  if (person === undefined) {
    if (subject === undefined) throw refusal('oauth_person_needed', tokenUrl);
    return subject;
  }
  const named = person[personClaim];
  if (named === undefined) throw refusal('oauth_person_unknown', tokenUrl);
  return named;
}
