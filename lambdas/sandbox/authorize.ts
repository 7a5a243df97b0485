/**
 * Makes the URL at which a person consents. It is made here because all of it comes from the sealed credential, which only the sandbox
 * opens: no table row decides where a browser is sent, and nobody is sent anywhere whose code would go to somebody else (endpoints.ts). The verifier leaves this process sealed, for the answer to this request only.
 */

import { PortcullisError } from '../../core/lib/errors.ts';
import { partOf } from '../../core/request/credential/index.ts';
import {
  authorizationRequest,
  type ConsentCredential,
  newVerifier,
  type PendingConsent,
} from '../../core/request/credential/oauth2/authorizationRequest.ts';
import { confirmEndpoints } from '../../core/request/credential/oauth2/endpoints.ts';
import type { SandboxFrame, SandboxRequest } from '../../core/sandbox/protocol.ts';
import { credentialOf, type Vault } from './credential.ts';
import type { LoadedServer } from './server.ts';
import { sealedBeside, tokensOf } from './tokens.ts';

/** Request to make an authorization request. */
export type AuthorizeRequest = Extract<SandboxRequest, { kind: 'authorize' }>;

/** Makes authorization requests. They throw PortcullisError, `credential_invalid`, PortcullisError. */
export const createAuthorize =
  (vault: Vault) =>
  async (server: LoadedServer, request: AuthorizeRequest): Promise<SandboxFrame> => {
    const { origin, ciphertext, holder, state, redirectUri } = request;
    const whole = await credentialOf(server, server.upstreamAt(origin), ciphertext, vault);
    const credential = partOf(whole, 'oauth2');
    if (!isConsent(credential))
      throw new PortcullisError('credential_invalid', 'The stored credential needs nobody’s consent.');
    await confirmEndpoints(credential, server.metadata);
    const pending: PendingConsent = { verifier: newVerifier(), redirectUri };
    return {
      frame: 'consent',
      url: authorizationRequest(credential, state, pending),
      sealed: await sealedBeside(vault, tokensOf(server, credential, { origin, ciphertext, holder }), pending),
    };
  };

const isConsent = (credential: { readonly grant: string } | undefined): credential is ConsentCredential =>
  credential?.grant === 'authorizationCode';
