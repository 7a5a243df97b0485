/**
 * Replays an archive: every manifest in order, its object and entries, and at the end files that no manifest accounts
 * for. It continues behind a fault, so that an old one does not hide those after it; the first fault is the first
 * broken link. The caller decides where the archive lies and which keys are trusted.
 */
import type { KeyObject } from 'node:crypto';
import { sha256 } from '../json/canonical.ts';
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

/** Something that does not agree with the chain. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  /** The manifest at which it was found. */
  readonly sequence?: number;
  /** The entry that it concerns. */
  readonly entry?: { readonly serverDay: string; readonly entryId: string };
}

/** Options of a replay. */
export interface ReplayOptions {
  /** By fingerprint. Without any, the keys that lie in the archive are taken, which prove nothing against who can write there. */
  readonly keys?: ReadonlyMap<string, KeyObject>;
  /** First and last manifest, by number. */
  readonly from?: number;
  readonly to?: number;
  /** What an earlier replay ended with: it must still be there. */
  readonly head?: Link;
}

/** What the archive says of an entry in the end. */
export interface ArchivedEntry {
  readonly sha256: string;
  readonly isGone: boolean;
}

/** What a replay found. */
export interface Replay {
  readonly manifests: number;
  /** Lines; an entry that was delivered twice counts twice. */
  readonly lines: number;
  /** By entryName. */
  readonly entries: ReadonlyMap<string, ArchivedEntry>;
  /** Objects that no manifest names: left by an archiver that ended between object and manifest, and archived again. */
  readonly spareObjects: number;
  /** When the first manifest was made; entries much older were never in the stream. */
  readonly begins?: string;
  readonly head?: Link & { readonly at: string };
  /** In the order of the chain. */
  readonly faults: readonly Fault[];
}

/** Manifests on their way at once. */
const AHEAD = 16;
const MOST = Number.MAX_SAFE_INTEGER;

interface Loaded {
  readonly file: ArchiveFile;
  readonly sequence: number;
  readonly bytes: Uint8Array | undefined;
  readonly manifest: Manifest | undefined;
  readonly object: Uint8Array | undefined;
  readonly fault: BrokenLink | undefined;
}

/** Replays the archive from its first manifest. */
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
  /** What the next manifest has to name; unknown behind a fault, and where reading begins in the middle. */
  let previous = from === 1 ? START.sha256 : undefined;
  let isHeadSeen = false;

  for await (const loaded of ahead(manifestsOf(reader, from, to, faults), AHEAD, (each) => load(reader, each))) {
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
      const good = manifest as Manifest;
      if (good.sequence !== sequence) {
        throw new BrokenLink('manifest_misplaced', `${file.key} is manifest ${good.sequence}.`);
      }
      checkSignature(good, await keys(good.key.sha256));
      if (previous !== undefined && good.previous !== previous) {
        report(
          'chain_broken',
          `Manifest ${sequence} was chained to another one than the manifest ${sequence - 1} that is there.`,
        );
      }
      previous = digest;
      last = { sequence, sha256: digest, at: good.at };
      if (sequence === 1) begins = good.at;
      named.add(good.object.key);
      if (!object) throw new BrokenLink('object_missing', `${good.object.key} is not there.`);
      const changes = readChanges(good, object);
      lines += changes.length;
      for (const change of changes) enter(entries, change, report);
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
  // The list is read ahead of the manifests.
  faults.sort((one, other) => (one.sequence ?? MOST) - (other.sequence ?? MOST));
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

/** Loads some items ahead and yields them in their order. */
async function* ahead<Item, Result>(
  items: AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const under: Promise<Result>[] = [];
  for await (const item of items) {
    const promise = work(item);
    // It may fail while an earlier one is still awaited.
    promise.catch(() => {});
    under.push(promise);
    if (under.length >= width) yield (await under.shift()) as Result;
  }
  for (const promise of under) yield await promise;
}

type Report = (code: string, message: string, more?: Partial<Fault>) => void;

/** Lines of one entry: the same content as often as a delivery was repeated, and nothing else. */
function enter(entries: Map<string, ArchivedEntry>, change: Change, report: Report): void {
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
