/**
 * The chain of the audit archive (format: design/audit.md): numbered, signed manifests. Each contains the SHA-256 of one
 * object with entries, of each entry, and of the previous manifest. The signing key signs nothing else. This module makes
 * and checks manifests and objects as bytes; aws/auditArchive.ts stores them, replay.ts verifies the whole chain.
 */
import { type KeyObject, verify } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PortcullisError } from '../lib/errors.ts';
import { canonicalJson, sha256 } from '../lib/json/canonical.ts';
import { isObject, type JsonValue } from '../lib/json/value.ts';
import { CHANGES, type Change, type ChangeKind, entryDigest, entryName } from './changes.ts';

/** A manifest of the chain: its number and the SHA-256 of its bytes. */
export interface Link {
  readonly sequence: number;
  readonly sha256: string;
}

/** The predecessor of the first manifest, which has number 1. */
export const START: Link = { sequence: 0, sha256: '0'.repeat(64) };

/** An entry in the list of a manifest. */
export interface ListedEntry {
  readonly serverDay: string;
  readonly entryId: string;
  /** SHA-256 of the entry's canonical JSON. */
  readonly sha256: string;
  /** Set for an overwritten or deleted entry only. */
  readonly change?: Exclude<ChangeKind, 'INSERT'>;
}

interface Unsigned {
  readonly format: 1;
  readonly sequence: number;
  /** SHA-256 of the bytes of the previous manifest; zeros for the first. */
  readonly previous: string;
  /** When the archiver made it, ISO 8601. */
  readonly at: string;
  /** ARN of the DynamoDB stream with the entries. */
  readonly source: string;
  readonly object: { readonly key: string; readonly sha256: string };
  /** In the order of the object's lines. */
  readonly entries: readonly ListedEntry[];
  /** The signing key: its ARN, and the SHA-256 of its public key (SPKI, DER). */
  readonly key: { readonly id: string; readonly sha256: string };
}

/** A signed manifest. */
export interface Manifest extends Unsigned {
  /** Base64 of the signature (ECDSA on P-256 with SHA-256, DER) over `signedText` of all other members. */
  readonly signature: string;
}

const MAX_SEQUENCE = 999_999_999_999;
/** Limit for decompressing an object. A batch of the stream has at most 6 MB, so no valid object is larger. */
const MAX_OBJECT_BYTES = 64 * 1024 * 1024;

/** Prefix of the object keys of manifests. */
export const MANIFESTS = 'manifests/';
/** Prefix of the object keys of entries. */
export const OBJECTS = 'entries/';
/** Prefix of the object keys of public keys. */
export const KEYS = 'keys/';

/** Object key of a manifest. */
export const manifestKey = (sequence: number): string => `${MANIFESTS}${String(sequence).padStart(12, '0')}.json`;
/**
 * Object key of a public key.
 * @param fingerprint lower-case hex SHA-256 of the key
 */
export const publicKeyKey = (fingerprint: string): string => `${KEYS}${fingerprint}.pem`;

/** The number of the manifest with an object key; undefined for other keys. */
export function sequenceOf(key: string): number | undefined {
  const [, digits] = /^manifests\/(\d{12})\.json$/.exec(key) ?? [];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
}

/**
 * The object with the entries of a batch, and their list for its manifest. Its key contains the digest, so that a repeated delivery gives the
 * same object.
 * @param day ISO 8601 date or time of the batch
 */
export function packChanges(
  changes: readonly Change[],
  day: string,
): { key: string; sha256: string; bytes: Uint8Array; entries: readonly ListedEntry[] } {
  const entries: ListedEntry[] = [];
  let lines = '';
  for (const { change, serverDay, entryId, entry, before } of changes) {
    // Written once for both: the canonical JSON of an entry is most of what archiving it costs.
    const text = canonicalJson(entry);
    entries.push({ serverDay, entryId, sha256: sha256(text), ...(change !== 'INSERT' && { change }) });
    const replaced = before === undefined ? '' : `"before":${canonicalJson(before)},`;
    const place = `"entryId":${JSON.stringify(entryId)},"serverDay":${JSON.stringify(serverDay)}`;
    lines += `{${replaced}"change":"${change}","entry":${text},${place}}\n`;
  }
  const bytes = gzipSync(lines);
  const digest = sha256(bytes);
  const key = `${OBJECTS}${day.slice(0, 10).replaceAll('-', '/')}/${digest}.ndjson.gz`;
  return { key, sha256: digest, bytes, entries };
}

/** The text that is signed for a manifest. Not the manifest itself, because KMS signs at most 4 KB. */
const signedText = (draft: Unsigned): string => `audit-manifest:${draft.sequence}:${sha256(canonicalJson(draft))}`;

/**
 * A manifest without its signature.
 * @param after the previous manifest
 * @returns the text to sign, and a function that adds the signature
 * @throws PortcullisError `archive_full` when there are no more numbers
 */
export function draftManifest(
  after: Link,
  rest: Pick<Unsigned, 'at' | 'source' | 'object' | 'entries' | 'key'>,
): { readonly text: string; sign(signature: Uint8Array): { readonly bytes: Uint8Array; readonly link: Link } } {
  const sequence = after.sequence + 1;
  if (sequence > MAX_SEQUENCE) {
    throw new PortcullisError('archive_full', `The archive has a manifest ${after.sequence}; there is none after it.`);
  }
  const draft: Unsigned = {
    format: 1,
    sequence,
    previous: after.sha256,
    ...rest,
  };
  return {
    text: signedText(draft),
    sign(signature) {
      const manifest: Manifest = { ...draft, signature: Buffer.from(signature).toString('base64') };
      const bytes = Buffer.from(canonicalJson(manifest));
      return { bytes, link: { sequence, sha256: sha256(bytes) } };
    },
  };
}

/** A manifest or an object is not valid; `code` says how. */
export class BrokenLink extends PortcullisError {
  override readonly name: string = 'BrokenLink';
}

const unreadable = (reason: string) => new BrokenLink('manifest_unreadable', `The manifest cannot be read: ${reason}.`);

/**
 * Parses a manifest and checks its form, not its signature.
 * @throws BrokenLink `manifest_unreadable`
 */
export function readManifest(bytes: Uint8Array): Manifest {
  const manifest = parsed(bytes);
  if (!isObject(manifest)) throw unreadable('it is no JSON object');
  const { format, sequence, previous, at, source, object, entries, key, signature, ...others } = manifest;
  if (format !== 1) throw unreadable(`it has the format ${JSON.stringify(format)}; this version reads 1`);
  const isWhole =
    Number.isSafeInteger(sequence) &&
    isDigest(previous) &&
    typeof at === 'string' &&
    typeof source === 'string' &&
    isBase64(signature) &&
    isObject(object) &&
    hasTexts(object, 'key', 'sha256') &&
    isObject(key) &&
    hasTexts(key, 'id', 'sha256') &&
    Array.isArray(entries) &&
    entries.every(isListed) &&
    Object.keys(others).length === 0;
  if (!isWhole) throw unreadable('a member is missing, too many or of another kind');
  return manifest as unknown as Manifest;
}

function parsed(bytes: Uint8Array): JsonValue {
  const text = Buffer.from(bytes).toString();
  try {
    const value = JSON.parse(text) as JsonValue;
    // Only the canonical form is unambiguous; for example, it has no duplicate members.
    if (canonicalJson(value) === text) return value;
  } catch {
    throw unreadable('it is no JSON');
  }
  throw unreadable('it is not in canonical form');
}

const isDigest = (value: JsonValue | undefined): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** True for canonical base64. Decoding ignores unused bits at the end, so other texts could have the same bytes. */
const isBase64 = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value;

const hasTexts = (value: object, ...names: readonly string[]): boolean =>
  Object.keys(value).length === names.length &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

function isListed(value: JsonValue): boolean {
  if (!isObject(value)) return false;
  const { change, ...rest } = value;
  return (
    hasTexts(rest, 'serverDay', 'entryId', 'sha256') &&
    (change === undefined || change === 'MODIFY' || change === 'REMOVE')
  );
}

/**
 * Verifies the signature of a manifest.
 * @throws BrokenLink `signature_wrong`
 */
export function checkSignature(manifest: Manifest, key: KeyObject): void {
  const { signature, ...draft } = manifest;
  let isGood = false;
  try {
    isGood = verify('sha256', Buffer.from(signedText(draft)), key, Buffer.from(signature, 'base64'));
  } catch {
    // The key is of another type, or the signature is malformed.
  }
  if (!isGood) throw new BrokenLink('signature_wrong', 'The signature is not that of the manifest’s content.');
}

/**
 * The changes in an object, checked against its manifest.
 * @throws BrokenLink `object_changed` or `entries_changed`
 */
export function readChanges(manifest: Manifest, bytes: Uint8Array): Change[] {
  const { object, entries } = manifest;
  if (sha256(bytes) !== object.sha256) {
    throw new BrokenLink('object_changed', `${object.key} is not the object that the manifest names by its SHA-256.`);
  }
  let changes: Change[];
  try {
    const text = gunzipSync(bytes, { maxOutputLength: MAX_OBJECT_BYTES }).toString();
    changes = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Change);
  } catch {
    throw new BrokenLink('entries_changed', `${object.key} does not hold lines of JSON.`);
  }
  if (changes.length !== entries.length) {
    throw new BrokenLink(
      'entries_changed',
      `${object.key} holds ${changes.length} entries, the manifest lists ${entries.length}.`,
    );
  }
  for (const [at, listed] of entries.entries()) {
    if (!isAsListed(changes[at], listed)) {
      throw new BrokenLink(
        'entries_changed',
        `Entry ${listed.entryId} of ${listed.serverDay} (line ${at + 1} of ${object.key}) is not what the manifest lists.`,
      );
    }
  }
  return changes;
}

function isAsListed(line: Change | undefined, listed: ListedEntry): boolean {
  const change = listed.change ?? 'INSERT';
  try {
    return (
      isObject(line as unknown as JsonValue) &&
      CHANGES.includes(line?.change as ChangeKind) &&
      line?.change === change &&
      entryName(line) === entryName(listed) &&
      line.entry !== undefined &&
      entryDigest(line.entry) === listed.sha256
    );
  } catch {
    // A stack overflow: nested more deeply than DynamoDB allows.
    return false;
  }
}
