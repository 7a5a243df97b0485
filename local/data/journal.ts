/**
 * An append-only file of JSON entries from which a twin's state is rebuilt at start. An entry counts once it is written whole:
 * each line carries a checksum, so what a crash left half-written at the end is dropped, and damage anywhere else is an error
 * that names the file (it is never repaired by losing data silently). Writes that arrive together go out together.
 * It survives the death of the process; it does not wait for the disk, so a power cut may cost the last moments.
 * What was written over again and again is left behind by compacting, at a start or in between.
 */
import {
  closeSync,
  existsSync,
  fdatasync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  write,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { LocalStackError } from '../errors.ts';
import { corrupt, line, linesIn, parseLine } from './journalLines.ts';

const written = promisify(write);
const onDisk = promisify(fdatasync);

/** Written at a time while compacting: a millisecond's work. */
const CHUNK = 256 * 1024;
/** What a first entry that says what the file is has at most. */
const FIRST = 256;
/** What is left to copy when the files change places, in one go. */
const LAST = 64 * 1024;

/** A journal that is open for writing. */
export class Journal<Entry> {
  /** Lines in the file; with the number of live rows it tells whether compacting is worth while. */
  entries = 0;
  private readonly path: string;
  private descriptor: number;
  private compacting: Promise<void> | undefined;
  private pending: string[] = [];
  private flushing: Promise<void> | undefined;
  private closed = false;

  /** Replays what is there. Throws LocalStackError `data_corrupt`. */
  constructor(path: string, replay: (entry: Entry) => void) {
    const { entries, whole, bytes } = Journal.replay(path, replay);
    this.entries = entries;
    this.path = path;
    this.descriptor = openSync(path, 'a', 0o600);
    if (whole < bytes) ftruncateSync(this.descriptor, whole);
  }

  /** Only reads, also while somebody else writes on. Bytes of whole lines, and of all. Throws LocalStackError `data_corrupt`. */
  static replay<Entry>(
    path: string,
    replay: (entry: Entry) => void,
  ): { readonly entries: number; readonly whole: number; readonly bytes: number } {
    let entries = 0;
    let whole = 0;
    const lines = linesIn(path);
    let next = lines.next();
    for (; !next.done; next = lines.next()) {
      const [text, isLast] = next.value;
      const entry = parseLine(text) as Entry | undefined;
      if (entry === undefined) {
        if (isLast) continue;
        throw corrupt(path, `line ${entries + 1}`);
      }
      replay(entry);
      entries++;
      whole += Buffer.byteLength(text) + 1;
    }
    return { entries, whole, bytes: next.value };
  }

  /** The entries, one after the other; what a crash left half-written at the end is none. Throws LocalStackError `data_corrupt`. */
  static *read<Entry>(path: string): Generator<Entry> {
    let entries = 0;
    for (const [text, isLast] of linesIn(path)) {
      const entry = parseLine(text) as Entry | undefined;
      if (entry !== undefined) yield entry;
      else if (!isLast) throw corrupt(path, `line ${entries + 1}`);
      entries++;
    }
  }

  /** The texts that begin so, unchecked: a look ahead that costs no more than reading. */
  static *beginning(path: string, mark: string): Generator<string> {
    for (const [text] of linesIn(path)) if (text.startsWith(mark, 9)) yield text.slice(9);
  }

  /** The first entry, if there is a whole one. */
  static first<Entry>(path: string): Entry | undefined {
    if (!existsSync(path)) return undefined;
    const descriptor = openSync(path, 'r');
    const bytes = Buffer.alloc(FIRST);
    const length = readSync(descriptor, bytes, 0, FIRST, 0);
    closeSync(descriptor);
    const end = bytes.subarray(0, length).indexOf(10);
    return end < 0 ? undefined : (parseLine(bytes.toString('utf8', 0, end)) as Entry | undefined);
  }

  /** Resolves when the entry is in the file. */
  append(entry: Entry): Promise<void> {
    return this.appendText(JSON.stringify(entry));
  }

  /** The same for an entry whose JSON is at hand. */
  appendText(text: string): Promise<void> {
    this.pending.push(line(text));
    this.entries++;
    this.flushing ??= this.flush();
    return this.flushing;
  }

  /**
   * The same while entries go on being appended: the state is written beside the file, then what was appended meanwhile, and the new
   * file takes its place once it is on the disk. Before or after a crash it is the old or the new one, and whole. `state` is asked for once,
   * at a moment when the file holds all of it, and takes its copy at once; it gives the entries' JSON. False when it has none to give.
   */
  compact(state: () => Iterable<string> | undefined): Promise<boolean> {
    const compacting = this.settledState(state);
    this.compacting = compacting.then(
      () => {},
      () => {},
    );
    return compacting;
  }

  private async settledState(state: () => Iterable<string> | undefined): Promise<boolean> {
    while (this.pending.length > 0) await this.flushing;
    if (this.closed) return false;
    const before = this.entries;
    const texts = state();
    if (!texts) return false;
    const from = fstatSync(this.descriptor).size;
    const fresh = `${this.path}.new`;
    rmSync(fresh, { force: true });
    const [old, descriptor] = [openSync(this.path, 'r'), openSync(fresh, 'ax', 0o600)];
    let isInPlace = false;
    try {
      const entries = await this.writeState(descriptor, texts);
      let copied = from;
      // What is appended in the meantime is less each time; the rest is copied while nothing else can happen.
      while (!this.closed && fstatSync(this.descriptor).size - copied > LAST)
        copied = await copy(old, copied, descriptor);
      await onDisk(descriptor);
      if (this.closed) return false;
      for (let rest = copied; rest < fstatSync(this.descriptor).size; ) rest = copySync(old, rest, descriptor);
      renameSync(fresh, this.path);
      isInPlace = true;
      closeSync(this.descriptor);
      this.descriptor = descriptor;
      this.entries += entries - before;
      await syncFolder(dirname(this.path));
      return true;
    } finally {
      closeSync(old);
      if (!isInPlace) {
        closeSync(descriptor);
        rmSync(fresh, { force: true });
      }
    }
  }

  private async writeState(descriptor: number, texts: Iterable<string>): Promise<number> {
    let entries = 0;
    let buffer = '';
    for (const text of texts) {
      buffer += line(text);
      entries++;
      if (buffer.length < CHUNK) continue;
      await writeWhole(descriptor, Buffer.from(buffer));
      buffer = '';
      if (this.closed) return entries;
    }
    await writeWhole(descriptor, Buffer.from(buffer));
    return entries;
  }

  /** Replaces the file by the given entries, in one step: before or after a crash it is the old or the new one. */
  static rewrite<Entry>(path: string, entries: Iterable<Entry>): void {
    Journal.rewriteText(path, textsOf(entries));
  }

  /** The same for entries whose JSON is at hand. */
  static rewriteText(path: string, texts: Iterable<string>): void {
    const fresh = `${path}.new`;
    const descriptor = openSync(fresh, 'w', 0o600);
    let buffer = '';
    for (const text of texts) {
      buffer += line(text);
      if (buffer.length > 1_000_000) {
        writeFileSync(descriptor, buffer);
        buffer = '';
      }
    }
    writeFileSync(descriptor, buffer);
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(fresh, path);
  }

  async close(): Promise<void> {
    await this.flushing;
    if (this.closed) return;
    this.closed = true;
    // One that is under way gives up.
    await this.compacting;
    closeSync(this.descriptor);
  }

  private async flush(): Promise<void> {
    // What is appended during this turn of the event loop goes out in one write.
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = Buffer.from(this.pending.join(''));
    this.pending = [];
    this.flushing = undefined;
    try {
      // Into the page cache, a few microseconds: handing it to another thread would take longer.
      for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at);
    } catch (error) {
      // What is in memory is ahead of the file from here on: nothing more may be answered.
      setImmediate(() => {
        throw new LocalStackError(
          'data_unwritable',
          `The data folder cannot be written: ${(error as Error).message}. The stack ends; free space and start again.`,
        );
      });
      throw error;
    }
  }
}

function* textsOf(entries: Iterable<unknown>): Iterable<string> {
  for (const entry of entries) yield JSON.stringify(entry);
}

async function writeWhole(descriptor: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await written(descriptor, bytes, at, bytes.length - at)).bytesWritten;
}

/** Gives the place in `from` up to which it has been copied. */
async function copy(from: number, at: number, to: number): Promise<number> {
  const bytes = Buffer.allocUnsafe(CHUNK);
  const length = readSync(from, bytes, 0, CHUNK, at);
  await writeWhole(to, bytes.subarray(0, length));
  return at + length;
}

function copySync(from: number, at: number, to: number): number {
  const bytes = Buffer.allocUnsafe(LAST);
  const length = readSync(from, bytes, 0, LAST, at);
  for (let done = 0; done < length; ) done += writeSync(to, bytes, done, length - done);
  return at + length;
}

/** So that the new name survives a power cut, too, where the system knows how. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const descriptor = openSync(folder, 'r');
    await promisify(fsync)(descriptor).finally(() => closeSync(descriptor));
  } catch {
    // Windows opens no folders.
  }
}
