/** A bearer token in the Authorization header (RFC 6750). */
import { type CredentialKind, MASK, withHeader } from './kind.ts';

/** A bearer token. */
export interface BearerCredential {
  readonly type: 'bearer';
  readonly token: string;
}

/** A bearer token (RFC 6750). */
export const bearer: CredentialKind<BearerCredential> = {
  type: 'bearer',
  check(fields) {
    const token = fields.text('token');
    if (/\s/.test(token)) throw fields.fault('token', 'may not hold spaces; give the token alone.');
    return { type: 'bearer', token };
  },
  apply: (request, { token }) => ({
    ...request,
    headers: withHeader(request.headers, 'authorization', `Bearer ${token}`),
  }),
  secrets: ({ token }) => [token],
  mask: ({ url, headers }) => ({ url, headers: withHeader(headers, 'authorization', `Bearer ${MASK}`) }),
};
