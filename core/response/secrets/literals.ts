/**
 * Tells whether a text contains any of many literals, in one pass that skips most characters (Wu and Manber, "A fast algorithm for
 * multi-pattern searching", 1994). So the number of literals hardly matters where none occurs, which is nearly always.
 */

const SLOTS = 1 << 12;
/** The pairs of ASCII characters that texts consist of have slots of their own, nearly. */
const slotOf = (first: number, second: number): number => ((first << 6) ^ second) & (SLOTS - 1);

/** The shortest literal that the search accepts. */
const MIN_LENGTH = 2;

/**
 * Compiles the search.
 * @param literals of two characters or more; the shortest one limits how many characters are skipped
 */
export function containsAny(literals: readonly string[]): (text: string) => boolean {
  if (literals.length === 0) return () => false;
  const window = Math.min(...literals.map(({ length }) => length));
  if (window < MIN_LENGTH) throw new RangeError('A literal is too short to be searched.');
  const last = window - 1;
  /** By a pair of characters: after how many further ones a literal's first `window` characters may end. */
  const shifts = new Uint8Array(SLOTS).fill(Math.min(last, 0xff));
  const endings = new Map<number, string[]>();
  for (const literal of literals) {
    for (let at = 1; at < window; at++) {
      const slot = slotOf(literal.charCodeAt(at - 1), literal.charCodeAt(at));
      shifts[slot] = Math.min(shifts[slot] ?? 0, last - at);
      if (at === last) endings.set(slot, [...(endings.get(slot) ?? []), literal]);
    }
  }
  return (text) => {
    for (let at = last; at < text.length; ) {
      const slot = slotOf(text.charCodeAt(at - 1), text.charCodeAt(at));
      const shift = shifts[slot] ?? 0;
      if (shift === 0 && isAnyAt(text, at - last, endings.get(slot) ?? [])) return true;
      at += shift || 1;
    }
    return false;
  };
}

function isAnyAt(text: string, at: number, literals: readonly string[]): boolean {
  for (const literal of literals) if (text.startsWith(literal, at)) return true;
  return false;
}
