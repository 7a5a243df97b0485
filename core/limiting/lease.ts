/**
 * What one instance has leased of a counter and not spent yet, for one window (a second or a day). An instance takes a few units with one
 * write and spends them in memory. The counter never exceeds the limit, so neither do the units that all instances spend together. How
 * many are taken at a time is decided here: as many as the instance has used so far in the window, or at the beginning of a second as many
 * as it used in the one before. So an instance with steady traffic writes once in a window; in its first window, n calls take about log2 n
 * writes. What it has leased is less than twice what it used, plus what it used in the window before (design/limits.md).
 */

/** The width of the windows of a limit. */
export type Span = 'second' | 'day';

const WIDTH_MS: Record<Span, number> = { second: 1_000, day: 86_400_000 };

/**
 * The window of a time, as a part of a counter's key: `s1795660000` or `d2026-11-26` (UTC).
 * @param now milliseconds since 1970
 */
export const windowOf = (span: Span, now: number): string =>
  span === 'second' ? `s${Math.floor(now / 1_000)}` : `d${new Date(now).toISOString().slice(0, 10)}`;

/** Milliseconds until the window of a time ends. */
export const untilEnd = (span: Span, now: number): number => WIDTH_MS[span] - (now % WIDTH_MS[span]);

/** A day's units are leased for the rest of the day, so no lease is larger than this part of what is left. */
const DAY_SHARE = 32;

/** The lease of one instance on one counter. */
export class Lease {
  private readonly span: Span;
  /** The least that is worth a write. */
  private readonly least: number;
  private window = '';
  private number = Number.NEGATIVE_INFINITY;
  private held = 0;
  private used = 0;
  private usedBefore = 0;
  /** Of the counter, as last known. */
  private taken = 0;
  /** The limit that was reached in this window. */
  private fullAt: number | undefined;

  constructor(span: Span, least = 1) {
    this.span = span;
    this.least = least;
  }

  /** Begins the window of a time, if it is another one; returns its name. */
  enter(now: number): string {
    const number = Math.floor(now / WIDTH_MS[this.span]);
    // A clock that was set back does not open a window again.
    if (number > this.number) {
      this.usedBefore = number === this.number + 1 ? this.used : 0;
      this.number = number;
      this.window = windowOf(this.span, now);
      this.held = 0;
      this.used = 0;
      this.taken = 0;
      this.fullAt = undefined;
    }
    return this.window;
  }

  /** Spends units that are held; false when there are too few. */
  spend(units: number): boolean {
    if (this.held < units) return false;
    this.held -= units;
    this.used += units;
    return true;
  }

  /** Takes back a unit that was spent in a window, for another call of the same window. One of a window that is over is lost. */
  giveBack(window: string): void {
    if (window !== this.window) return;
    this.held++;
    this.used--;
  }

  /** Whether units are held. */
  get isHeld(): boolean {
    return this.held > 0;
  }

  /** Whether the counter is known to have room under this limit; it never shrinks within a window. */
  hasRoom(most: number): boolean {
    return this.taken < most && (this.fullAt === undefined || this.fullAt < most);
  }

  /**
   * How many units to take now: at least one.
   * @param waiting calls that wait for units
   * @param room units that are left under the limit, where the counter was just read
   */
  quantum(most: number, waiting: number, room = most - this.taken): number {
    const isDay = this.span === 'day';
    const usual = this.used === 0 && !isDay ? this.usedBefore : this.used;
    const wanted = Math.max(waiting, this.least, usual);
    const share = isDay ? Math.max(waiting, Math.ceil(room / DAY_SHARE)) : room;
    return Math.max(1, Math.min(wanted, share, room));
  }

  /** Units of a window's counter were taken, which is at `taken` now. Those of a window that is over are lost. */
  grant(window: string, units: number, taken: number): void {
    if (window !== this.window) return;
    this.held += units;
    this.taken = taken;
  }

  /** A window's counter has no room under this limit. */
  fill(window: string, most: number, taken: number): void {
    if (window !== this.window) return;
    this.fullAt = most;
    this.taken = taken;
  }

  /** Spends units whether or not they are held. Returns how many were spent beyond those held; these are to be added to the counter. */
  overspend(units: number): number {
    this.used += units;
    const debt = Math.max(0, units - this.held);
    this.held = Math.max(0, this.held - units);
    return debt;
  }
}
