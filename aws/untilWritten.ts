/**
 * Optimistic locking (every row has a version, every write names the one that was read): what lost against another writer is done again
 * from its read on, after a pause that grows and differs, so that many writers of one row get their turns.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { WriteConflict } from './errors.ts';

const ATTEMPTS = 10;
/** Milliseconds at most before the second attempt; twice as much before each further one, up to the longest. */
const PAUSE_MS = 40;
const LONGEST_MS = 5_000;

interface Options {
  readonly attempts?: number;
  /** Whether the work is to be done again; a lost write when unset. */
  readonly isConflict?: (error: unknown) => boolean | Promise<boolean>;
}

const isWriteConflict = (error: unknown): boolean => error instanceof WriteConflict;

/** `work` reads, decides and writes; it is told which attempt this is, from 1. Throws what the last attempt threw. */
export async function untilWritten<T>(
  work: (attempt: number) => Promise<T>,
  { attempts = ATTEMPTS, isConflict = isWriteConflict }: Options = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= attempts || !(await isConflict(error))) throw error;
      await sleep(Math.random() * Math.min(PAUSE_MS * 2 ** (attempt - 1), LONGEST_MS));
    }
  }
}
