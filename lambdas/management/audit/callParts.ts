/**
 * A cache of recent finished calls in this instance's memory, in parts of ten minutes. Every open dashboard asks for the last day every
 * ten seconds, and only the end of it changes. Bounded; a part that is missing is read again.
 */
import { readCalls } from '../../../aws/auditCalls.ts';
import type { CallFigures } from '../../../core/audit/stats.ts';

const PART_MS = 600_000;
/** An entry gets its time before it is written, and the write may be delayed by a busy table. */
const SETTLED_AFTER_MS = 120_000;
/** About 150 bytes each. */
const MAX_CALLS = 300_000;
/** About 70 bytes each. A day has 144 for each server, whether it has calls or not. */
const MAX_PARTS = 300_000;
/** What was not used for so long makes room; all open dashboards ask more often. */
const UNUSED_MS = 300_000;
/** Between two looks for what makes room. */
const LOOKS_MS = 60_000;

const NONE: readonly CallFigures[] = [];

interface Part {
  readonly calls: readonly CallFigures[];
  usedAt: number;
}

/**
 * The cached parts of one instance. When they are too many, what is in use stays and nothing is added: dropping the oldest would drop each
 * part shortly before it is asked for again, because every answer goes through all of them in the same order.
 */
export class CallParts {
  /** By server and beginning. */
  private readonly parts = new Map<string, Map<number, Part>>();
  private kept = { calls: 0, parts: 0 };
  private lookedAt = Number.NEGATIVE_INFINITY;

  /**
   * Calls `onCall` for a server's calls in the range, newest first. Parts that are not cached are read; before each read `mayRead` is
   * asked with the number of entries read since the last time. Resolves to the time from which on everything was read: `from`, or a later
   * one when it refused before.
   */
  async each(
    serverId: string,
    { from, to }: { readonly from: number; readonly to: number },
    onCall: (call: CallFigures) => void,
    mayRead: (entries: number) => boolean,
  ): Promise<number> {
    let end = Math.ceil(to / PART_MS) * PART_MS;
    const first = Math.floor(from / PART_MS) * PART_MS;
    while (end > first) {
      const known = this.find(serverId, end - PART_MS);
      if (known) {
        for (const call of known) onCall(call);
        end -= PART_MS;
        continue;
      }
      // Adjacent missing parts are read together.
      let begin = end - PART_MS;
      while (begin > first && !this.parts.get(serverId)?.has(begin - PART_MS)) begin -= PART_MS;
      const since = await this.read(serverId, begin, end, onCall, mayRead);
      if (since > begin) return Math.max(from, since);
      end = begin;
    }
    return from;
  }

  private async read(
    serverId: string,
    from: number,
    to: number,
    onCall: (call: CallFigures) => void,
    mayRead: (entries: number) => boolean,
  ): Promise<number> {
    if (!mayRead(0)) return to;
    const began = Date.now();
    const settled = Math.floor((began - SETTLED_AFTER_MS) / PART_MS) * PART_MS;
    const found = new Map<number, CallFigures[]>();
    /** Parts from here on are complete. */
    let since = to;
    const keep = () => {
      for (let part = to - PART_MS; part >= since; part -= PART_MS) {
        if (part + PART_MS <= settled) this.keep(serverId, part, found.get(part) ?? NONE);
      }
    };
    for await (const page of readCalls(serverId, from, to)) {
      for (const call of page.calls) {
        onCall(call);
        const part = Math.floor(call.idAt / PART_MS) * PART_MS;
        const calls = found.get(part);
        if (calls) calls.push(call);
        else found.set(part, [call]);
      }
      since = page.since;
      if (since > from && !mayRead(page.read)) {
        keep();
        return since;
      }
      if (since <= from) mayRead(page.read);
    }
    since = from;
    keep();
    return from;
  }

  private find(serverId: string, begin: number): readonly CallFigures[] | undefined {
    const part = this.parts.get(serverId)?.get(begin);
    if (part) part.usedAt = Date.now();
    return part?.calls;
  }

  private keep(serverId: string, begin: number, calls: readonly CallFigures[]): void {
    const parts = this.parts.get(serverId) ?? new Map<number, Part>();
    if (parts.has(begin) || !this.hasRoom(calls.length)) return;
    this.parts.set(serverId, parts);
    parts.set(begin, { calls, usedAt: Date.now() });
    this.kept.calls += calls.length;
    this.kept.parts++;
  }

  private hasRoom(calls: number): boolean {
    const isRoom = () => this.kept.parts < MAX_PARTS && this.kept.calls + calls <= MAX_CALLS;
    if (isRoom() || Date.now() < this.lookedAt + LOOKS_MS) return isRoom();
    this.lookedAt = Date.now();
    for (const [serverId, parts] of this.parts) {
      for (const [begin, part] of parts) {
        if (part.usedAt > this.lookedAt - UNUSED_MS) continue;
        parts.delete(begin);
        this.kept.calls -= part.calls.length;
        this.kept.parts--;
      }
      if (parts.size === 0) this.parts.delete(serverId);
    }
    return isRoom();
  }
}

/** Those of this instance, which all figures share. */
export const callParts = new CallParts();
