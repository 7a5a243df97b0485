/**
 * Limits and schedules the invocations in a shared process: a number of them run at once, some more wait for a bounded time, and the rest
 * are refused at once. One caller gets only a share of the places, and waiting callers are served by turns, so that nobody waits behind
 * another caller's backlog.
 */
export interface PlaceLimits {
  /** Invocations that run at once. */
  readonly places: number;
  /** How many of these one caller may have; the others are for whoever comes next. */
  readonly placesEach: number;
  readonly waiting: number;
  readonly waitingEach: number;
  /** Maximum time of a wait. */
  readonly waitMs: number;
}

/** An invocation that asks for a place. */
export interface Wanted {
  /** Who makes the invocation; all without a name count as one caller. */
  readonly asker: string;
  /** Called when it gets a place, which it has until {@link Places.free}. */
  begin(): void;
  /** Called when it gets none. */
  refuse(): void;
}

/** Above this number, callers with nothing running are forgotten. */
const KEPT_ASKERS = 100;

interface Asker {
  running: number;
  readonly waiting: Wanted[];
}

/** The places of one process. */
export class Places {
  private readonly limits: PlaceLimits;
  /** Callers in the order of their turns. */
  private readonly askers = new Map<string, Asker>();
  private running = 0;
  private waiting = 0;

  constructor(limits: PlaceLimits) {
    this.limits = limits;
  }

  /** Number of invocations that have a place or wait for one. */
  get busy(): number {
    return this.running + this.waiting;
  }

  /**
   * Begins the invocation now or later, or refuses it. Returns a function that cancels it while it waits; neither callback is called
   * then.
   */
  enter(wanted: Wanted): () => void {
    const asker = this.askerOf(wanted.asker);
    if (asker.waiting.length === 0 && this.hasPlaceFor(asker)) {
      this.begin(asker, wanted);
      return none;
    }
    const { waiting, waitingEach, waitMs } = this.limits;
    if (this.waiting >= waiting || asker.waiting.length >= waitingEach) {
      wanted.refuse();
      return none;
    }
    asker.waiting.push(wanted);
    this.waiting++;
    const timer = setTimeout(() => {
      if (this.forget(asker, wanted)) wanted.refuse();
    }, waitMs).unref();
    return () => {
      clearTimeout(timer);
      this.forget(asker, wanted);
    };
  }

  /** Call it at the end of an invocation that had begun. */
  free(name: string): void {
    const freed = this.askers.get(name);
    if (!freed) return;
    freed.running--;
    this.running--;
    if (this.waiting === 0) return;
    for (const [each, asker] of this.askers) {
      const next = asker.waiting[0];
      if (!next || !this.hasPlaceFor(asker)) continue;
      // The caller goes to the end of the order.
      this.askers.delete(each);
      this.askers.set(each, asker);
      this.forget(asker, next);
      this.begin(asker, next);
      return;
    }
  }

  /** Removes and returns all waiting invocations. */
  drain(): Wanted[] {
    const all = [...this.askers.values()].flatMap(({ waiting }) => waiting.splice(0));
    this.waiting = 0;
    return all;
  }

  private begin(asker: Asker, wanted: Wanted): void {
    asker.running++;
    this.running++;
    wanted.begin();
  }

  private hasPlaceFor({ running }: Asker): boolean {
    return this.running < this.limits.places && running < this.limits.placesEach;
  }

  private forget(asker: Asker, wanted: Wanted): boolean {
    const at = asker.waiting.indexOf(wanted);
    if (at < 0) return false;
    asker.waiting.splice(at, 1);
    this.waiting--;
    return true;
  }

  private askerOf(name: string): Asker {
    let asker = this.askers.get(name);
    if (!asker) {
      if (this.askers.size >= KEPT_ASKERS) this.forgetIdle();
      asker = { running: 0, waiting: [] };
      this.askers.set(name, asker);
    }
    return asker;
  }

  private forgetIdle(): void {
    for (const [name, { running, waiting }] of this.askers) {
      if (running === 0 && waiting.length === 0) this.askers.delete(name);
    }
  }
}

const none = () => {};
