/**
 * The order in which requests begin. One thread answers everybody, so a few requests begin in each turn of the event loop, one of each
 * party after the other: who sends many at once waits behind itself, and the others wait for one or two of its requests. A party is a
 * connection token or a login, as the request presents it, from the first answer on that it was admitted to. Until then, and without
 * either, requests stand in one line that all strangers share: made-up tokens are worth no turn of their own.
 */

/**
 * Requests that begin in one turn of the loop. More would let all of them go before whatever arrives meanwhile; with one, a turn's own cost
 * (asking the system what has arrived) would come with each.
 */
const BEGUN_EACH_TURN = 2;
/** Parties that are remembered; beyond it the one that was admitted first shares the strangers' line until its next answer. */
const PARTIES = 2_000;

interface Line {
  readonly waiting: Array<() => void>;
}

export class Turns {
  private readonly strangers: Line = { waiting: [] };
  private readonly parties = new Map<string, Line>();
  /** Lines in which somebody waits, in the order of their turns. */
  private readonly rotation: Line[] = [];
  private begun = 0;
  private isCounting = false;

  /** Begins at once when nobody waits, and later in turn. `party` is what the request presents; '' for nothing. */
  take(party: string, begin: () => void): void {
    if (this.begun < BEGUN_EACH_TURN && this.rotation.length === 0) {
      this.start(begin);
      return;
    }
    const line = this.parties.get(party) ?? this.strangers;
    if (line.waiting.push(begin) === 1) this.rotation.push(line);
  }

  /** The party was let in: from now on it has a line of its own. */
  admitted(party: string): void {
    if (this.parties.has(party)) return;
    if (this.parties.size >= PARTIES) this.parties.delete(this.parties.keys().next().value as string);
    this.parties.set(party, { waiting: [] });
  }

  private start(begin: () => void): void {
    this.begun++;
    if (!this.isCounting) {
      this.isCounting = true;
      setImmediate(() => this.nextTurn());
    }
    begin();
  }

  private nextTurn(): void {
    this.begun = 0;
    this.isCounting = false;
    while (this.begun < BEGUN_EACH_TURN) {
      const line = this.rotation.shift();
      if (!line) return;
      const begin = line.waiting.shift() as () => void;
      // Behind the others from now on.
      if (line.waiting.length > 0) this.rotation.push(line);
      this.start(begin);
    }
  }
}
