/**
 * What is in the memory of another process of this machine: in all that it has mapped (Linux, /proc/<pid>/mem), and in the live objects of
 * its V8 heap, of which it writes a snapshot when it gets a signal. V8 collects all garbage before it writes one.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

const SIGNAL = 'SIGUSR2';

/** The NODE_OPTIONS of a process whose heap can be looked at. @param folder where it may write its snapshots, and nothing else */
export const snapshotOptions = (folder: string): string =>
  `--heapsnapshot-signal=${SIGNAL} --diagnostic-dir=${folder} --allow-fs-write=${folder}/*`;

/** The live objects of a process, as its snapshot, which is deleted. */
export async function heapOf(pid: number, folder: string): Promise<Buffer> {
  const snapshots = () => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'));
  process.kill(pid, SIGNAL);
  await until(() => snapshots().some((name) => readFileSync(join(folder, name)).subarray(-8).includes(']}')));
  const [name = ''] = snapshots();
  const heap = readFileSync(join(folder, name));
  rmSync(join(folder, name));
  return heap;
}

/** A text in one spelling, as bytes. */
export interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

const PIECE = 1 << 22;
/** Bytes around a find that are shown. */
const AROUND = 32;

/** The needles that are in the memory that a process may write (Linux), each with what is around it. */
export function foundInMemory(pid: number, needles: readonly Needle[]): string[] {
  const found = new Set<string>();
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length));
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const piece = Buffer.alloc(PIECE + longest);
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from = '', to = '', rights = '', name = ''] = /^(\w+)-(\w+) (\S+) \S+ \S+ \S+\s*(.*)$/.exec(line) ?? [];
    if (!rights.startsWith('rw') || /^\[v/.test(name)) continue;
    const end = Number.parseInt(to, 16);
    for (let at = Number.parseInt(from, 16); at < end; at += PIECE) {
      const size = readAt(memory, piece.subarray(0, Math.min(piece.length, end - at)), at);
      for (const { name: what, bytes } of needles) {
        const place = piece.subarray(0, size).indexOf(bytes);
        if (place < 0) continue;
        const around = piece.subarray(Math.max(0, place - AROUND), place + bytes.length + AROUND).toString('latin1');
        found.add(`${what} in ${name || 'a mapping'}: ${around.replace(/[^ -~]/g, '.')}`);
      }
    }
  }
  closeSync(memory);
  return [...found];
}

/** So many bytes were read; 0 where the mapping has gone. */
function readAt(file: number, into: Uint8Array, at: number): number {
  try {
    return readSync(file, into, 0, into.length, at);
  } catch {
    return 0;
  }
}

/** The process ids of the children of this process whose command line has this text. */
export const childrenWith = (text: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
