/**
 * The order in which requests begin. One thread answers everybody, so a few requests begin in each turn of the event loop, one of each
 * party after the other: who sends many at once waits behind itself, and the others wait for one or two of its requests. A party is a
 * connection token or a login, as the request presents it, from the first answer on that it was admitted to. Until then, and without
 * either, requests stand in one line that all strangers share: made-up tokens are worth no turn of their own.
 *
 * A party has a few requests under way at once, and the rest of a burst follows as they are answered: begun all together they would
 * stand before everybody else's in the functions' own event loops. A request that is not answered soon waits for something else (an upstream,
 * the end of a stream) and is not counted any more, so nobody's slow calls keep their other ones back.
 */

/**
 * Requests that begin in one turn of the loop. More would let all of them go before whatever arrives meanwhile; with one, a turn's own cost
 * (asking the system what has arrived) would come with each.
 */
const BEGUN_EACH_TURN = 2;
/** Parties that are remembered; beyond it the one that was admitted first shares the strangers' line until its next answer. */
const PARTIES = 2_000;

/** Requests of one party that may be under way, as long as they are young. */
const UNDER_WAY = 3;
/** Until when a request counts as under way: several times what an answer takes that waits for nobody. */
const YOUNG_MS = 25;

/** Begins a request; `answered` is to be called once it is over, and may be called again. */
export type Begin = (answered: () => void) => void;

interface Line {
  readonly waiting: Begin[];
  /** Strangers have none: one that sends its body slowly must not keep the others back. */
  readonly limit: number;
  underWay: number;
  inRotation: boolean;
}

const newLine = (limit: number): Line => ({ waiting: [], limit, underWay: 0, inRotation: false });

/** Lets requests begin in turn. */
export class Turns {
  private readonly strangers = newLine(Number.POSITIVE_INFINITY);
  private readonly parties = new Map<string, Line>();
  /** Lines in which somebody waits that may begin, in the order of their turns. */
  private readonly rotation: Line[] = [];
  private begun = 0;
  private isCounting = false;

  /** Begins at once when nobody waits, and later in turn. `party` is what the request presents; '' for nothing. */
  take(party: string, begin: Begin): void {
    const line = this.parties.get(party) ?? this.strangers;
    if (this.begun < BEGUN_EACH_TURN && this.rotation.length === 0 && line.underWay < line.limit) {
      this.start(line, begin);
      return;
    }
    line.waiting.push(begin);
    this.queue(line);
  }

  /** The party was let in: from now on it has a line of its own. */
  admitted(party: string): void {
    if (this.parties.has(party)) return;
    if (this.parties.size >= PARTIES) this.parties.delete(this.parties.keys().next().value as string);
    this.parties.set(party, newLine(UNDER_WAY));
  }

  private start(line: Line, begin: Begin): void {
    this.begun++;
    this.count();
    line.underWay++;
    let isOver = false;
    const answered = () => {
      if (isOver) return;
      isOver = true;
      line.underWay--;
      this.queue(line);
    };
    if (line.limit < Number.POSITIVE_INFINITY) setTimeout(answered, YOUNG_MS).unref();
    begin(answered);
  }

  private queue(line: Line): void {
    if (line.inRotation || line.waiting.length === 0 || line.underWay >= line.limit) return;
    line.inRotation = true;
    this.rotation.push(line);
    this.count();
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
      // Behind the others from now on.
      this.queue(line);
    }
  }
}
