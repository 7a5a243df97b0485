/** Opens the sealed credential of a request, for the origin of that request only. Its bytes are wiped as soon as they are parsed. */
import type { TokensOf } from '../../aws/credentials.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import type { HeaderCredential } from '../../core/request/credential/header.ts';
import { type Credential, checkedUntil, parseChecked, parseSealed } from '../../core/request/credential/index.ts';
import { authoritiesDigest, destinationsOfCredential } from '../../core/request/credential/privateHosts.ts';
import { REFERENCE_START } from '../../core/request/credential/references.ts';
import type { Resolver } from './secrets.ts';
import type { LoadedServer, Upstream } from './server.ts';

/** Opens a server's credential for a request to `origin`, and for no other (aws/credentials.ts). */
export type Decrypt = (
  serverId: string,
  origin: string,
  ciphertext: string,
  options: { readonly mayBeUnbound: boolean },
) => Promise<Uint8Array>;

/** Whether bytes of a credential name a secret (core/request/credential/references.ts). */
export const namesSecret = (plaintext: Uint8Array): boolean =>
  Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.length).includes(REFERENCE_START);

/** Opens and seals credentials and their upstream tokens (aws/credentials.ts). */
export interface Vault {
  readonly decrypt: Decrypt;
  /** Puts secrets in the place of references to them (secrets.ts). */
  readonly secrets: Resolver;
  readonly sealTokens: (of: TokensOf, plaintext: Uint8Array) => Promise<string>;
  readonly openTokens: (of: TokensOf, sealed: string) => Promise<Uint8Array>;
}

/** What is remembered of a ciphertext: until when it needs no further check (milliseconds since 1970). */
export interface Checked {
  until: number;
  /** Of the secrets that it names. */
  versions?: string;
}

/** Undefined when the bundle says that no credential is sent. Throws PortcullisError, `credential_invalid`. */
export async function credentialOf(
  server: LoadedServer,
  { origin, auth }: Upstream,
  ciphertext: string | undefined,
  vault: Pick<Vault, 'decrypt' | 'secrets'>,
  checked?: Checked,
): Promise<Credential | undefined> {
  if (auth.type === 'none') return undefined;
  if (ciphertext === undefined) {
    throw new PortcullisError('credential_unavailable', `${origin} needs a credential and none was handed over.`);
  }
  return openedAs(auth, server, origin, ciphertext, vault, checked);
}

/** The sealed headers of a call. Throws PortcullisError, `credential_invalid`. */
export async function headersOf(
  server: LoadedServer,
  { origin }: Upstream,
  sealed: readonly string[],
  vault: Pick<Vault, 'decrypt' | 'secrets'>,
  checked: readonly Checked[] = [],
): Promise<readonly HeaderCredential[]> {
  const opened = sealed.map((one, at) => openedAs({ type: 'header', origin }, server, origin, one, vault, checked[at]));
  return (await Promise.all(opened)) as readonly HeaderCredential[];
}

async function openedAs(
  auth: Pick<Upstream['auth'], 'type' | 'origin'>,
  server: LoadedServer,
  origin: string,
  ciphertext: string,
  { decrypt, secrets }: Pick<Vault, 'decrypt' | 'secrets'>,
  checked: Checked = { until: 0 },
): Promise<Credential> {
  const { type } = auth;
  let plaintext: Uint8Array;
  try {
    // Only with a bundle that an earlier version has sealed too: such a bundle names the host to which the credential was sent before.
    const mayBeUnbound = auth.origin === undefined;
    plaintext = await decrypt(server.bundle.serverId, origin, ciphertext, { mayBeUnbound });
  } catch (cause) {
    throw new PortcullisError(
      'credential_unavailable',
      `The server’s credential cannot be opened for ${origin}. If it was given for another host, give it again.`,
      { cause },
    );
  }
  if (namesSecret(plaintext)) {
    const resolved = await secrets.resolve(plaintext, origin);
    plaintext = resolved.plaintext;
    if (checked.versions !== resolved.versions) checked.until = 0;
    checked.versions = resolved.versions;
  }
  try {
    const sealed = checked.until > Date.now() ? parseChecked(plaintext) : checkedNow(plaintext, checked);
    const { credential, authorities } = sealed;
    if (credential.type !== type) {
      throw new PortcullisError(
        'credential_invalid',
        `The stored credential is of type ${credential.type}, the server wants ${type}.`,
      );
    }
    const trusted = authoritiesDigest(destinationsOfCredential(origin, credential), server.privateHosts);
    if (authorities === trusted) return credential;
    throw new PortcullisError(
      'credential_unavailable',
      `The credential was given while other certificate authorities were trusted for ${origin} or its token endpoint. Give it again.`,
    );
  } finally {
    plaintext.fill(0);
  }
}

function checkedNow(plaintext: Uint8Array, checked: Checked) {
  const sealed = parseSealed(plaintext);
  checked.until = checkedUntil(plaintext, sealed);
  return sealed;
}
