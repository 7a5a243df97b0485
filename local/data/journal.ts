/**
 * An append-only file of JSON entries from which a twin's state is rebuilt at start. Each line carries a checksum: an incomplete line at
 * the end (after a crash) is dropped; damage anywhere else is an error that names the file, because dropping it would lose data silently.
 * Writes that arrive together are written together. The file survives the death of the process, but is not synced, so a power cut may
 * lose the last moments. Compacting, at a start or in between, removes entries that later ones have replaced.
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
import { PortcullisError } from '../../core/lib/errors.ts';
import { corrupt, line, linesIn, parseLine } from './journalLines.ts';

const written = promisify(write);
const onDisk = promisify(fdatasync);

/** Bytes written at a time while compacting: about a millisecond's work. */
const CHUNK = 256 * 1024;
/** Maximum length of a first entry that names the file's format. */
const FIRST = 256;
/** When fewer bytes than this are left to copy, they are copied in one step and the files are swapped. */
const LAST = 64 * 1024;

/** A journal that is open for writing. */
export class Journal<Entry> {
  /** Lines in the file; compared with the number of live rows to decide when to compact. */
  entries = 0;
  private readonly path: string;
  private descriptor: number;
  private compacting: Promise<void> | undefined;
  private pending: string[] = [];
  private flushing: Promise<void> | undefined;
  private closed = false;

  /** Replays the existing entries. Throws PortcullisError `data_corrupt`. */
  constructor(path: string, replay: (entry: Entry) => void) {
    const { entries, whole, bytes } = Journal.replay(path, replay);
    this.entries = entries;
    this.path = path;
    this.descriptor = openSync(path, 'a', 0o600);
    if (whole < bytes) ftruncateSync(this.descriptor, whole);
  }

  /**
   * Replays a file without opening it for writing, even while another process writes to it. Returns the bytes of complete lines, and of
   * all. Throws PortcullisError `data_corrupt`.
   */
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

  /** The entries in order, without an incomplete one at the end. Throws PortcullisError `data_corrupt`. */
  static *read<Entry>(path: string): Generator<Entry> {
    let entries = 0;
    for (const [text, isLast] of linesIn(path)) {
      const entry = parseLine(text) as Entry | undefined;
      if (entry !== undefined) yield entry;
      else if (!isLast) throw corrupt(path, `line ${entries + 1}`);
      entries++;
    }
  }

  /** The texts of lines that begin with `mark`, without checking their checksums. */
  static *beginning(path: string, mark: string): Generator<string> {
    for (const [text] of linesIn(path)) if (text.startsWith(mark, 9)) yield text.slice(9);
  }

  /** The first entry, if it is complete. */
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

  /** The same for an entry that is JSON text already. */
  appendText(text: string): Promise<void> {
    this.pending.push(line(text));
    this.entries++;
    this.flushing ??= this.flush();
    return this.flushing;
  }

  /**
   * Compacts while entries are still appended: writes the state to a new file, then the entries appended meanwhile, syncs it and renames
   * it over the old one. A crash at any moment leaves one of the two files, complete. `state` is called once, when the file contains
   * everything, must take its copy at once, and returns the entries' JSON. False when `state` returns undefined.
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
      // Each round has less to copy; the last rest is copied synchronously.
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

  /** Replaces the file by the given entries, atomically: a crash leaves the old or the new file. */
  static rewrite<Entry>(path: string, entries: Iterable<Entry>): void {
    Journal.rewriteText(path, textsOf(entries));
  }

  /** The same for entries that are JSON text already. */
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
    // A compaction that is under way gives up.
    await this.compacting;
    closeSync(this.descriptor);
  }

  private async flush(): Promise<void> {
    // Everything appended during this turn of the event loop is written at once.
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = Buffer.from(this.pending.join(''));
    this.pending = [];
    this.flushing = undefined;
    try {
      // A synchronous write to the page cache takes microseconds; passing it to another thread would take longer.
      for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at);
    } catch (error) {
      // The write failed: memory is ahead of the file, so nothing may be answered any more.
      setImmediate(() => {
        throw new PortcullisError(
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

/** Returns the position in `from` up to which it has been copied. */
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

/** Syncs the folder, so that the rename survives a power cut where the system supports it. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const descriptor = openSync(folder, 'r');
    await promisify(fsync)(descriptor).finally(() => closeSync(descriptor));
  } catch {
    // Windows cannot open folders.
  }
}
