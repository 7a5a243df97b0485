/**
 * Envelope encryption: each secret is sealed under a data key of its own (AES-256-GCM), which KMS generates and decrypts only with the
 * same encryption context. The form is `<version>.<data key>.<sealed>`, both in base64url; the data key is KMS ciphertext, `sealed` is 12
 * bytes of nonce, 16 bytes of tag, then the encrypted secret. This file knows no kinds of secrets; the callers say what an envelope is
 * bound to (credentials.ts).
 *
 * Decrypted data keys are cached for some minutes as key objects outside the JavaScript heap, so that a call costs no request to KMS.
 * This file caches no secret.
 */

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { BoundedMap } from '../../core/lib/boundedMap.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { callJson } from '../direct/json.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { ciphertextInvalid } from '../lib/errors.ts';
import { type Context, unwrap, wrapAgain } from './wrapping.ts';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** So long a data key stays in use after KMS has stopped decrypting it. */
export const KEY_LIFE_MS = 5 * 60_000;
/** An environment belongs to one server: one key for each of its hosts, and some for credentials that were replaced meanwhile. */
const MAX_KEYS = 8 + LIMITS.approvedHosts;

/** What an envelope is bound to, twice: by the encryption context of the data key, and by the associated data of the sealed bytes. */
export interface Binding {
  /** Only selects the binding to try; it is not trusted. */
  readonly version: string;
  /** Encryption context of the data key. */
  readonly context: Context;
  /** Associated data of the sealed bytes. */
  readonly associated: string;
}

/** A data key in the clear, to seal with, and encrypted by KMS under its context. */
export interface DataKey {
  readonly key: KeyObject;
  readonly wrapped: Uint8Array;
}

/** Seals under a new data key. The caller wipes the plaintext. */
export const seal = async (binding: Binding, plaintext: Uint8Array): Promise<string> =>
  sealUnder(await newDataKey(binding.context), binding, plaintext);

/**
 * Has KMS generate a data key for this encryption context. The plain key is kept as a key object outside the JavaScript heap; its bytes
 * are wiped.
 */
export async function newDataKey(context: Context): Promise<DataKey> {
  const { Plaintext, CiphertextBlob } = await callJson<{ Plaintext: string; CiphertextBlob: string }>(
    'kms',
    'GenerateDataKey',
    { KeyId: requireEnvironment('KEY_CREDENTIALS'), KeySpec: 'AES_256', EncryptionContext: context },
    { isRepeatable: true },
  );
  const bytes = Buffer.from(Plaintext, 'base64');
  try {
    return { key: createSecretKey(bytes), wrapped: Buffer.from(CiphertextBlob, 'base64') };
  } finally {
    bytes.fill(0);
  }
}

/** Seals under a data key that may seal other secrets of the same context. The caller wipes the plaintext. */
export function sealUnder({ key, wrapped }: DataKey, { version, associated }: Binding, plaintext: Uint8Array): string {
  return [version, Buffer.from(wrapped).toString('base64url'), sealedUnder(key, associated, plaintext)].join('.');
}

/** Seals under a key: nonce, tag and the encrypted bytes in base64url. The caller wipes the plaintext. */
export function sealedUnder(key: KeyObject, associated: string, plaintext: Uint8Array): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(associated));
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/**
 * The caller wipes the returned bytes after use. Throws `ciphertext_invalid` when it has another form or was altered, and KMS's
 * InvalidCiphertextException when the data key was made with another context.
 */
export async function open({ version, context, associated }: Binding, ciphertext: string): Promise<Uint8Array> {
  const { wrapped, sealed } = partsOf(ciphertext, version);
  return openedUnder(await openedKey(context, wrapped), associated, sealed);
}

/** Opens what {@link sealedUnder} has sealed. The caller wipes the returned bytes after use. Throws `ciphertext_invalid`. */
export function openedUnder(key: KeyObject, associated: string, text: string): Uint8Array {
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length < NONCE + TAG) throw ciphertextInvalid();
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(associated))
      .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    const start = decipher.update(sealed.subarray(NONCE + TAG));
    overwriteFreed(start.length + 1);
    decipher.final();
    return start;
  } catch (cause) {
    throw ciphertextInvalid(cause);
  }
}

/**
 * Node deciphers into memory of one byte more and frees that as it is, after it has copied it (CipherBase::Update in node_crypto). The
 * next memory of that size is most likely the same.
 */
function overwriteFreed(size: number): void {
  Buffer.allocUnsafeSlow(size).fill(0);
}

/**
 * Seals a further secret under the data key of an existing envelope: `<version>.<sealed>`. Its associated data must differ from that of
 * the envelope. Throws as `open` does. The caller wipes the plaintext.
 */
export async function sealBeside(
  envelope: Opened,
  { version, associated }: Beside,
  plaintext: Uint8Array,
): Promise<string> {
  const key = await openedKey(envelope.binding.context, partsOf(envelope.ciphertext, envelope.binding.version).wrapped);
  return [version, sealedUnder(key, associated, plaintext)].join('.');
}

/** Opens what {@link sealBeside} has sealed. Throws as `open` does. The caller wipes the returned bytes after use. */
export async function openBeside({ binding, ciphertext }: Opened, beside: Beside, sealed: string): Promise<Uint8Array> {
  const [version, text, ...more] = sealed.split('.');
  if (version !== beside.version || !text || more.length > 0) throw ciphertextInvalid();
  const key = await openedKey(binding.context, partsOf(ciphertext, binding.version).wrapped);
  return openedUnder(key, beside.associated, text);
}

/** An envelope with what it is bound to. */
export interface Opened {
  readonly binding: Binding;
  readonly ciphertext: string;
}
type Beside = Pick<Binding, 'version' | 'associated'>;

/**
 * The same envelope with its data key re-encrypted under another context. The sealed bytes do not change, so both bindings have the same
 * associated data. Throws as `open` does.
 */
export async function rewrap(ciphertext: string, from: Binding, to: Binding): Promise<string> {
  const { wrapped, sealed } = partsOf(ciphertext, from.version);
  const again = await wrapAgain(Buffer.from(wrapped, 'base64url'), from.context, to.context);
  return [to.version, again.toString('base64url'), sealed].join('.');
}

/** Throws `ciphertext_invalid` for another version, and for anything that is no envelope. */
function partsOf(ciphertext: string, wanted: string): { wrapped: string; sealed: string } {
  const [version, wrapped, sealed, ...more] = ciphertext.split('.');
  if (version !== wanted || !wrapped || !sealed || more.length > 0) throw ciphertextInvalid();
  return { wrapped, sealed };
}

/** Empty when there is no version. */
export const versionOf = (ciphertext: string): string => ciphertext.slice(0, Math.max(0, ciphertext.indexOf('.')));

interface Held {
  readonly key: Promise<KeyObject>;
  readonly until: number;
}

const openKeys = new BoundedMap<string, Held>(MAX_KEYS);

/**
 * The decrypted data key of an envelope, cached for some minutes. The cache key is context and encrypted key (base64url) together, so
 * that a key cached for one server or origin opens nothing for another. Failures are not cached.
 */
export function openedKey(context: Context, wrapped: string, now = Date.now()): Promise<KeyObject> {
  const name = `${JSON.stringify(context)} ${wrapped}`;
  const known = openKeys.get(name);
  if (known && known.until > now) return known.key;
  const key = keyOf(context, wrapped);
  const entry = { key, until: now + KEY_LIFE_MS };
  openKeys.set(name, entry);
  key.catch(() => {
    if (openKeys.get(name) === entry) openKeys.delete(name);
  });
  return key;
}

async function keyOf(context: Context, wrapped: string): Promise<KeyObject> {
  const bytes = await unwrap(context, Buffer.from(wrapped, 'base64url'));
  try {
    return createSecretKey(bytes);
  } finally {
    bytes.fill(0);
  }
}

interface Sealing {
  readonly made: Promise<DataKey>;
  readonly until: number;
}

/** Contexts whose sealing key is cached; with more, KMS is asked again. */
const MAX_SEALING_KEYS = 1_000;
const sealing = new BoundedMap<string, Sealing>(MAX_SEALING_KEYS);

/** A data key for this context, reused for some minutes so that a call costs no request to KMS. Failures are not cached. */
export function sealingKey(context: Context, now = Date.now()): Promise<DataKey> {
  const name = JSON.stringify(context);
  const known = sealing.get(name);
  if (known && known.until > now) return known.made;
  const entry = { made: newDataKey(context), until: now + KEY_LIFE_MS };
  sealing.set(name, entry);
  entry.made.catch(() => {
    if (sealing.get(name) === entry) sealing.delete(name);
  });
  return entry.made;
}
