/**
 * Upstream credentials, sealed in an envelope: each under a data key of its own (AES-256-GCM), which KMS makes and hands out again only
 * with the server's id as encryption context. The form is `v1.<data key>.<sealed>`, both in base64url; the data key in it is KMS
 * ciphertext, `sealed` is 12 bytes of nonce, 16 of tag, then the credential.
 *
 * Who decrypts keeps the last data keys for some minutes, as key objects outside of the JavaScript heap, so that a call costs no request
 * to KMS. Credentials themselves are never kept: one is plain for its call and no longer.
 */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import { kms } from './clients.ts';
import { callJson } from './direct/json.ts';
import { requireEnvironment } from './environment.ts';
import { CiphertextInvalid } from './errors.ts';

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** So long does a key that KMS no longer hands out go on being used. */
export const KEY_LIFE_MS = 5 * 60_000;
/** An environment belongs to one server; more than one key means that its credential was changed meanwhile. */
const MOST_KEYS = 8;

/**
 * What is sealed for a server, as its encryption context names it: its upstream credential, which only the sandbox may open, or the
 * address of its API description, which may hold a key and only the spec reader may open.
 */
export type Sealing = 'serverId' | 'descriptionOf';

/** The sealed form. The caller wipes the plaintext. */
export async function encryptCredential(
  serverId: string,
  plaintext: Uint8Array,
  what: Sealing = 'serverId',
): Promise<string> {
  const { Plaintext, CiphertextBlob } = await kms().send(
    new GenerateDataKeyCommand({
      KeyId: requireEnvironment('KEY_CREDENTIALS'),
      KeySpec: 'AES_256',
      EncryptionContext: { [what]: serverId },
    }),
  );
  const key = Plaintext as Uint8Array;
  try {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(serverId, what));
    const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]);
    return [
      VERSION,
      Buffer.from(CiphertextBlob as Uint8Array).toString('base64url'),
      sealed.toString('base64url'),
    ].join('.');
  } finally {
    key.fill(0);
  }
}

/**
 * The caller wipes the returned bytes after use. Throws CiphertextInvalid for what is sealed otherwise, altered, or of another server
 * than its data key; the refusal of KMS (InvalidCiphertextException) for another server's data key.
 */
export async function decryptCredential(
  serverId: string,
  ciphertext: string,
  what: Sealing = 'serverId',
): Promise<Uint8Array> {
  const [version, wrapped, text, ...more] = ciphertext.split('.');
  if (version !== VERSION || !wrapped || !text || more.length > 0) throw new CiphertextInvalid();
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length < NONCE + TAG) throw new CiphertextInvalid();
  const key = await dataKey(serverId, wrapped, what);
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(boundTo(serverId, what))
      .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    const start = decipher.update(sealed.subarray(NONCE + TAG));
    decipher.final();
    return start;
  } catch (cause) {
    throw new CiphertextInvalid(cause);
  }
}

const boundTo = (serverId: string, what: Sealing): Buffer =>
  Buffer.from(`portcullis/${what === 'serverId' ? 'credential' : what}/${VERSION}:${serverId}`);

interface Held {
  readonly key: Promise<KeyObject>;
  readonly until: number;
}

const held = new Map<string, Held>();

/** By server and wrapped key together: a key that is held for one server opens nothing for another. A failure is not kept. */
function dataKey(serverId: string, wrapped: string, what: Sealing, now = Date.now()): Promise<KeyObject> {
  const name = `${what} ${serverId} ${wrapped}`;
  const known = held.get(name);
  if (known && known.until > now) return known.key;
  const key = unwrap(serverId, wrapped, what);
  const entry = { key, until: now + KEY_LIFE_MS };
  held.delete(name);
  held.set(name, entry);
  if (held.size > MOST_KEYS) held.delete(held.keys().next().value as string);
  key.catch(() => {
    if (held.get(name) === entry) held.delete(name);
  });
  return key;
}

async function unwrap(serverId: string, wrapped: string, what: Sealing): Promise<KeyObject> {
  const input = {
    KeyId: requireEnvironment('KEY_CREDENTIALS'),
    CiphertextBlob: Buffer.from(wrapped, 'base64url').toString('base64'),
    EncryptionContext: { [what]: serverId },
  };
  const { Plaintext } = await callJson<{ Plaintext: string }>('kms', 'Decrypt', input, true);
  const bytes = Buffer.from(Plaintext, 'base64');
  try {
    return createSecretKey(bytes);
  } finally {
    bytes.fill(0);
  }
}
