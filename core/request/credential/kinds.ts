/** The table of the kinds of credentials; combined.ts combines several. */

import type { SingleShape } from '../../model/credential.ts';
import { type ApiKeysCredential, apiKeys } from './apiKeys.ts';
import { type AwsSigV4Credential, awsSigV4 } from './awsSigV4.ts';
import { type BasicCredential, basic } from './basic.ts';
import { type BearerCredential, bearer } from './bearer.ts';
import { type DigestCredential, digest } from './digest.ts';
import { type HeaderCredential, header } from './header.ts';
import type { CredentialKind, Fields } from './kind.ts';
import { type MutualTlsCredential, mutualTLS } from './mutualTls.ts';
import { type AuthorizationCodeGrant, type OAuth2Credential, oauth2 } from './oauth2.ts';

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

type SingleType = SingleCredential['type'];
type Kinds = { readonly [Type in SingleType]: CredentialKind<Extract<SingleCredential, { type: Type }>> };

const KINDS: Kinds = { bearer, basic, header, apiKeys, awsSigV4, oauth2, digest, mutualTLS };

/** All kinds except combinations. */
export const SINGLE_TYPES = Object.keys(KINDS) as readonly SingleType[];

/** The implementation of a kind. */
export const kindOf = (type: SingleType): CredentialKind<SingleCredential> =>
  KINDS[type] as unknown as CredentialKind<SingleCredential>;

/**
 * Checks a credential of one kind.
 * @throws CredentialInvalid naming the field
 */
export function checkSingle(fields: Fields, others: readonly string[] = []): SingleCredential {
  const type = SINGLE_TYPES.find((each) => each === fields.plain('type'));
  if (type === undefined) throw fields.fault('type', `must be ${[...SINGLE_TYPES, ...others].join(', ')}.`);
  return kindOf(type).check(fields);
}

/** The public part of a credential of one kind. */
export function singleShape(credential: SingleCredential): SingleShape {
  switch (credential.type) {
    case 'header':
      return { type: 'header', headerName: credential.name };
    case 'apiKeys':
      return { type: 'apiKeys', keys: credential.keys.map(({ in: location, name }) => ({ in: location, name })) };
    case 'awsSigV4':
      return {
        type: 'awsSigV4',
        ...('roleArn' in credential && { roleArn: credential.roleArn }),
        region: credential.region,
        service: credential.service,
      };
    case 'oauth2': {
      const { type, grant, tokenUrl, scope, tokenHeader, clientSecretExpiresAt: expiresAt } = credential;
      const header = tokenHeader === undefined ? {} : { tokenHeader };
      const page = credential.grant === 'authorizationCode' ? pageOf(credential) : {};
      return {
        type,
        grant,
        tokenUrl,
        ...page,
        ...(scope !== undefined && { scope }),
        ...header,
        ...(expiresAt !== undefined && { expiresAt }),
      };
    }
    case 'mutualTLS': {
      const { subject, expiresAt } = credential.facts;
      return { type: 'mutualTLS', subject, expiresAt };
    }
    default:
      return { type: credential.type };
  }
}

/** The parts of an authorization request that are shown. They are not secret: the browser's address bar shows them, too. */
const pageOf = ({ authorizationUrl, authorizationParameters }: AuthorizationCodeGrant) => ({
  authorizationUrl,
  ...(authorizationParameters.length > 0 && { authorizationParameters }),
});
