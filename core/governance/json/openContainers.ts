/** The open containers of a document that is scanned as bytes: the path to each, and what closes them. */

/** Supported levels of nesting; deeper documents are left to the parser. */
export const MAX_DEPTH = 512;

/** Containers by level, outermost first. The scanner has the current depth and writes the entries. */
export class OpenContainers {
  // Plain arrays, which grow with the depth: typed ones for the deepest document were 10 KB outside of the heap for each answer.
  /** Complete elements of each array; -1 for an object. */
  readonly counts: number[] = [];
  /** Output offsets of the last key of each object. */
  readonly keyStarts: number[] = [];
  readonly keyEnds: number[] = [];

  /** The keys and indexes on the path to the container at a depth, as in `ArrayCut` (cuts.ts). */
  path(depth: number): (readonly [number, number])[] {
    return Array.from({ length: depth - 1 }, (_, level) => {
      const count = this.counts[level] ?? 0;
      return count < 0 ? [this.keyStarts[level] ?? 0, this.keyEnds[level] ?? 0] : [-1, count];
    });
  }

  /** The brackets that close the containers down to a depth. */
  closingBrackets(depth: number): string {
    let brackets = '';
    for (let level = depth - 1; level >= 0; level--) brackets += (this.counts[level] ?? 0) < 0 ? '}' : ']';
    return brackets;
  }
}
