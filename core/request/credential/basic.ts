/** HTTP Basic: user name and password in the Authorization header (RFC 7617). */

import { base64Of, ofBytes } from '../../lib/secretBytes.ts';
import type { CheckedAuth } from '../../model/credentialKinds/index.ts';
import { type CredentialKind, MASK, withHeader } from './kind.ts';

/** User name and password. */
export type BasicCredential = CheckedAuth<'basic'>;

/** User name and password in base64, as UTF-8 (section 2.1). */
const pairOf = ({ username, password }: BasicCredential): string =>
  ofBytes(`${username}:${password}`, 'utf8', base64Of);

/** HTTP Basic (RFC 7617). */
export const basic: CredentialKind<BasicCredential> = {
  type: 'basic',
  apply: (request, credential) => ({
    ...request,
    headers: withHeader(request.headers, 'authorization', `Basic ${pairOf(credential)}`),
  }),
  secrets: (credential) => [credential.password, `${credential.username}:${credential.password}`, pairOf(credential)],
  mask: ({ url, headers }) => ({ url, headers: withHeader(headers, 'authorization', `Basic ${MASK}`) }),
};
