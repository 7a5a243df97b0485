/** Which keys a replay believes: those that the caller trusts, or, saying so, those that lie in the archive. */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { BrokenLink, publicKeyKey } from './chain.ts';
import type { ArchiveReader } from './reader.ts';

/** Trusted keys by fingerprint, or those that lie in the archive. Throws BrokenLink `key_unknown`. */
export function keyFinder(
  reader: ArchiveReader,
  trusted: ReadonlyMap<string, KeyObject> | undefined,
): (sha: string) => Promise<KeyObject> {
  const found = new Map<string, KeyObject>(trusted);
  return async (fingerprint) => {
    let key = found.get(fingerprint);
    if (!key && !trusted && /^[0-9a-f]{64}$/.test(fingerprint)) {
      key = publicKeyOf(await reader.read(publicKeyKey(fingerprint)));
      if (key && fingerprintOf(key) === fingerprint) found.set(fingerprint, key);
      else key = undefined;
    }
    if (key) return key;
    throw new BrokenLink(
      'key_unknown',
      trusted
        ? `It is signed with the key ${fingerprint.slice(0, 16)}…, which is not trusted.`
        : `It is signed with the key ${fingerprint.slice(0, 16)}…, which is not in the archive.`,
    );
  };
}

/** The public key in a PEM file; undefined when it is missing or not a key. */
export function publicKeyOf(pem: Uint8Array | undefined): KeyObject | undefined {
  try {
    return pem && createPublicKey(Buffer.from(pem));
  } catch {
    return undefined;
  }
}

/** Whether a file is, byte for byte, what the archiver puts under this name. */
export function isKeyFile(name: string, pem: Uint8Array | undefined): boolean {
  const key = publicKeyOf(pem);
  return (
    key !== undefined &&
    publicKeyKey(fingerprintOf(key)) === name &&
    Buffer.from(key.export({ type: 'spki', format: 'pem' })).equals(pem as Uint8Array)
  );
}

/** SHA-256 of the public key (SPKI, DER): what `openssl pkey -pubin -outform DER | sha256sum` prints. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
