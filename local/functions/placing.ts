/**
 * The places of a process that many ask for: so many invocations run in it at once, some more wait for a bounded time, and the rest
 * are refused at once. Whoever asks most gets no more than a share of the places, and those who wait are served in turn, one of each
 * asker after the other, so that nobody stands behind another's backlog.
 */
export interface PlaceLimits {
  /** Invocations at once. */
  readonly places: number;
  /** Of these, for one asker at most. The rest is there for whoever comes next. */
  readonly placesEach: number;
  readonly waiting: number;
  readonly waitingEach: number;
  /** The longest that anybody waits. */
  readonly waitMs: number;
}

/** An invocation that asks for a place. */
export interface Wanted {
  /** Whose invocation it is; invocations without a name are one asker's. */
  readonly asker: string;
  /** It has a place from now on, until {@link Places.free}. */
  begin(): void;
  /** It gets none. */
  refuse(): void;
}

/** Askers that have nothing under way are forgotten when there are more of them. */
const KEPT_ASKERS = 100;

interface Asker {
  running: number;
  readonly waiting: Wanted[];
}

/** The places of one process. */
export class Places {
  private readonly limits: PlaceLimits;
  /** In the order of their turns. */
  private readonly askers = new Map<string, Asker>();
  private running = 0;
  private waiting = 0;

  constructor(limits: PlaceLimits) {
    this.limits = limits;
  }

  /** How many have a place or wait for one. */
  get busy(): number {
    return this.running + this.waiting;
  }

  /** Begins it now or later, or refuses it. Returns how to give it up while it waits; nothing of it is heard then. */
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

  /** The end of an invocation that had begun. */
  free(name: string): void {
    const freed = this.askers.get(name);
    if (!freed) return;
    freed.running--;
    this.running--;
    if (this.waiting === 0) return;
    for (const [each, asker] of this.askers) {
      const next = asker.waiting[0];
      if (!next || !this.hasPlaceFor(asker)) continue;
      // Behind the others from now on.
      this.askers.delete(each);
      this.askers.set(each, asker);
      this.forget(asker, next);
      this.begin(asker, next);
      return;
    }
  }

  /** Hands out all that wait, none of which is heard of here again. */
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
