/** A token of RFC 6750, in the Authorization header. */
import { type CredentialKind, MASK, withHeader } from './kind.ts';

export interface BearerCredential {
  readonly type: 'bearer';
  readonly token: string;
}

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
