/**
 * An append-only file of JSON entries from which a twin's state is rebuilt at start. An entry counts once it is written whole:
 * each line carries a checksum, so what a crash left half-written at the end is dropped, and damage anywhere else is an error
 * that names the file (it is never repaired by losing data silently). Writes that arrive together go out together.
 * It survives the death of the process; it does not wait for the disk, so a power cut may cost the last moments.
 */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { LocalStackError } from '../errors.ts';

export class Journal<Entry> {
  /** Lines in the file; with the number of live rows it tells whether compacting is worth while. */
  entries = 0;
  private readonly descriptor: number;
  private pending: string[] = [];
  private flushing: Promise<void> | undefined;
  private closed = false;

  /** Replays what is there. Throws LocalStackError `data_corrupt`. */
  constructor(path: string, replay: (entry: Entry) => void) {
    const { entries, whole, bytes } = Journal.replay(path, replay);
    this.entries = entries;
    this.descriptor = openSync(path, 'a', 0o600);
    if (whole < bytes) ftruncateSync(this.descriptor, whole);
  }

  /** Only reads, also while somebody else writes on. Bytes of whole lines, and of all. Throws LocalStackError `data_corrupt`. */
  static replay<Entry>(
    path: string,
    replay: (entry: Entry) => void,
  ): { readonly entries: number; readonly whole: number; readonly bytes: number } {
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    let entries = 0;
    let whole = 0;
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(10, start);
      if (end < 0) break;
      const entry = parseLine(bytes.toString('utf8', start, end)) as Entry | undefined;
      if (entry === undefined) {
        if (end === bytes.length - 1) break;
        throw corrupt(path, `line ${entries + 1}`);
      }
      replay(entry);
      entries++;
      start = end + 1;
      whole = start;
    }
    return { entries, whole, bytes: bytes.length };
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

  /** Replaces the file by the given entries, in one step: before or after a crash it is the old or the new one. */
  static rewrite<Entry>(path: string, entries: Iterable<Entry>): void {
    const fresh = `${path}.new`;
    const descriptor = openSync(fresh, 'w', 0o600);
    let buffer = '';
    for (const entry of entries) {
      buffer += line(JSON.stringify(entry));
      if (buffer.length > 1_000_000) {
        writeFileSync(descriptor, buffer);
        buffer = '';
      }
    }
    writeFileSync(descriptor, buffer);
    closeSync(descriptor);
    renameSync(fresh, path);
  }

  async close(): Promise<void> {
    await this.flushing;
    if (!this.closed) closeSync(this.descriptor);
    this.closed = true;
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

const line = (text: string): string => `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`;

function parseLine(text: string): unknown {
  const body = text.slice(9);
  if (crc32(body) !== Number.parseInt(text.slice(0, 8), 16)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Says which file is damaged and what a person can do about it. */
export function corrupt(path: string, where: string, cause?: unknown): LocalStackError {
  return new LocalStackError(
    'data_corrupt',
    `${path} is damaged (${where}). Nothing was changed. Put back a copy of the folder ${dirname(path)}, or move that folder away and start again with an empty one.`,
    { cause },
  );
}
