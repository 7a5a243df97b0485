/**
 * A client certificate for mutual TLS (OpenAPI 3.1 `mutualTLS`; RFC 8446, section 4.3.2). The egress client presents it
 * during the TLS handshake and has separate connections for it; nothing is added to the request.
 */

import { type CertificateFacts, type ClientCertificate, checkedCertificate } from './clientCertificate.ts';
import type { CredentialKind } from './kind.ts';

/** A client certificate as the credential. */
export interface MutualTlsCredential extends ClientCertificate {
  readonly type: 'mutualTLS';
  readonly facts: CertificateFacts;
}

/** TLS client certificates (OpenAPI 3.1, type `mutualTLS`). */
export const mutualTLS: CredentialKind<MutualTlsCredential> = {
  type: 'mutualTLS',
  judge: (members, fields) => ({
    type: 'mutualTLS',
    ...checkedCertificate(members as unknown as ClientCertificate & { passphrase?: string }, fields),
  }),
  apply: (request) => request,
  secrets: () => [],
  mask: (request) => request,
};
