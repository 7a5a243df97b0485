/** Pairs of a name and a value in a query or a form (`a=1&b=2`), also in the middle of a text. */

const NAME = 1;
const LEAD = 2;
const STOP = 4;
const CLASS = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.[]-')
  CLASS[char.charCodeAt(0)] = NAME;
for (const char of '?&;#') CLASS[char.charCodeAt(0)] = LEAD;
for (const char of '&;#"\'<>\t\n\v\f\r ') CLASS[char.charCodeAt(0)] = (CLASS[char.charCodeAt(0)] ?? 0) | STOP;

const MAX_NAME = 64;
const MAX_VALUE = 4_096;
const SPACE = /\s/;

/**
 * Calls `visit` for each pair, in order. Goes from one equals sign to the next, since most of a link is its path.
 *
 * @param visit receives the positions where the name begins, where it ends (at the equals sign) and where the value ends
 */
export function eachPair(text: string, visit: (start: number, nameEnd: number, end: number) => void): void {
  const { length } = text;
  /** What is before it was read. */
  let from = 0;
  for (let equals = text.indexOf('='); equals >= 0; ) {
    const start = nameStart(text, equals, from);
    const isName = start < equals && equals - start <= MAX_NAME;
    // A pair is at the beginning or after one of the signs that separate pairs.
    if (isName && (start === 0 || (start > from && (classAt(text, start - 1) & LEAD) !== 0))) {
      let end = equals + 1;
      const limit = Math.min(length, end + MAX_VALUE);
      while (end < limit && !isStop(text, end)) end++;
      if (end > equals + 1) visit(start, equals, end);
      from = end > equals + 1 ? end : equals;
    }
    equals = text.indexOf('=', Math.max(from, equals + 1));
  }
}

/** Where the name before an equals sign begins, unless that is further away than a name is long. */
function nameStart(text: string, equals: number, from: number): number {
  const least = Math.max(from, equals - MAX_NAME - 1);
  let start = equals;
  while (start > least && (classAt(text, start - 1) & NAME) !== 0) start--;
  return start;
}

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (CLASS[code] ?? 0) : 0;
}

function isStop(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? ((CLASS[code] ?? 0) & STOP) !== 0 : SPACE.test(text.charAt(at));
}
