/**
 * Values that are made when they are first asked for. For patterns with classes of Unicode (`\p{L}`), of which each costs a start 0.1 to
 * 1 ms for what ICU has to be asked, and for tables, where only some answers need them (design/operations.md, cold starts).
 */

/** @param make must give the same each time; what it throws is thrown, and tried again at the next use */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
