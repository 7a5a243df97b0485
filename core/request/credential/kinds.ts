/** The table of the kinds of credentials; combined.ts combines several. */

import { SINGLE_TYPES, type SingleAuthType } from '../../model/credentialKinds/index.ts';
import { type ApiKeysCredential, apiKeys } from './apiKeys.ts';
import { type AwsSigV4Credential, awsSigV4 } from './awsSigV4.ts';
import { type BasicCredential, basic } from './basic.ts';
import { type BearerCredential, bearer } from './bearer.ts';
import { checkedMembers } from './check.ts';
import { type DigestCredential, digest } from './digest.ts';
import type { Fields } from './fields.ts';
import { type HeaderCredential, header } from './header.ts';
import type { CredentialKind } from './kind.ts';
import { type MutualTlsCredential, mutualTLS } from './mutualTls.ts';
import { type OAuth2Credential, oauth2 } from './oauth2.ts';

/** A credential of one kind. */
export type SingleCredential =
  | BearerCredential
  | BasicCredential
  | HeaderCredential
  | ApiKeysCredential
  | AwsSigV4Credential
  | OAuth2Credential
  | DigestCredential
  | MutualTlsCredential;

type Kinds = { readonly [Type in SingleAuthType]: CredentialKind<Extract<SingleCredential, { type: Type }>> };

const KINDS: Kinds = { bearer, basic, header, apiKeys, awsSigV4, oauth2, digest, mutualTLS };

/** The implementation of a kind. */
export const kindOf = (type: SingleAuthType): CredentialKind<SingleCredential> =>
  KINDS[type] as unknown as CredentialKind<SingleCredential>;

/**
 * Checks a credential of one kind.
 * @throws `credential_invalid` naming the field
 */
export function checkSingle(fields: Fields, others: readonly string[] = []): SingleCredential {
  const type = SINGLE_TYPES.find((each) => each === fields.plain('type'));
  if (type === undefined) throw fields.fault('type', `must be ${[...SINGLE_TYPES, ...others].join(', ')}.`);
  const members = checkedMembers(type, fields);
  return kindOf(type).judge?.(members, fields) ?? ({ type, ...members } as unknown as SingleCredential);
}
