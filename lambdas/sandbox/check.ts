/**
 * Tries a credential that is not stored yet: signs in once with it, at its own token endpoint, and throws the token away. No API is
 * called. A refresh token is not tried: it may be good for one use, and its successor would be lost.
 */
import type { SandboxRequest } from '../../core/request/call.ts';
import { parseCredential, partOf } from '../../core/request/credential/index.ts';
import { isTriable } from '../../core/request/credential/shape.ts';
import { CredentialInvalid } from '../../core/request/errors.ts';
import type { Decrypt } from './credential.ts';
import { SandboxFault } from './errors.ts';
import type { TokenClient } from './server.ts';
import { endpointClient, fetchToken } from './tokenEndpoint.ts';

/** Request to try a credential. */
export type CheckRequest = Extract<SandboxRequest, { kind: 'check' }>;

/** Throws SandboxFault, CredentialInvalid, and TokenRefused when it brings no token. */
export async function checkSignIn(
  { serverId, origin, ciphertext }: CheckRequest,
  decrypt: Decrypt,
  tokenClient: TokenClient,
): Promise<void> {
  let plaintext: Uint8Array;
  try {
    plaintext = await decrypt(serverId, origin, ciphertext, { mayBeUnbound: false });
  } catch (cause) {
    throw new SandboxFault('credential_unavailable', 'The credential cannot be opened.', { cause });
  }
  try {
    const whole = parseCredential(plaintext);
    const credential = partOf(whole, 'oauth2');
    if (credential === undefined || !isTriable(credential)) {
      throw new CredentialInvalid('auth: nothing in it can be tried before it is stored.');
    }
    await fetchToken(credential, endpointClient(whole, credential, tokenClient), Date.now());
  } finally {
    plaintext.fill(0);
  }
}
