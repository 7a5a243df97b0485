/** Finds the keys for verifying an archive, and checks key files. */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { BrokenLink, publicKeyKey } from './chain.ts';
import type { ArchiveReader } from './reader.ts';

/**
 * Makes a function that finds the key with a fingerprint: among the trusted ones or, without any, in the archive. The
 * function throws BrokenLink `key_unknown`.
 */
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

/** The public key in a PEM file; undefined when the file is missing or is no key. */
export function publicKeyOf(pem: Uint8Array | undefined): KeyObject | undefined {
  try {
    return pem && createPublicKey(Buffer.from(pem));
  } catch {
    return undefined;
  }
}

/** True when a file is exactly what the archiver writes under this name. */
export function isKeyFile(name: string, pem: Uint8Array | undefined): boolean {
  const key = publicKeyOf(pem);
  return (
    key !== undefined &&
    publicKeyKey(fingerprintOf(key)) === name &&
    Buffer.from(key.export({ type: 'spki', format: 'pem' })).equals(pem as Uint8Array)
  );
}

/** Lower-case hex SHA-256 of a public key (SPKI, DER), as printed by `openssl pkey -pubin -outform DER | sha256sum`. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
