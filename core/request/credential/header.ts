/** A custom header, for example `X-Api-Key`. A `Cookie` header is added to the cookies of the request. */

import type { CheckedAuth } from '../../model/credentialKinds/index.ts';
import { header as definition } from '../../model/credentialKinds/keys.ts';
import type { Outgoing } from '../build.ts';
import { isForbiddenHeader, isHeaderName } from '../header.ts';
import type { Fields } from './fields.ts';
import { type CredentialKind, MASK, withCookie, withHeader } from './kind.ts';

/** A header with a fixed value. */
export type HeaderCredential = CheckedAuth<'header'>;

/**
 * Checks the name of a header for a credential.
 * @throws `credential_invalid` for an invalid name, and for headers of framing or routing
 */
export function checkHeaderName(fields: Fields, field: string, name: string): void {
  const isAuthorization = name.toLowerCase() === 'authorization';
  if (!isHeaderName(name) || (isForbiddenHeader(name) && !isAuthorization) || /^content-/i.test(name)) {
    throw fields.fault(field, definition.fields.name.rule.refusal);
  }
}

/** The secrets of a header value: the value, and its part after a scheme or name (`Token abc`, `sid=abc`). */
export function headerSecrets(value: string): string[] {
  const bare = /^(?:[\w-]+[ =])(\S{8,})$/.exec(value)?.[1];
  return bare === undefined ? [value] : [value, bare];
}

/** The headers with one set: replaces a header of the same name, but adds a cookie to the others. */
export const withKeyHeader = (headers: Outgoing['headers'], name: string, value: string): Outgoing['headers'] =>
  name.toLowerCase() === 'cookie' ? withCookie(headers, value) : withHeader(headers, name, value);

/** A custom header. */
export const header: CredentialKind<HeaderCredential> = {
  type: 'header',
  judge(members, fields) {
    const credential = { type: 'header', ...(members as Omit<HeaderCredential, 'type'>) } as const;
    checkHeaderName(fields, 'name', credential.name);
    return credential;
  },
  apply: (request, { name, value }) => ({ ...request, headers: withKeyHeader(request.headers, name, value) }),
  secrets: ({ value }) => headerSecrets(value),
  mask: ({ url, headers }, { headerName = 'x-api-key' }) => ({
    url,
    headers: withKeyHeader(headers, headerName, MASK),
  }),
};
