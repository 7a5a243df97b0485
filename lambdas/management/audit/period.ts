/** The period that figures of calls cover, and the width of its intervals. */
import type { Bucket } from '../../../core/audit/stats.ts';
import { InvalidInput } from '../../../core/lib/errors.ts';

const HOUR = 3_600_000;
/** Milliseconds. */
export const DAY = 24 * HOUR;
const LONGEST_DAYS = 92;
/** Above this length there are no fine bars. */
const LONGEST_FINE = DAY / 2;

/** `from` (inclusive) and `to` (exclusive, so that periods side by side add up) in milliseconds since 1970. */
export interface StatsPeriod {
  readonly from: number;
  readonly to: number;
  readonly bucket: Bucket;
}

/** As asked for; without times the last day. Throws InvalidInput. */
export function periodOf(query: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly bucket?: Bucket | undefined;
}): StatsPeriod {
  const to = query.to ? Date.parse(query.to) : Date.now();
  // Ids contain no time before 1970.
  const from = Math.max(0, query.from ? Date.parse(query.from) : to - DAY);
  if (to <= 0) throw new InvalidInput([{ field: 'to', rule: 'range', message: 'must be after the year 1969.' }]);
  if (from >= to || to - from > LONGEST_DAYS * DAY) {
    throw new InvalidInput([
      { field: 'from', rule: 'range', message: `must be before the end, by ${LONGEST_DAYS} days at most.` },
    ]);
  }
  const bucket: Bucket = query.bucket ?? (to - from > 3 * DAY ? 'day' : 'hour');
  if (bucket === '5min' && to - from > LONGEST_FINE) {
    throw new InvalidInput([
      { field: 'bucket', rule: 'range', message: '5min covers half a day at most. Use hour or day.' },
    ]);
  }
  return { from, to, bucket };
}
