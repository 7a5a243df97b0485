/**
 * Opens the credential that was handed over for a request, for the origin of that request and no other, and tries it where nothing is
 * asked of the API itself. Its bytes are wiped as soon as they are read.
 */
import { type Credential, parseCredential, partOf } from '../../core/request/credential/index.ts';
import { CredentialInvalid } from '../../core/request/errors.ts';
import type { AccessTokens } from './accessTokens.ts';
import { SandboxFault } from './errors.ts';
import type { LoadedServer, Upstream } from './server.ts';

/** Opens a server's credential for a request to `origin`, and for no other (aws/credentials.ts). */
export type Decrypt = (
  serverId: string,
  origin: string,
  ciphertext: string,
  options: { readonly mayBeUnbound: boolean },
) => Promise<Uint8Array>;

/** Undefined where the bundle says that none is sent. Throws SandboxFault, CredentialInvalid. */
export async function credentialOf(
  server: LoadedServer,
  { origin, auth }: Upstream,
  ciphertext: string | undefined,
  decrypt: Decrypt,
): Promise<Credential | undefined> {
  const { type } = auth;
  if (type === 'none') return undefined;
  if (ciphertext === undefined) {
    throw new SandboxFault('credential_unavailable', `${origin} needs a credential and none was handed over.`);
  }
  let plaintext: Uint8Array;
  try {
    // Only with a bundle that an earlier version has sealed, too: it names the host where the credential went before.
    const mayBeUnbound = auth.origin === undefined;
    plaintext = await decrypt(server.bundle.serverId, origin, ciphertext, { mayBeUnbound });
  } catch (cause) {
    throw new SandboxFault(
      'credential_unavailable',
      `The server’s credential cannot be opened for ${origin}. If it was given for another host, give it again.`,
      { cause },
    );
  }
  try {
    const credential = parseCredential(plaintext);
    if (credential.type === type) return credential;
    throw new CredentialInvalid(`The stored credential is of type ${credential.type}, the server wants ${type}.`);
  } finally {
    plaintext.fill(0);
  }
}

/** Opens a credential and fetches a new access token with it, if it is for that. Throws what a call would. */
export async function tryCredential(
  server: LoadedServer,
  { origin, ciphertext }: { readonly origin: string; readonly ciphertext: string },
  { decrypt, tokens }: { readonly decrypt: Decrypt; readonly tokens: AccessTokens },
): Promise<void> {
  const credential = await credentialOf(server, server.upstreamAt(origin), ciphertext, decrypt);
  const signIn = partOf(credential, 'oauth2');
  if (signIn) await tokens.renew(signIn, ciphertext, (url) => server.tokenClient(url));
}
