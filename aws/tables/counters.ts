/**
 * Counters of calls and bytes, by window: rows of the region's table of sessions, which DynamoDB removes when they are over. An instance
 * leases units by one conditional write and spends them in memory (core/limiting/lease.ts). A counter never exceeds its limit, however many
 * instances write at once; a write that was repeated after a lost response counts twice, so the limit is reached early and not exceeded.
 */
import { BoundedMap } from '../../core/lib/boundedMap.ts';
import { Lease, type Span, untilEnd, windowOf } from '../../core/limiting/lease.ts';
import { readRows, updateRow } from '../direct/dynamodb.ts';
import { requireEnvironment } from '../lib/environment.ts';

/** Leases that an instance remembers; the one used least recently is dropped, and its units are lost until its window ends. */
const REMEMBERED = 5_000;
const MAX_TRIES = 4;
/** How long a row is kept after its window, for the pages that show it, and for clocks that differ. */
const KEPT_MS = 60_000;
const KEPT_DAY_MS = 2 * 86_400_000;

const table = () => requireEnvironment('TABLE_SESSIONS');

/** Key of a counter. */
export const counterKey = (name: string, window: string): string => `limit.${name}.${window}`;

const expiry = (span: Span, now: number): number =>
  Math.ceil((now + untilEnd(span, now) + (span === 'day' ? KEPT_DAY_MS : KEPT_MS)) / 1_000);

interface Known {
  readonly lease: Lease;
  /** Calls that wait for a lease. */
  waiting: number;
  leasing?: Promise<void> | undefined;
}

/** One instance's counters of one kind. */
export class Counters {
  private readonly span: Span;
  private readonly least: number;
  private readonly known = new BoundedMap<string, Known>(REMEMBERED);

  /** @param least units that are worth a write */
  constructor(span: Span, least = 1) {
    this.span = span;
    this.least = least;
  }

  /**
   * Spends one unit; the window that it is of, or undefined when the limit is reached. At most one write, and none once it is known that
   * the limit is reached.
   */
  take(name: string, most: number): Promise<string | undefined> {
    return this.until(name, most, (lease) => lease.spend(1));
  }

  /** Takes back a unit of a call that was not made, for the next one at this instance. Writes nothing. */
  giveBack(name: string, window: string): void {
    this.known.get(name)?.lease.giveBack(window);
  }

  /** Whether at least one unit is left; it is not spent. For what is counted afterwards, by {@link add}. */
  async has(name: string, most: number): Promise<boolean> {
    return (await this.until(name, most, (lease) => lease.isHeld)) !== undefined;
  }

  /** Counts units that were used, even beyond the limit. Writes only what exceeds the lease. */
  async add(name: string, units: number): Promise<void> {
    const { lease } = this.knownOf(name);
    const sessionId = counterKey(name, lease.enter(Date.now()));
    const debt = lease.overspend(units);
    if (debt === 0) return;
    await addTo(sessionId, { taken: debt }, expiry(this.span, Date.now()));
  }

  private knownOf(name: string): Known {
    const known = this.known.get(name) ?? { lease: new Lease(this.span, this.least), waiting: 0 };
    this.known.set(name, known);
    return known;
  }

  private async until(name: string, most: number, isEnough: (lease: Lease) => boolean): Promise<string | undefined> {
    const known = this.knownOf(name);
    const { lease } = known;
    known.waiting++;
    try {
      for (;;) {
        const window = lease.enter(Date.now());
        if (isEnough(lease)) return window;
        if (!lease.hasRoom(most)) return undefined;
        // Calls that come meanwhile wait for the same write.
        known.leasing ??= this.lease(known, name, window, most).finally(() => {
          known.leasing = undefined;
        });
        await known.leasing;
      }
    } finally {
      known.waiting--;
    }
  }

  private async lease({ lease, waiting }: Known, name: string, window: string, most: number): Promise<void> {
    const sessionId = counterKey(name, window);
    let units = lease.quantum(most, waiting);
    for (let tries = 1; ; tries++) {
      const row = await updateRow(
        table(),
        { sessionId },
        {
          update: 'ADD taken :units SET expiresAt = :expiry',
          condition: 'attribute_not_exists(taken) OR taken <= :room',
          values: { ':units': units, ':room': most - units, ':expiry': expiry(this.span, Date.now()) },
          isWanted: true,
        },
      );
      if (row) return lease.grant(window, units, Number(row['taken']));
      const taken = await readTaken(sessionId);
      const room = most - taken;
      if (room < 1 || (tries >= MAX_TRIES && this.span === 'second')) return lease.fill(window, most, taken);
      if (tries === 2 * MAX_TRIES) throw new Error(`Others change the counter ${sessionId} all the time.`);
      // One unit is asked for in the end, because others take units at the same time.
      units = tries + 1 >= MAX_TRIES ? 1 : lease.quantum(most, waiting, room);
    }
  }
}

async function readTaken(sessionId: string): Promise<number> {
  const rows = (await readRows({ [table()]: [{ sessionId }] }))[table()] as { taken?: number }[] | undefined;
  return rows?.[0]?.taken ?? 0;
}

/** The present values of counters in the windows of a time, by name; 0 for those without a row. */
export async function readCounters(
  span: Span,
  names: readonly string[],
  now = Date.now(),
): Promise<Map<string, number>> {
  const keys = names.map((name) => ({ sessionId: counterKey(name, windowOf(span, now)) }));
  const rows = keys.length === 0 ? [] : ((await readRows({ [table()]: keys }))[table()] ?? []);
  const taken = new Map(
    (rows as { sessionId: string; taken?: number }[]).map((row) => [row.sessionId, row.taken ?? 0]),
  );
  return new Map(names.map((name, at) => [name, taken.get(keys[at]?.sessionId ?? '') ?? 0]));
}

/** Adds to numbers of a row, which is created if needed. */
function addTo(sessionId: string, units: Readonly<Record<string, number>>, expiresAt: number): Promise<unknown> {
  const entries = Object.entries(units);
  return updateRow(
    table(),
    { sessionId },
    {
      update: `ADD ${entries.map((_, at) => `#n${at} :n${at}`).join(', ')} SET expiresAt = :expiry`,
      names: Object.fromEntries(entries.map(([name], at) => [`#n${at}`, name])),
      values: { ...Object.fromEntries(entries.map(([, value], at) => [`:n${at}`, value])), ':expiry': expiresAt },
    },
  );
}

const refusedKey = (serverId: string, now: number) => counterKey(`refused.${serverId}`, windowOf('day', now));

/** Adds to a server's refused calls of this day (UTC), by code. */
export async function addRefused(serverId: string, byCode: Readonly<Record<string, number>>): Promise<void> {
  const now = Date.now();
  await addTo(refusedKey(serverId, now), byCode, expiry('day', now));
}

/** Refused calls of this day (UTC), by code. */
export type Refusals = Readonly<Record<string, number>>;

/** A server's refused calls of this day (UTC), by code. */
export async function readRefused(serverId: string, now = Date.now()): Promise<Refusals> {
  return (await readRefusals([serverId], now)).get(serverId) ?? {};
}

/** Those of several servers by their ids, without servers that have refused none. At most 100 servers. */
export async function readRefusals(serverIds: readonly string[], now = Date.now()): Promise<Map<string, Refusals>> {
  const byKey = new Map(serverIds.map((serverId) => [refusedKey(serverId, now), serverId]));
  if (byKey.size === 0) return new Map();
  const rows = (await readRows({ [table()]: [...byKey.keys()].map((sessionId) => ({ sessionId })) }))[table()] ?? [];
  return new Map(
    (rows as ({ sessionId: string } & Record<string, number>)[]).map(({ sessionId, expiresAt: _, ...byCode }) => [
      byKey.get(sessionId) ?? '',
      byCode,
    ]),
  );
}
