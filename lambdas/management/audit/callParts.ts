/**
 * A cache of recent finished calls in this instance's memory, in parts of ten minutes. Every open dashboard asks for the last day every
 * ten seconds, and only the end of it changes. Bounded; a part that is missing is read again.
 */
import { readCalls } from '../../../aws/auditCalls.ts';
import type { CallFigures } from '../../../core/audit/stats.ts';

const PART_MS = 600_000;
/** An entry gets its time before it is written, and the write may be delayed by a busy table. */
const SETTLED_AFTER_MS = 120_000;
/** About 100 bytes each. */
const MAX_CALLS = 300_000;
const MAX_PARTS = 50_000;

const NONE: readonly CallFigures[] = [];

/** The cached parts of one instance. */
export class CallParts {
  private readonly parts = new Map<string, readonly CallFigures[]>();
  private kept = 0;

  /**
   * Calls `onCall` for a server's calls in the range, newest first. Parts that are not cached are read; before each read `mayRead` is
   * asked with the number of entries read so far. False when it refused before everything was read.
   */
  async each(
    serverId: string,
    { from, to }: { readonly from: number; readonly to: number },
    onCall: (call: CallFigures) => void,
    mayRead: (entries: number) => boolean,
  ): Promise<boolean> {
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
      while (begin > first && !this.parts.has(keyOf(serverId, begin - PART_MS))) begin -= PART_MS;
      if (!(await this.read(serverId, begin, end, onCall, mayRead))) return false;
      end = begin;
    }
    return true;
  }

  private async read(
    serverId: string,
    from: number,
    to: number,
    onCall: (call: CallFigures) => void,
    mayRead: (entries: number) => boolean,
  ): Promise<boolean> {
    if (!mayRead(0)) return false;
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
        return false;
      }
      if (since <= from) mayRead(page.read);
    }
    since = from;
    keep();
    return true;
  }

  /** Parts that were used become the newest. */
  private find(serverId: string, part: number): readonly CallFigures[] | undefined {
    const key = keyOf(serverId, part);
    const calls = this.parts.get(key);
    if (!calls) return undefined;
    this.parts.delete(key);
    this.parts.set(key, calls);
    return calls;
  }

  private keep(serverId: string, part: number, calls: readonly CallFigures[]): void {
    const key = keyOf(serverId, part);
    if (this.parts.has(key)) return;
    this.parts.set(key, calls);
    this.kept += calls.length;
    for (const [oldest, dropped] of this.parts) {
      if (this.kept <= MAX_CALLS && this.parts.size <= MAX_PARTS) break;
      this.parts.delete(oldest);
      this.kept -= dropped.length;
    }
  }
}

const keyOf = (serverId: string, part: number): string => `${serverId} ${part}`;
