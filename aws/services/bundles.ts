/**
 * Bundles in S3: `bundles/<serverId>/<sha256>.json.gz`, immutable, signed, and named by the digest of their canonical JSON. Name and
 * signature are verified before a bundle is parsed; verified bundles are kept in a small LRU cache. The parts of a large bundle lie one
 * after the other in `<sha256>.parts` beside it; each is read by its range, verified by the digest that the bundle has of it, and kept too.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { canonicalJson, sha256 } from '../../core/lib/json/canonical.ts';
import { LruCache } from '../../core/lib/lruCache.ts';
import { hasLongInteger } from '../../core/mcp/arguments/longIntegers.ts';
import type { Bundle, BundlePart, BundleParts, BundleRef, BundleTool } from '../../core/model/bundle.ts';
import { upgraded } from '../../core/model/migrations.ts';
import { hasParts, inParts, outlineOf, partOf, TOOLS_OF_A_PART } from '../../core/tools/bundle/parts.ts';
import { parseStored } from '../../core/tools/digitText.ts';
import type { Range } from '../direct/s3.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { bundleUnavailable } from '../lib/errors.ts';
import { sign, verifySignature } from './keys.ts';
import { readBytes, readRange } from './objects.ts';

const KEPT = 32;
/** Characters of JSON of all cached bundles. In memory a bundle takes three to five times as much, and mcp-rpc has 512 MB. */
const KEPT_CHARACTERS = 32 * 1024 * 1024;
const MAX_BYTES = 256 * 1024 * 1024;
const loaded = new LruCache<Bundle>(KEPT, KEPT_CHARACTERS);

/** Parts that were read for single tools, and the characters of all of them. */
const KEPT_PARTS = 256;
const KEPT_PART_CHARACTERS = 16 * 1024 * 1024;
const loadedParts = new LruCache<ReadonlyMap<string, BundleTool>>(KEPT_PARTS, KEPT_PART_CHARACTERS);

/** Key of a bundle's object in the bundles bucket. `id`: SHA-256 of its canonical JSON, in hex. */
export const bundleKey = (serverId: string, id: string): string => `bundles/${serverId}/${id}.json.gz`;

/** Key of the object with the parts of a large bundle. */
export const partsKey = (serverId: string, id: string): string => `bundles/${serverId}/${id}.parts`;

/** The signed text. It contains the server's id, so a bundle is not valid for another server. */
const signedText = (serverId: string, id: string) => `bundle:${serverId}:${id}`;

/** A bundle as it is stored. */
export interface SealedForm {
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Of a large bundle: the object with its parts. */
  readonly parts?: Uint8Array;
}

/** Canonical bytes and digest of a bundle. */
export function sealedForm(bundle: Bundle): SealedForm {
  if (!hasParts(bundle)) {
    const text = canonicalJson(bundle);
    return { id: sha256(text), bytes: gzipSync(text) };
  }
  const pieces: Uint8Array[] = [];
  let at = 0;
  const add = (tools: readonly BundleTool[]): BundlePart => {
    const piece = gzipSync(canonicalJson(tools));
    const part = { at, bytes: piece.byteLength, digest: sha256(piece) };
    pieces.push(piece);
    at += piece.byteLength;
    return part;
  };
  const { tools } = bundle;
  const parts: BundleParts = {
    count: tools.length,
    ...(tools.some(({ inputSchema }) => hasLongInteger(inputSchema)) && { longIntegers: true }),
    outlines: inParts(tools.map(outlineOf), TOOLS_OF_A_PART.outlines).map(add),
    tools: inParts(tools, TOOLS_OF_A_PART.whole).map(add),
  };
  const text = canonicalJson({ ...bundle, format: 2, tools: [], parts });
  return { id: sha256(text), bytes: gzipSync(text), parts: Buffer.concat(pieces) };
}

/** The same, signed. Stores nothing. */
export async function sealBundle(bundle: Bundle): Promise<SealedForm & { readonly ref: BundleRef }> {
  const form = sealedForm(bundle);
  return { ...form, ref: { id: form.id, mac: await sign(signedText(bundle.serverId, form.id)) } };
}

/**
 * A bundle with all that a list needs: of a large one the outlines of its tools.
 * Throws PortcullisError `schema_newer`, and `bundle_unavailable` when the bundle is missing, was altered, or was signed with another key or
 * for another server.
 */
export function loadBundle(serverId: string, ref: BundleRef): Promise<Bundle> {
  const name = `${serverId}/${ref.id}/${ref.mac}`;
  return loaded.use(name, async () => {
    const { bundle, length } = await fetchBundle(serverId, ref);
    if (!bundle.parts) {
      loaded.weigh(name, length);
      return bundle;
    }
    const outlines = await outlinesOf(bundle, ref, bundle.parts);
    loaded.weigh(name, length + outlines.reduce((sum, part) => sum + part.characters, 0));
    const tools = outlines.flatMap((part) => part.tools);
    return { ...bundle, tools: tools.sort((one, other) => (one.name < other.name ? -1 : 1)) };
  });
}

interface Outlines {
  readonly tools: readonly BundleTool[];
  readonly characters: number;
}

/** By the digests of their parts, of the bundle that was loaded last: of the next version most parts are the same. */
let lastOutlines: ReadonlyMap<string, Outlines> = new Map();

/** Reads what is not known of the version before, in one request. */
async function outlinesOf(bundle: Bundle, ref: BundleRef, { outlines }: BundleParts): Promise<Outlines[]> {
  const known = lastOutlines;
  const missing = outlines.filter(({ digest }) => !known.has(digest));
  const [first, last] = [missing[0], missing.at(-1)];
  let read: Uint8Array = Buffer.alloc(0);
  if (first && last) read = await rangeOf(bundle, ref, { at: first.at, bytes: last.at + last.bytes - first.at });
  const all = outlines.map((part): [string, Outlines] => {
    const same = known.get(part.digest);
    if (same) return [part.digest, same];
    const text = textOf(slice(read, { ...part, at: part.at - (first?.at ?? 0) }), part);
    return [part.digest, { tools: parseTools(text), characters: text.length }];
  });
  lastOutlines = new Map(all);
  return all.map(([, part]) => part);
}

/** A bundle with all but the tools that are in parts. Throws as {@link loadBundle} does. */
export function loadHead(serverId: string, ref: BundleRef): Promise<Bundle> {
  const name = `head/${serverId}/${ref.id}/${ref.mac}`;
  return loaded.use(name, async () => {
    const { bundle, length } = await fetchBundle(serverId, ref);
    loaded.weigh(name, length);
    return bundle;
  });
}

async function fetchBundle(serverId: string, ref: BundleRef): Promise<{ bundle: Bundle; length: number }> {
  const [bytes, valid] = await Promise.all([
    readBytes(requireEnvironment('BUCKET_BUNDLES'), bundleKey(serverId, ref.id)),
    verifySignature(signedText(serverId, ref.id), ref.mac),
  ]);
  if (!valid) throw bundleUnavailable('its signature does not match');
  if (!bytes) throw bundleUnavailable('it is not stored');
  const text = unpacked(bytes);
  if (sha256(text) !== ref.id) throw bundleUnavailable('its bytes do not match its name');
  const bundle = upgraded<Bundle>('bundle', parseStored(text));
  if (bundle.serverId !== serverId) throw bundleUnavailable('it belongs to another server');
  return { bundle, length: text.length };
}

/** A tool of a large bundle, by its name; undefined where there is none. Throws `bundle_unavailable` as {@link loadBundle} does. */
export async function loadTool(bundle: Bundle, ref: BundleRef, name: string): Promise<BundleTool | undefined> {
  const parts = bundle.parts?.tools ?? [];
  const part = parts[partOf(name, parts.length)];
  if (!part) return undefined;
  // A part that no edit has touched is the same in the next version.
  const kept = `${bundle.serverId}/${part.digest}`;
  const tools = await loadedParts.use(kept, async () => {
    const text = textOf(await rangeOf(bundle, ref, part), part);
    loadedParts.weigh(kept, text.length);
    return new Map(parseTools(text).map((tool) => [tool.name, tool]));
  });
  return tools.get(name);
}

/** All tools of a bundle, part by part. Throws `bundle_unavailable` as {@link loadBundle} does. */
export async function* loadTools(bundle: Bundle, ref: BundleRef): AsyncGenerator<readonly BundleTool[]> {
  if (!bundle.parts) return yield bundle.tools;
  const all = await allParts(bundle, ref);
  for (const part of bundle.parts.tools) yield parseTools(textOf(slice(all, part), part));
}

/** Verifies every part of a large bundle. Throws `bundle_unavailable` when one is missing or was altered. */
export async function proveParts(bundle: Bundle, ref: BundleRef): Promise<void> {
  if (!bundle.parts) return;
  const all = await allParts(bundle, ref);
  for (const part of [...bundle.parts.outlines, ...bundle.parts.tools]) verified(slice(all, part), part);
}

const parseTools = (text: string): BundleTool[] => JSON.parse(text) as BundleTool[];

const slice = (all: Uint8Array, { at, bytes }: BundlePart): Uint8Array => all.subarray(at, at + bytes);

async function allParts({ serverId }: Bundle, { id }: BundleRef): Promise<Uint8Array> {
  const all = await readBytes(requireEnvironment('BUCKET_BUNDLES'), partsKey(serverId, id));
  if (!all) throw bundleUnavailable('its parts are not stored');
  return all;
}

async function rangeOf({ serverId }: Bundle, { id }: BundleRef, { at, bytes }: Range): Promise<Uint8Array> {
  const piece = await readRange(requireEnvironment('BUCKET_BUNDLES'), partsKey(serverId, id), { at, bytes });
  if (!piece) throw bundleUnavailable('its parts are not stored');
  return piece;
}

/** The text of a part, once its bytes are those that were sealed. */
const textOf = (bytes: Uint8Array, part: BundlePart): string => unpacked(verified(bytes, part));

function verified(bytes: Uint8Array, { digest }: BundlePart): Uint8Array {
  if (sha256(bytes) !== digest) throw bundleUnavailable('the bytes of a part do not match its digest');
  return bytes;
}

function unpacked(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString();
  } catch (cause) {
    throw bundleUnavailable('its bytes are damaged', cause);
  }
}
