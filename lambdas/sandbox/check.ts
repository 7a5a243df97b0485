/**
 * Tests a credential that is not stored yet: fetches an access token from its token endpoint and discards it. The API is not called. A
 * refresh token is refused: it may be valid for one use, and its successor would be lost.
 */

import { PortcullisError } from '../../core/lib/errors.ts';
import { isTriable } from '../../core/model/credential.ts';
import { parseCredential, partOf } from '../../core/request/credential/index.ts';
import type { SandboxRequest } from '../../core/sandbox/protocol.ts';
import { namesSecret, type Vault } from './credential.ts';
import type { TokenClient } from './server.ts';
import { endpointClient, fetchToken } from './tokenEndpoint.ts';

/** Request to test a credential. */
export type CheckRequest = Extract<SandboxRequest, { kind: 'check' }>;

/** Resolves when a token was fetched, to the `instance` of its response. Throws PortcullisError, `credential_invalid`, `oauth_…`. */
export async function checkSignIn(
  { serverId, origin, ciphertext }: CheckRequest,
  { decrypt, secrets }: Pick<Vault, 'decrypt' | 'secrets'>,
  tokenClient: TokenClient,
): Promise<string | undefined> {
  let plaintext: Uint8Array;
  try {
    plaintext = await decrypt(serverId, origin, ciphertext, { mayBeUnbound: false });
  } catch (cause) {
    throw new PortcullisError('credential_unavailable', 'The credential cannot be opened.', { cause });
  }
  if (namesSecret(plaintext)) ({ plaintext } = await secrets.resolve(plaintext, origin));
  try {
    const whole = parseCredential(plaintext);
    const credential = partOf(whole, 'oauth2');
    if (credential === undefined || !isTriable(credential)) {
      throw new PortcullisError('credential_invalid', 'auth: contains nothing that can be tested before it is stored.');
    }
    return (await fetchToken(credential, endpointClient(whole, credential, tokenClient), Date.now())).instance;
  } finally {
    plaintext.fill(0);
  }
}
