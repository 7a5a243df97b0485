/**
 * Reads the calls of one server over a long time: the days side by side, the newest first, up to a bound of entries and time. What was read
 * stays in this instance (callParts.ts), so that the next request reaches further back.
 */
import type { CallFigures } from '../../../core/audit/stats.ts';
import type { CallParts } from './callParts.ts';
import { DAY } from './period.ts';

const ENTRIES_READ = 200_000;
/** Each day is a partition of its own. */
const DAYS_AT_ONCE = 4;
/** The gateway waits for 29 s. */
const ANSWER_BEFORE_MS = 18_000;

/** Milliseconds since 1970. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * The calls of a time range by days, newest first, and from when on they are complete: the beginning of the range, or a later time when the
 * bound was reached.
 */
export async function callsOf(
  parts: CallParts,
  serverId: string,
  time: Window,
): Promise<{ readonly calls: readonly CallFigures[]; readonly since: number }> {
  const days = daysOf(time);
  const found = days.map((): CallFigures[] => []);
  const until = Date.now() + ANSWER_BEFORE_MS;
  let left = ENTRIES_READ;
  let since = time.from;
  const mayRead = (entries: number) => {
    left -= entries;
    return left > 0 && Date.now() < until;
  };
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < days.length; at = next++) {
      const day = days[at] as Window;
      // Older than what is missing already: it would not be counted.
      if (day.to <= since) return;
      const reached = await parts.each(serverId, day, (call) => found[at]?.push(call), mayRead);
      if (reached > day.from) since = Math.max(since, reached);
    }
  };
  await Promise.all(Array.from({ length: DAYS_AT_ONCE }, lane));
  return { calls: found.flat(), since };
}

/** The days (UTC) of a range, newest first, each cut to the range. */
function daysOf({ from, to }: Window): Window[] {
  const days: Window[] = [];
  for (let day = Math.floor((to - 1) / DAY) * DAY; day + DAY > from; day -= DAY) {
    days.push({ from: Math.max(from, day), to: Math.min(to, day + DAY) });
  }
  return days;
}
