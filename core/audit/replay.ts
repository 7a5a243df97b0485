/**
 * Verifies an archive: each manifest in order with its object and entries, then the files that no manifest names.
 * Continues after a fault, so that it does not hide later ones; the first fault is the first broken link. The caller
 * provides the reader and the trusted keys.
 */
import type { KeyObject } from 'node:crypto';
import { sha256 } from '../lib/json/canonical.ts';
import {
  BrokenLink,
  checkSignature,
  KEYS,
  type Link,
  MANIFESTS,
  type Manifest,
  manifestKey,
  OBJECTS,
  readChanges,
  readManifest,
  START,
  sequenceOf,
} from './chain.ts';
import { type Change, entryDigest, entryName } from './changes.ts';
import type { ArchiveFile, ArchiveReader } from './reader.ts';
import { isKeyFile, keyFinder } from './trust.ts';

/** A fault in the archive. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  /** The manifest at which it was found. */
  readonly sequence?: number;
  /** The entry that it concerns. */
  readonly entry?: { readonly serverDay: string; readonly entryId: string };
}

/** Options of {@link replay}. */
export interface ReplayOptions {
  /**
   * Trusted keys by fingerprint. Without them, the keys in the archive are used, which do not protect against somebody who
   * can write to the archive.
   */
  readonly keys?: ReadonlyMap<string, KeyObject>;
  /** First and last manifest, by number. */
  readonly from?: number;
  readonly to?: number;
  /** The last manifest of an earlier verification, which must still exist. */
  readonly head?: Link;
}

/** The last state of an entry in the archive. */
export interface ArchivedEntry {
  readonly sha256: string;
  readonly isGone: boolean;
}

/** The result of {@link replay}. */
export interface Replay {
  readonly manifests: number;
  /** Number of lines; an entry that was delivered twice counts twice. */
  readonly lines: number;
  /** Entries by `entryName`. */
  readonly entries: ReadonlyMap<string, ArchivedEntry>;
  /** Number of objects that no manifest names; an archiver that stops after writing an object leaves one. */
  readonly spareObjects: number;
  /** Time of the first manifest, ISO 8601; much older entries are not in the archive. */
  readonly begins?: string;
  readonly head?: Link & { readonly at: string };
  /** In the order of the chain. */
  readonly faults: readonly Fault[];
}

/** How many manifests are loaded ahead. */
const MAX_PREFETCHED = 16;
const LAST = Number.MAX_SAFE_INTEGER;

interface Loaded {
  readonly file: ArchiveFile;
  readonly sequence: number;
  readonly bytes: Uint8Array | undefined;
  readonly manifest: Manifest | undefined;
  readonly object: Uint8Array | undefined;
  readonly fault: BrokenLink | undefined;
}

/**
 * Verifies an archive.
 * @returns the faults and the entries
 * @throws errors of the reader
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: checks of one link after another, each of which ends the replay
export async function replay(reader: ArchiveReader, options: ReplayOptions = {}): Promise<Replay> {
  const { from = 1, to = Number.POSITIVE_INFINITY, head } = options;
  const faults: Fault[] = [];
  const entries = new Map<string, ArchivedEntry>();
  const named = new Set<string>();
  const keys = keyFinder(reader, options.keys);
  let manifests = 0;
  let lines = 0;
  let begins: string | undefined;
  let last: (Link & { at: string }) | undefined;
  let expected = from;
  /** Digest that the next manifest must have as `previous`; unknown after a fault, and at the start if `from` is not 1. */
  let previous = from === 1 ? START.sha256 : undefined;
  let isHeadSeen = false;

  for await (const loaded of prefetched(manifestsOf(reader, from, to, faults), MAX_PREFETCHED, (each) =>
    load(reader, each),
  )) {
    const { file, sequence, bytes, manifest, object } = loaded;
    const report = (code: string, message: string, more: Partial<Fault> = {}) =>
      faults.push({ code, message, sequence, ...more });
    if (sequence > expected) {
      faults.push(missing(expected, sequence - 1));
      previous = undefined;
    }
    expected = sequence + 1;
    manifests++;
    if ((file.versions ?? 1) > 1) report('manifest_replaced', `${file.key} was written ${file.versions} times.`);
    if (!bytes) {
      report('manifest_missing', `${file.key} was deleted${file.isHidden ? ' (a delete marker hides it)' : ''}.`);
      previous = undefined;
      continue;
    }
    const digest = sha256(bytes);
    if (head?.sequence === sequence) {
      isHeadSeen = true;
      if (head.sha256 !== digest) report('head_changed', `Manifest ${sequence} is not the one that --head names.`);
    }
    try {
      if (loaded.fault) throw loaded.fault;
      const valid = manifest as Manifest;
      if (valid.sequence !== sequence) {
        throw new BrokenLink('manifest_misplaced', `${file.key} is manifest ${valid.sequence}.`);
      }
      checkSignature(valid, await keys(valid.key.sha256));
      if (previous !== undefined && valid.previous !== previous) {
        report(
          'chain_broken',
          `Manifest ${sequence} was chained to another one than the manifest ${sequence - 1} that is there.`,
        );
      }
      previous = digest;
      last = { sequence, sha256: digest, at: valid.at };
      if (sequence === 1) begins = valid.at;
      named.add(valid.object.key);
      if (!object) throw new BrokenLink('object_missing', `${valid.object.key} is not there.`);
      const changes = readChanges(valid, object);
      lines += changes.length;
      for (const change of changes) record(entries, change, report);
    } catch (error) {
      if (!(error instanceof BrokenLink)) throw error;
      report(error.code, error.message);
      if (!/^(object|entries)_/.test(error.code)) previous = undefined;
    }
  }
  if (Number.isFinite(to) && expected <= to) faults.push(missing(expected, to));
  else if (head && !isHeadSeen && head.sequence >= expected) faults.push(missing(expected, head.sequence));
  const isWhole = from === 1 && !Number.isFinite(to);
  const spareObjects = isWhole ? await spareIn(reader, named, faults) : 0;
  // Faults of the list of files were found before those of the manifests.
  faults.sort((one, other) => (one.sequence ?? LAST) - (other.sequence ?? LAST));
  return { manifests, lines, entries, spareObjects, faults, ...(begins && { begins }), ...(last && { head: last }) };
}

function missing(first: number, last: number): Fault {
  const message = first === last ? `Manifest ${first} is missing.` : `Manifests ${first} to ${last} are missing.`;
  return { code: 'manifest_missing', message, sequence: first };
}

async function* manifestsOf(
  reader: ArchiveReader,
  from: number,
  to: number,
  faults: Fault[],
): AsyncGenerator<{ file: ArchiveFile; sequence: number }> {
  for await (const file of reader.list(MANIFESTS, from > 1 ? manifestKey(from - 1) : undefined)) {
    const sequence = sequenceOf(file.key);
    if (sequence === undefined) {
      faults.push({ code: 'object_foreign', message: `${file.key} is no manifest's name.` });
    } else if (sequence > to) return;
    else if (sequence >= from) yield { file, sequence };
  }
}

async function load(
  reader: ArchiveReader,
  { file, sequence }: { file: ArchiveFile; sequence: number },
): Promise<Loaded> {
  const bytes = file.isHidden ? undefined : await reader.read(file.key);
  let manifest: Manifest | undefined;
  let fault: BrokenLink | undefined;
  try {
    manifest = bytes && readManifest(bytes);
  } catch (error) {
    if (!(error instanceof BrokenLink)) throw error;
    fault = error;
  }
  const object = manifest?.object.key.startsWith(OBJECTS) ? await reader.read(manifest.object.key) : undefined;
  return { file, sequence, bytes, manifest, object, fault };
}

/** Runs `work` for up to `width` items at the same time, and yields the results in the order of the items. */
async function* prefetched<Item, Result>(
  items: AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  for await (const item of items) {
    const promise = work(item);
    // Avoids an unhandled rejection if it fails while an earlier one is awaited.
    promise.catch(() => {});
    pending.push(promise);
    if (pending.length >= width) yield (await pending.shift()) as Result;
  }
  for (const promise of pending) yield await promise;
}

type Report = (code: string, message: string, more?: Partial<Fault>) => void;

/** Records the line of an entry. Reports all but the first one and repetitions with the same content. */
function record(entries: Map<string, ArchivedEntry>, change: Change, report: Report): void {
  const { serverDay, entryId } = change;
  const name = entryName(change);
  const digest = entryDigest(change.entry);
  const known = entries.get(name);
  const entry = { serverDay, entryId };
  const which = `Entry ${entryId} of ${serverDay}`;
  if (change.change === 'MODIFY') report('entry_overwritten', `${which} was overwritten in the table.`, { entry });
  else if (change.change === 'REMOVE') report('entry_removed', `${which} was deleted from the table.`, { entry });
  else if (known && !known.isGone && known.sha256 !== digest) {
    report('entry_conflict', `${which} is in the archive with two different contents.`, { entry });
  }
  entries.set(name, { sha256: digest, isGone: change.change === 'REMOVE' });
}

async function spareIn(reader: ArchiveReader, named: ReadonlySet<string>, faults: Fault[]): Promise<number> {
  let spare = 0;
  for (const folder of [OBJECTS, KEYS]) {
    for await (const { key, isHidden, versions = 1 } of reader.list(folder)) {
      if (isHidden) faults.push({ code: 'object_hidden', message: `${key} was deleted (a delete marker hides it).` });
      else if (versions > 1) faults.push({ code: 'object_replaced', message: `${key} was written ${versions} times.` });
      if (folder === OBJECTS && !named.has(key)) spare++;
      if (folder === KEYS && !isHidden && !isKeyFile(key, await reader.read(key))) {
        faults.push({ code: 'key_changed', message: `${key} does not hold the public key that its name says.` });
      }
    }
  }
  return spare;
}
