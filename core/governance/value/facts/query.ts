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
 * Calls `visit` for each pair, in order.
 *
 * @param visit receives the positions where the name begins, where it ends (at the equals sign) and where the value ends
 */
export function eachPair(text: string, visit: (start: number, nameEnd: number, end: number) => void): void {
  const { length } = text;
  let at = 0;
  while (at < length) {
    const isLead = (classAt(text, at) & LEAD) !== 0;
    if (!isLead && at > 0) {
      at = nextLead(text, at + 1);
      continue;
    }
    const start = isLead ? at + 1 : at;
    let nameEnd = start;
    while (nameEnd < length && (classAt(text, nameEnd) & NAME) !== 0) nameEnd++;
    if (text.charCodeAt(nameEnd) !== 0x3d || nameEnd === start || nameEnd - start > MAX_NAME) {
      at = Math.max(at + 1, nameEnd);
      continue;
    }
    let end = nameEnd + 1;
    const limit = Math.min(length, end + MAX_VALUE);
    while (end < limit && !isStop(text, end)) end++;
    if (end > nameEnd + 1) visit(start, nameEnd, end);
    at = end > nameEnd + 1 ? end : nameEnd;
  }
}

/** Position of the next character before a pair, or the end. */
function nextLead(text: string, from: number): number {
  let at = from;
  while (at < text.length && (classAt(text, at) & LEAD) === 0) at++;
  return at;
}

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (CLASS[code] ?? 0) : 0;
}

function isStop(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? ((CLASS[code] ?? 0) & STOP) !== 0 : SPACE.test(text.charAt(at));
}
