/** A bearer token in the Authorization header (RFC 6750). */
import type { CheckedAuth } from '../../model/credentialKinds/index.ts';
import { type CredentialKind, MASK, withHeader } from './kind.ts';

/** A bearer token. */
export type BearerCredential = CheckedAuth<'bearer'>;

/** A bearer token (RFC 6750). */
export const bearer: CredentialKind<BearerCredential> = {
  type: 'bearer',
  apply: (request, { token }) => ({
    ...request,
    headers: withHeader(request.headers, 'authorization', `Bearer ${token}`),
  }),
  secrets: ({ token }) => [token],
  mask: ({ url, headers }) => ({ url, headers: withHeader(headers, 'authorization', `Bearer ${MASK}`) }),
};
