/**
 * Counts how calls ended at the API, by server and caller, and writes the counts of this instance to the breaker's row when calls fail. What
 * the row says then, of the calls of all instances, decides (core/limiting/callers.ts).
 */
import { addHealth, windowOf } from '../../../aws/tables/breakers.ts';
import { BoundedMap } from '../../../core/lib/boundedMap.ts';
import {
  type BreakerRow,
  type BreakerSettings,
  type Counts,
  NO_COUNTS,
  NO_WINDOW,
  plus,
  type WindowCounts,
} from '../../../core/limiting/breaker.ts';
import {
  countCall,
  type Finding,
  findingOf,
  isBad,
  naming,
  type Unwritten,
  withCounts,
} from '../../../core/limiting/callers.ts';

const REPORT_EVERY_MS = 1_000;

interface Health {
  window: number;
  unwritten: Counts;
  readonly unwrittenBy: Unwritten;
  /** Of all instances, as last known. */
  total: WindowCounts;
  writtenAt: number;
}
/** What this instance has seen in the present window, by server. */
const health = new BoundedMap<string, Health>(2_000);

/** One call that has ended. */
export interface Ended {
  readonly serverId: string;
  readonly settings: BreakerSettings;
  /** The row, as it was when the call began. */
  readonly row: BreakerRow | undefined;
  /** Beginning of the present window. */
  readonly window: number;
  readonly caller: string;
  readonly seen: Counts;
  readonly now: number;
}

/** Counts a call; what is to be done, by what the row says, if this call made it necessary to write. */
export async function count(ended: Ended): Promise<(Finding & { readonly total: Counts }) | undefined> {
  const { serverId, settings, row, window, caller, seen, now } = ended;
  const known = healthIn(serverId, window);
  known.unwritten = plus(known.unwritten, seen);
  countCall(known.unwrittenBy, caller, seen);
  if (row?.windowAt === window) learn(known, windowOf(row));
  if (!isBad(known.unwritten) && !isBad(known.total)) return undefined;
  const { byName, callers } = naming(known.unwrittenBy, known.total);
  const foreseen = findingOf(settings, withCounts(known.total, known.unwritten, byName));
  if (now - known.writtenAt < REPORT_EVERY_MS && !isOf(ended, foreseen)) return undefined;
  const counts = known.unwritten;
  known.unwritten = NO_COUNTS;
  known.writtenAt = now;
  for (const each of callers) known.unwrittenBy.delete(each);
  const total = await addHealth(serverId, window, counts, byName);
  if (!total) return undefined;
  learn(known, total);
  const found = findingOf(settings, total);
  return isOf(ended, found) ? { ...found, total } : undefined;
}

/** Forgets a server's window, which is over. */
export const forget = (serverId: string): void => void health.delete(serverId);

/** Whether a finding stops everybody, or the caller of this call because of it. */
const isOf = ({ caller, seen }: Ended, found: Finding | undefined): found is Finding =>
  found !== undefined && (found.caller === undefined || (found.caller === caller && isBad(seen)));

function learn(known: Health, total: WindowCounts): void {
  if (total.calls > known.total.calls) known.total = total;
}

function healthIn(serverId: string, window: number): Health {
  const known = health.get(serverId);
  if (known?.window === window) return known;
  const fresh: Health = {
    window,
    unwritten: NO_COUNTS,
    unwrittenBy: new Map(),
    total: NO_WINDOW,
    writtenAt: 0,
  };
  health.set(serverId, fresh);
  return fresh;
}
