/**
 * Bundles in S3: `bundles/<serverId>/<sha256>.json.gz`, immutable, signed, and named by the digest of their canonical JSON. Name and
 * signature are verified before a bundle is parsed; verified bundles are kept in a small LRU cache.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { canonicalJson, sha256 } from '../../core/lib/json/canonical.ts';
import { LruCache } from '../../core/lib/lruCache.ts';
import type { Bundle, BundleRef } from '../../core/model/bundle.ts';
import { upgraded } from '../../core/model/migrations.ts';
import { parseStored } from '../../core/tools/digitText.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { BundleUnavailable } from '../lib/errors.ts';
import { sign, verifySignature } from './keys.ts';
import { readBytes } from './objects.ts';

const KEPT = 32;
/** Characters of JSON of all cached bundles. In memory a bundle takes three to five times as much, and mcp-rpc has 512 MB. */
const KEPT_CHARACTERS = 32 * 1024 * 1024;
const MAX_BYTES = 256 * 1024 * 1024;
const loaded = new LruCache<Bundle>(KEPT, KEPT_CHARACTERS);

/** Key of a bundle's object in the bundles bucket. `id`: SHA-256 of its canonical JSON, in hex. */
export const bundleKey = (serverId: string, id: string): string => `bundles/${serverId}/${id}.json.gz`;

/** The signed text. It contains the server's id, so a bundle is not valid for another server. */
const signedText = (serverId: string, id: string) => `bundle:${serverId}:${id}`;

/** Canonical bytes, digest and signature of a bundle. Stores nothing. */
export async function sealBundle(bundle: Bundle): Promise<{ ref: BundleRef; bytes: Uint8Array }> {
  const text = canonicalJson(bundle);
  const id = sha256(text);
  return { ref: { id, mac: await sign(signedText(bundle.serverId, id)) }, bytes: gzipSync(text) };
}

/**
 * Throws PortcullisError `schema_newer`, and BundleUnavailable when the bundle is missing, was altered, or was signed with another key or
 * for another server.
 */
export function loadBundle(serverId: string, ref: BundleRef): Promise<Bundle> {
  const name = `${serverId}/${ref.id}/${ref.mac}`;
  return loaded.use(name, () => fetchBundle(serverId, ref, (characters) => loaded.weigh(name, characters)));
}

async function fetchBundle(serverId: string, ref: BundleRef, onSize: (characters: number) => void): Promise<Bundle> {
  const [bytes, valid] = await Promise.all([
    readBytes(requireEnvironment('BUCKET_BUNDLES'), bundleKey(serverId, ref.id)),
    verifySignature(signedText(serverId, ref.id), ref.mac),
  ]);
  if (!valid) throw new BundleUnavailable('its signature does not match');
  if (!bytes) throw new BundleUnavailable('it is not stored');
  let text: string;
  try {
    text = gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString();
  } catch (cause) {
    throw new BundleUnavailable('its bytes are damaged', cause);
  }
  if (sha256(text) !== ref.id) throw new BundleUnavailable('its bytes do not match its name');
  const bundle = upgraded<Bundle>('bundle', parseStored(text));
  if (bundle.serverId !== serverId) throw new BundleUnavailable('it belongs to another server');
  onSize(text.length);
  return bundle;
}
