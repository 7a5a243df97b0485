/** HTTP Basic: user name and password in the Authorization header (RFC 7617). */

import { base64Of, ofBytes } from '../../lib/secretBytes.ts';
import { type CredentialKind, MASK, withHeader } from './kind.ts';

/** User name and password. */
export interface BasicCredential {
  readonly type: 'basic';
  readonly username: string;
  readonly password: string;
}

/** User name and password in base64, as UTF-8 (section 2.1). */
const pairOf = ({ username, password }: BasicCredential): string =>
  ofBytes(`${username}:${password}`, 'utf8', base64Of);

/** HTTP Basic (RFC 7617). */
export const basic: CredentialKind<BasicCredential> = {
  type: 'basic',
  check(fields) {
    const username = fields.text('username', { isEmptyAllowed: true });
    if (username.includes(':')) {
      throw fields.fault('username', 'may not hold a colon (RFC 7617), which ends it on the wire.');
    }
    return { type: 'basic', username, password: fields.text('password', { isEmptyAllowed: true }) };
  },
  apply: (request, credential) => ({
    ...request,
    headers: withHeader(request.headers, 'authorization', `Basic ${pairOf(credential)}`),
  }),
  secrets: (credential) => [credential.password, `${credential.username}:${credential.password}`, pairOf(credential)],
  mask: ({ url, headers }) => ({ url, headers: withHeader(headers, 'authorization', `Basic ${MASK}`) }),
};
