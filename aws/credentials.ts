/**
 * The forms in which the secrets of a server are stored, and what each is bound to. All are envelopes (envelope.ts) except the last two,
 * which KMS encrypted directly, so that opening one is a request to KMS each time:
 *
 *   version  encryption context         associated data               what it is
 *   v2       serverId, origin           credential, server, origin    a credential, for the one origin that it may go to
 *   v2d      serverId, deploymentId     credential, server            a credential whose origin the import of that deployment is to find;
 *                                                                     nobody may open it, the seal phase may bind it
 *   v2r      serverId, origin           credential, server            either of v2d and v1, bound to an origin afterwards
 *   v1       serverId                   credential, server            a credential of an earlier version, until management binds it
 *   v1       descriptionOf              description, server           the address of an API description, for the spec reader alone
 *   t1       (of the credential)        tokens, server, both origins, tokens of OAuth 2, under the data key of the credential that they were
 *                                       holder, credential           got with; made and opened by the sandbox
 *   none     serverId                   -                             a credential of the first version, base64, until management binds it
 *   v0r      serverId, origin           -                             the same, bound
 *
 * An origin is scheme, host and port as `new URL(…).origin` writes them. The policies in lib/ say by encryption context which role may
 * seal, open and bind what. No role can rebind to another origin what is bound to one.
 */
import { versionOfCredential } from '../core/request/credential/oauth2/storedTokens.ts';
import { type Binding, open, openBeside, rewrap, seal, sealBeside, versionOf } from './services/envelope.ts';
import { unwrap, wrapAgain } from './services/wrapping.ts';

export { KEY_LIFE_MS } from './services/envelope.ts';

const UNBOUND = 'v1';
const REBOUND = 'v2r';
/** Credentials of the first version have no version prefix. */
const BARE = '';
const BARE_REBOUND = 'v0r';

const bound = (serverId: string, origin: string): Binding => ({
  version: 'v2',
  context: { serverId, origin },
  associated: `portcullis/credential/v2:${serverId}:${origin}`,
});
/**
 * Used where the credential was sealed before its origin was known: the encryption context of the data key binds it to the origin
 * instead.
 */
const withoutOrigin = (serverId: string) => `portcullis/credential/v1:${serverId}`;
const rebound = (serverId: string, origin: string): Binding => ({
  version: REBOUND,
  context: { serverId, origin },
  associated: withoutOrigin(serverId),
});
const awaiting = (serverId: string, deploymentId: string): Binding => ({
  version: 'v2d',
  context: { serverId, deploymentId },
  associated: withoutOrigin(serverId),
});
const unbound = (serverId: string): Binding => ({
  version: UNBOUND,
  context: { serverId },
  associated: withoutOrigin(serverId),
});
const address = (serverId: string): Binding => ({
  version: 'v1',
  context: { descriptionOf: serverId },
  associated: `portcullis/descriptionOf/v1:${serverId}`,
});

/** Seals a credential for one origin. The caller wipes the plaintext. */
export const encryptCredential = (serverId: string, origin: string, plaintext: Uint8Array): Promise<string> =>
  seal(bound(serverId, origin), plaintext);

/** Seals a credential for the origin that the import of this deployment will find. The caller wipes the plaintext. */
export const encryptAwaiting = (serverId: string, deploymentId: string, plaintext: Uint8Array): Promise<string> =>
  seal(awaiting(serverId, deploymentId), plaintext);

/** Binds a credential sealed by {@link encryptAwaiting} to the origin that the import has found. */
export const bindFound = (
  serverId: string,
  deploymentId: string,
  origin: string,
  ciphertext: string,
): Promise<string> => rewrap(ciphertext, awaiting(serverId, deploymentId), rebound(serverId, origin));

/** Whether an earlier version sealed it, bound to its server only. */
export const isUnbound = (ciphertext: string | undefined): ciphertext is string =>
  ciphertext !== undefined && [UNBOUND, BARE].includes(versionOf(ciphertext));

/** Binds a credential of an earlier version to an origin, without decrypting the secret. */
export async function bindUnbound(serverId: string, origin: string, ciphertext: string): Promise<string> {
  if (versionOf(ciphertext) !== BARE) return rewrap(ciphertext, unbound(serverId), rebound(serverId, origin));
  const again = await wrapAgain(Buffer.from(ciphertext, 'base64'), { serverId }, { serverId, origin });
  return `${BARE_REBOUND}.${again.toString('base64url')}`;
}

/**
 * Opens a credential for a request to this origin. The caller wipes the returned bytes after use. Throws `ciphertext_invalid` when it has
 * another form or was altered, and KMS's InvalidCiphertextException when it is bound to another server or origin. `mayBeUnbound`: also
 * accepts what an earlier version sealed.
 */
export async function decryptCredential(
  serverId: string,
  origin: string,
  ciphertext: string,
  { mayBeUnbound = false } = {},
): Promise<Uint8Array> {
  switch (versionOf(ciphertext)) {
    case BARE_REBOUND:
      return unwrap({ serverId, origin }, Buffer.from(ciphertext.slice(BARE_REBOUND.length + 1), 'base64url'));
    case REBOUND:
      return open(rebound(serverId, origin), ciphertext);
    case BARE:
      if (mayBeUnbound) return unwrap({ serverId }, Buffer.from(ciphertext, 'base64'));
      break;
    case UNBOUND:
      if (mayBeUnbound) return open(unbound(serverId), ciphertext);
  }
  return open(bound(serverId, origin), ciphertext);
}

/** The server, credential and token endpoint to which sealed upstream tokens are bound; they open for the same values only. */
export interface TokensOf {
  readonly serverId: string;
  readonly origin: string;
  /** The credential with which the tokens were obtained. */
  readonly ciphertext: string;
  readonly holder: string;
  /** Scheme, host and port of the token endpoint. */
  readonly tokenOrigin: string;
}

const tokensBeside = ({ serverId, origin, ciphertext, holder, tokenOrigin }: TokensOf) => ({
  version: 't1',
  associated: JSON.stringify([
    'portcullis/upstreamTokens/v1',
    serverId,
    origin,
    tokenOrigin,
    holder,
    versionOfCredential(ciphertext),
  ]),
});

/** Throws `ciphertext_invalid` for a credential without an envelope, and so without a data key to seal with. */
function envelopeOf({ serverId, origin, ciphertext }: TokensOf) {
  const binding = versionOf(ciphertext) === REBOUND ? rebound(serverId, origin) : bound(serverId, origin);
  return { binding, ciphertext };
}

/** Seals tokens under the data key of their credential. The caller wipes the plaintext. Throws as `decryptCredential` does. */
export const sealTokens = (of: TokensOf, plaintext: Uint8Array): Promise<string> =>
  sealBeside(envelopeOf(of), tokensBeside(of), plaintext);

/** The caller wipes the returned bytes after use. Throws as `decryptCredential` does, also for tokens of anything else. */
export const openTokens = (of: TokensOf, sealed: string): Promise<Uint8Array> =>
  openBeside(envelopeOf(of), tokensBeside(of), sealed);

/** Seals the URL of a server's API description, which may contain a key. */
export const encryptAddress = (serverId: string, url: string): Promise<string> =>
  seal(address(serverId), Buffer.from(url));

/** Throws as `decryptCredential` does. */
export const decryptAddress = async (serverId: string, ciphertext: string): Promise<string> =>
  Buffer.from(await open(address(serverId), ciphertext)).toString();
