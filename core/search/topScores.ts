/** Selects the best of many by insertion, without sorting all of them. Pure; time is linear where few are kept. */

/** Collects the indexes with the highest scores; with equal scores, the lower index comes first. */
export class TopScores {
  /** Best first. */
  readonly indexes: number[] = [];
  private readonly scores: number[] = [];
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Takes an index in if its score is among the highest. */
  offer(index: number, score: number): void {
    if (this.indexes.length === this.capacity && !this.isBehind(this.capacity - 1, index, score)) return;
    let at = this.indexes.length;
    while (at > 0 && this.isBehind(at - 1, index, score)) at--;
    this.indexes.splice(at, 0, index);
    this.scores.splice(at, 0, score);
    if (this.indexes.length <= this.capacity) return;
    this.indexes.pop();
    this.scores.pop();
  }

  private isBehind(at: number, index: number, score: number): boolean {
    return this.scores[at]! < score || (this.scores[at] === score && this.indexes[at]! > index);
  }
}
