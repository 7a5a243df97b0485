/**
 * For audit entries of events that a client can repeat without limit: an instance writes one a minute for each sort of event. Other
 * instances derive the same id from the minute (entryOfMinute in core/audit/entry.ts), so that all of them write one.
 */
import { BoundedMap } from '../../core/lib/boundedMap.ts';

const MINUTE = 60_000;

/**
 * Tells whether something is the first of its sort in a minute.
 * @param capacity sorts that are remembered; a further one takes the place of the oldest, which may then be the first once more
 * @returns a function of the sort and the time in milliseconds
 */
export function firstOfMinute(capacity: number): (sort: string, now: number) => boolean {
  /** The minute of the last one, by sort. */
  const minutes = new BoundedMap<string, number>(capacity);
  return (sort, now) => {
    const minute = Math.floor(now / MINUTE);
    if (minutes.get(sort) === minute) return false;
    minutes.set(sort, minute);
    return true;
  };
}
