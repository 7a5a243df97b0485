/**
 * Retries for optimistic locking (every row has a version, every write names the version that was read): work that lost against another
 * writer starts again from its read, after a growing random pause, so that all writers of a row get their turn.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../../core/lib/errors.ts';

const ATTEMPTS = 10;
/** Maximum pause in milliseconds before the second attempt; it doubles with each further one, up to the longest. */
const PAUSE_MS = 40;
const LONGEST_MS = 5_000;

interface Options {
  readonly attempts?: number;
  /** Whether the error calls for another attempt; if unset, a `write_conflict` does. */
  readonly isConflict?: (error: unknown) => boolean | Promise<boolean>;
}

const isWriteConflict = (error: unknown): boolean => hasCode(error, 'write_conflict');

/** `work` reads, decides and writes; it gets the number of the attempt, from 1. Throws the error of the last attempt. */
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
