/**
 * The order in which requests begin. One thread serves everybody, so a few requests begin in each turn of the event loop, taken from each
 * party in turn: a client that sends many at once waits behind its own requests, and others wait for one or two of them. A party is the
 * credential that a request presents (a connection token or a login), once a request with it was admitted. Until then, and without a
 * credential, requests wait in one queue that all strangers share, so that made-up tokens gain nothing.
 *
 * Beside others, a party has a few requests running at once, and the rest of a burst follows as they are answered; if all began together,
 * they would be ahead of everybody else's in the functions' event loops. A party that is alone has many: with few, every step of a request
 * would wake a process for itself, which took twice the processor time. A request that is not answered soon waits for something else (an
 * upstream, the end of a stream) and is not counted any more, so slow calls do not delay the party's other requests. One that a limit
 * refused is counted as long: whoever goes on at full speed beyond a limit is refused some hundred times a second and not thousands of
 * times.
 */

/**
 * Requests that begin in one turn of the event loop. More would put them ahead of whatever arrives meanwhile; with two, sixteen clients had
 * 1,820 calls a second instead of 2,930.
 */
const BEGUN_EACH_TURN = 8;
/** Parties that are remembered. Beyond it, the one that was admitted first shares the strangers' queue until its next response. */
const PARTIES = 2_000;

/** Recent requests of one party that may run at once beside those of others. */
const UNDER_WAY = 3;
/** The same for a party that is alone: whoever comes next waits for so many once, for a few milliseconds. */
const UNDER_WAY_ALONE = 16;
/** A party is alone when no other has asked for this long. */
const ALONE_AFTER_MS = 1_000;
/** How long a request counts as running: several times what a response takes that waits for nothing. */
const YOUNG_MS = 25;

/** How a request ended. */
interface Ending {
  /** A limit refused it. */
  readonly isRefused?: boolean;
}

/** Begins a request. It calls `answered` when the request is over, possibly more than once. */
export type Begin = (answered: (ending?: Ending) => void) => void;

interface Line {
  readonly waiting: Begin[];
  /** Strangers have no limit: one that sends its body slowly must not delay the others. */
  readonly isLimited: boolean;
  /** Those that have begun and count as running, the oldest first; of strangers none is kept. */
  readonly young: Started[];
  underWay: number;
  /** Those under way that a limit has refused. */
  refused: number;
  inRotation: boolean;
  /** Set while a request waits for the oldest under way to become old. */
  timer: NodeJS.Timeout | undefined;
}

/** A request that has begun. */
interface Started {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  isOver: boolean;
  wasRefused: boolean;
}

const newLine = (isLimited: boolean): Line => ({
  waiting: [],
  isLimited,
  young: [],
  underWay: 0,
  refused: 0,
  inRotation: false,
  timer: undefined,
});

/** Lets requests begin by turns. */
export class Turns {
  private readonly strangers = newLine(false);
  private readonly parties = new Map<string, Line>();
  /** Queues with a request that may begin, in the order of their turns. */
  private readonly rotation: Line[] = [];
  private begun = 0;
  private isCounting = false;
  /** Who asked last, and when another had asked before that (milliseconds of the monotonic clock). */
  private latest: Line | undefined;
  private changedAt = Number.NEGATIVE_INFINITY;
  private isAlone = true;
  private readonly youngMs: number;

  /** `youngMs`: how long a request counts as running. */
  constructor(youngMs = YOUNG_MS) {
    this.youngMs = youngMs;
  }

  /** Begins at once when nobody waits, else by turns. `party`: the request's credential, '' for none. */
  take(party: string, begin: Begin): void {
    const line = this.parties.get(party) ?? this.strangers;
    this.hear(line);
    this.forgetOld(line);
    const isNext = this.rotation.length === 0 && line.waiting.length === 0;
    if (isNext && this.begun < BEGUN_EACH_TURN && this.hasRoom(line)) {
      this.start(line, begin);
      return;
    }
    line.waiting.push(begin);
    this.queue(line);
  }

  /** The party's credential was accepted: from now on it has a queue of its own. */
  admitted(party: string): void {
    if (this.parties.has(party)) return;
    if (this.parties.size >= PARTIES) this.parties.delete(this.parties.keys().next().value as string);
    this.parties.set(party, newLine(true));
  }

  /** Notes who asks: while it is always the same party, it is alone. */
  private hear(line: Line): void {
    const now = performance.now();
    if (this.latest !== undefined && line !== this.latest) this.changedAt = now;
    this.latest = line;
    this.isAlone = now - this.changedAt > ALONE_AFTER_MS;
  }

  /** As of the last {@link forgetOld}. */
  private hasRoom({ isLimited, underWay, refused }: Line): boolean {
    return !isLimited || underWay < (this.isAlone && refused === 0 ? UNDER_WAY_ALONE : UNDER_WAY);
  }

  /** Requests that are over, or not young any more, are forgotten only here: a timer for each would cost more than all the rest. */
  private forgetOld(line: Line): void {
    const since = performance.now() - this.youngMs;
    const { young } = line;
    for (let oldest = young[0]; oldest && (oldest.isOver || oldest.at <= since); oldest = young[0]) {
      this.end(line, oldest);
      young.shift();
    }
  }

  private start(line: Line, begin: Begin): void {
    this.begun++;
    this.count();
    const started: Started = { at: performance.now(), isOver: false, wasRefused: false };
    line.underWay++;
    if (line.isLimited) line.young.push(started);
    begin(({ isRefused = false } = {}) => {
      if (!isRefused || !line.isLimited) {
        this.end(line, started);
        this.queue(line);
      } else if (!started.isOver && !started.wasRefused) {
        started.wasRefused = true;
        line.refused++;
      }
    });
  }

  /** The request does not count any more. */
  private end(line: Line, started: Started): void {
    if (started.isOver) return;
    started.isOver = true;
    line.underWay--;
    if (started.wasRefused) line.refused--;
  }

  private queue(line: Line): void {
    this.forgetOld(line);
    if (line.inRotation || line.waiting.length === 0) return;
    if (!this.hasRoom(line)) {
      this.wait(line);
      return;
    }
    line.inRotation = true;
    this.rotation.push(line);
    this.count();
  }

  /** Looks again when the oldest request under way is old. */
  private wait(line: Line): void {
    const [oldest] = line.young;
    if (line.timer || !oldest) return;
    const left = Math.max(0, oldest.at + this.youngMs - performance.now());
    line.timer = setTimeout(() => {
      line.timer = undefined;
      this.queue(line);
    }, Math.ceil(left)).unref();
  }

  private count(): void {
    if (this.isCounting) return;
    this.isCounting = true;
    setImmediate(() => this.nextTurn());
  }

  private nextTurn(): void {
    this.begun = 0;
    this.isCounting = false;
    while (this.begun < BEGUN_EACH_TURN) {
      const line = this.rotation.shift();
      if (!line) return;
      line.inRotation = false;
      this.start(line, line.waiting.shift() as Begin);
      // The queue goes to the end of the rotation.
      this.queue(line);
    }
  }
}
