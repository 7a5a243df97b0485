/**
 * Opens the credential of a call, for this call only: nothing here or behind holds it afterwards, so it is gone when the call's references
 * are. What is held of the last credential, for a next call with the same ciphertext, tokens and origin, says nothing of it: its
 * fingerprints, by which an ordinary answer is known not to reflect it (core/response/secrets/fingerprints.ts), and that its checks, some
 * of which take a millisecond, have passed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type Credential, partOf, withHeaders } from '../../core/request/credential/index.ts';
import { Fingerprints, KEY_WORDS } from '../../core/response/secrets/fingerprints.ts';
import { type SecretMasker, secretMasker } from '../../core/response/secrets/mask.ts';
import type { SealedTokens } from '../../core/sandbox/protocol.ts';
import { type Checked, credentialOf, headersOf, type Vault } from './credential.ts';
import type { WithSession } from './roles.ts';
import type { LoadedServer, Upstream } from './server.ts';
import { withTokens } from './tokens.ts';

/** The sealed credential of a call. */
interface Handed {
  readonly ciphertext: string | undefined;
  /** Sealed headers beside it. */
  readonly headers?: readonly string[] | undefined;
  readonly tokens: SealedTokens | undefined;
}

/** A credential that may be sent to one origin. */
export interface OpenedCredential {
  /** Undefined when none is sent. */
  readonly credential: Credential | undefined;
  /** Masks the credential in answers. */
  readonly masker: SecretMasker;
}

/** Opens the credential of a call. Throws PortcullisError, `credential_invalid`, `role_…`. */
export type OpenCredential = (server: LoadedServer, upstream: Upstream, handed: Handed) => Promise<OpenedCredential>;

interface Held {
  readonly of: readonly unknown[];
  readonly checked: Checked;
  fingerprints?: Fingerprints;
  /** The session of a role, and the versions of secrets, that the fingerprints are of. */
  session?: string;
}

/** Makes the function that opens credentials. */
export function createOpener(vault: Vault, withSession: WithSession): OpenCredential {
  const key = wordsOf(randomBytes(KEY_WORDS * Uint32Array.BYTES_PER_ELEMENT));
  let held: Held | undefined;

  return async (server, upstream, { ciphertext, headers = [], tokens }) => {
    const { origin } = upstream;
    const { serverId } = server.bundle;
    const of = [serverId, origin, ciphertext, tokens?.holder, tokens?.sealed, headers.join()];
    const isSame = held !== undefined && of.every((each, index) => each === held?.of[index]);
    const own: Held = isSame ? (held as Held) : { of, checked: { until: 0 } };
    const stored = await credentialOf(server, upstream, ciphertext, vault, own.checked);
    const whole = await withTokens(vault, server, stored, { origin, ciphertext, tokens });
    const session = await withSession(whole, { serverId, origin });
    const ofHeaders = headers.map((): Checked => ({ until: 0 }));
    const credential =
      headers.length === 0
        ? session
        : withHeaders(session, await headersOf(server, upstream, headers, vault, ofHeaders));
    const mark = [own.checked, ...ofHeaders].reduce((all, { versions = '' }) => all + versions, markOf(credential));
    if (credential && (!own.fingerprints || own.session !== mark)) {
      own.fingerprints = new Fingerprints(credential, key);
      own.session = mark;
    }
    held = own;
    return { credential, masker: secretMasker(credential, own.fingerprints) };
  };
}

/** A session comes without a ciphertext of its own, by which it would be told from the one before. */
function markOf(credential: Credential | undefined): string {
  const part = partOf(credential, 'awsSigV4');
  if (part === undefined || !('roleArn' in part) || !part.session) return '';
  return createHash('sha256').update(part.session.accessKeyId).digest('base64');
}

const wordsOf = (bytes: Buffer): Uint32Array =>
  Uint32Array.from({ length: KEY_WORDS }, (_, at) => bytes.readUInt32LE(at * Uint32Array.BYTES_PER_ELEMENT));
