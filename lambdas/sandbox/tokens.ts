/** Opens sealed OAuth 2 tokens (core/request/credential/oauth2/storedTokens.ts) for the credential that they belong to. */
import { Buffer } from 'node:buffer';
import type { TokensOf } from '../../aws/credentials.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { originOf } from '../../core/lib/url/baseUrl.ts';
import { type Credential, partOf, withPart } from '../../core/request/credential/index.ts';
import type { UpstreamTokens } from '../../core/request/credential/oauth2/storedTokens.ts';
import type { OAuth2Credential } from '../../core/request/credential/oauth2.ts';
import type { SealedTokens } from '../../core/sandbox/protocol.ts';
import type { Vault } from './credential.ts';
import type { LoadedServer } from './server.ts';

type Handed = Pick<TokensOf, 'origin' | 'ciphertext' | 'holder'>;
/** The server that tokens belong to. */
type Owner = { readonly bundle: Pick<LoadedServer['bundle'], 'serverId'> };

/** What tokens are bound to; the token endpoint's origin comes from the credential itself. */
export const tokensOf = (
  { bundle }: Owner,
  { tokenUrl }: OAuth2Credential,
  { origin, ciphertext, holder }: Handed,
): TokensOf => ({ serverId: bundle.serverId, origin, ciphertext, holder, tokenOrigin: originOf(tokenUrl) });

/** Throws PortcullisError for tokens that are bound to something else. */
export async function openedTokens(
  vault: Vault,
  server: Owner,
  credential: OAuth2Credential,
  { sealed = '', ...handed }: Handed & { readonly sealed?: string },
): Promise<UpstreamTokens> {
  return (await opened(vault, tokensOf(server, credential, handed), sealed)) as UpstreamTokens;
}

/** The JSON value that was sealed with {@link sealedBeside}. Throws PortcullisError if it is bound to something else. */
export async function opened(vault: Vault, of: TokensOf, sealed: string): Promise<unknown> {
  let plaintext: Uint8Array;
  try {
    plaintext = await vault.openTokens(of, sealed);
  } catch (cause) {
    throw new PortcullisError('credential_unavailable', 'The stored access token cannot be opened.', { cause });
  }
  try {
    return JSON.parse(Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.length).toString());
  } finally {
    plaintext.fill(0);
  }
}

/** Seals a value as JSON under the data key of a credential. */
export async function sealedBeside(vault: Vault, of: TokensOf, value: object): Promise<string> {
  const plaintext = Buffer.from(JSON.stringify(value));
  try {
    return await vault.sealTokens(of, plaintext);
  } finally {
    plaintext.fill(0);
  }
}

/** The credential with the tokens of the call; a credential of another kind unchanged. Throws PortcullisError. */
export async function withTokens(
  vault: Vault,
  server: Owner,
  credential: Credential | undefined,
  {
    origin,
    ciphertext = '',
    tokens,
  }: { origin: string; ciphertext: string | undefined; tokens: SealedTokens | undefined },
): Promise<Credential | undefined> {
  const signIn = partOf(credential, 'oauth2');
  if (credential === undefined || signIn === undefined) return credential;
  if (tokens === undefined) throw new PortcullisError('credential_unavailable', 'No access token was handed over.');
  const { accessToken, refreshToken } = await openedTokens(vault, server, signIn, {
    origin,
    ciphertext,
    ...tokens,
  });
  return withPart(credential, {
    ...signIn,
    accessToken,
    ...(refreshToken !== undefined && { latestRefreshToken: refreshToken }),
  });
}
