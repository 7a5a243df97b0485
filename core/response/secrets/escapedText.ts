/**
 * Finds secrets in any mixture of escapes: JSON (\\u0041, \\/), percent-encoding, HTML entities, doubled CSV quotes,
 * plus signs of forms. A plain search finds exact encodings faster; this is for texts that escape more than necessary. One pass for all
 * secrets, which looks at what is near an escape only.
 */

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };
const JSON_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Compiles the replacement of every occurrence that has at least one escape; a secret without any is left. Linear in the text for given
 * secrets.
 * @param secrets none is empty
 * @param mark returns what takes the place of an occurrence
 * @param mayReplace whether this part of the text may be replaced as a whole
 */
export function escapedReplacer(
  secrets: readonly string[],
  mark: () => string,
  mayReplace: (occurrence: string) => boolean,
): (text: string) => string {
  if (secrets.length === 0) return (text) => text;
  const isIn = (char: string): boolean => secrets.some((secret) => secret.includes(char));
  // A quote is doubled, and a space a plus sign, only in a secret that has one.
  const escapes = ['\\', '%', '&', ...(isIn('"') ? ['"'] : []), ...(isIn(' ') ? ['+'] : [])];
  const anyEscape = new RegExp(`[${escapes.map((char) => `\\${char}`).join('')}]`, 'g');
  const nextEscape = (text: string, from: number): number => {
    anyEscape.lastIndex = from;
    return anyEscape.exec(text)?.index ?? -1;
  };
  /** By the low byte of a character: whether an occurrence may begin with it. */
  const starts = new Uint8Array(0x100);
  for (const text of [...escapes, ...secrets]) starts[text.charCodeAt(0) & 0xff] = 1;
  const longest = Math.max(...secrets.map(({ length }) => length));
  return (text) => {
    let result = '';
    let last = 0;
    let escapeAt = nextEscape(text, 0);
    for (let at = 0; escapeAt >= 0; at++) {
      // Until its first escape, a secret stands as it is.
      at = Math.max(at, escapeAt - longest);
      const ends = starts[text.charCodeAt(at) & 0xff] === 1 ? endsAt(text, at, escapeAt, secrets) : [];
      if (ends.length > 0) {
        const start = startOfEscape((each) => text.charCodeAt(each), at, last);
        const end = Math.max(-1, ...ends.filter((each) => mayReplace(text.slice(start, each))));
        if (end >= 0) {
          result += text.slice(last, start) + mark();
          last = end;
          at = end - 1;
        }
      }
      if (at >= escapeAt) escapeAt = nextEscape(text, at + 1);
    }
    return last === 0 ? text : result + text.slice(last);
  };
}

/** Characters of the longest JSON escape, `\\u0041`. */
const LONGEST_ESCAPE = 6;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/**
 * `at`, or where the JSON escape begins that would be cut in two there.
 * @param codeAt the character or byte at an offset
 * @param from nothing before it is looked at
 */
export function startOfEscape(codeAt: (at: number) => number | undefined, at: number, from: number): number {
  for (let start = at - 1; start >= from && start > at - LONGEST_ESCAPE; start--) {
    if (codeAt(start) !== BACKSLASH) continue;
    if (start < at - 1 && codeAt(start + 1) !== LETTER_U) return at;
    let first = start;
    while (first > from && codeAt(first - 1) === BACKSLASH) first--;
    return (start - first) % 2 === 0 ? start : at;
  }
  return at;
}

/** The ends of the secrets that begin at `at` and have their first escape at `escapeAt`. */
function endsAt(text: string, at: number, escapeAt: number, secrets: readonly string[]): number[] {
  const beginnings = at < escapeAt ? [text.slice(at, escapeAt)] : firstUnits(text, at);
  return secrets
    .filter((secret) => beginnings.some((each) => secret.startsWith(each)))
    .map((secret) => endOfMatch(text, at, secret))
    .filter((end) => end >= 0);
}

/** What the character or escape at an offset may stand for. */
function firstUnits(text: string, at: number): string[] {
  const units = [text.charAt(at), decodeAt(text, at)[0]];
  for (let level = 2; level <= MAX_JSON_LEVELS && units[0] === '\\'; level++) units.push(unitAt(text, at, level)[0]);
  return units.filter((unit) => unit !== '');
}

/** JSON inside JSON escapes the escapes. Deeper nesting is not supported. */
const MAX_JSON_LEVELS = 3;

/** The offset after the secret when it is at `at` in any escaping, otherwise -1. */
function endOfMatch(text: string, at: number, secret: string): number {
  const end = matchAt(text, at, secret);
  if (end >= 0) return end;
  for (let level = 2; level <= MAX_JSON_LEVELS; level++) {
    const nested = matchNested(text, at, secret, level);
    if (nested >= 0) return nested;
  }
  return -1;
}

function matchNested(text: string, at: number, secret: string, level: number): number {
  let position = at;
  for (let index = 0; index < secret.length; index++) {
    const [unit, length] = unitAt(text, position, level);
    if (unit !== secret[index]) return -1;
    position += length;
  }
  return position;
}

/**
 * The character at an offset after `level` rounds of JSON unescaping, and how much text it takes; ['', 0] at the end.
 */
function unitAt(text: string, at: number, level: number): [string, number] {
  if (level === 0) return at < text.length ? [text.charAt(at), 1] : ['', 0];
  const [first, length] = unitAt(text, at, level - 1);
  if (first !== '\\') return [first, length];
  const [second, more] = unitAt(text, at + length, level - 1);
  if (second !== 'u') return second === '' ? [first, length] : [JSON_ESCAPES[second] ?? second, length + more];
  let end = at + length + more;
  let code = '';
  for (let digit = 0; digit < 4; digit++) {
    const [unit, size] = unitAt(text, end, level - 1);
    code += unit;
    end += size;
  }
  return /^[0-9a-f]{4}$/i.test(code) ? [String.fromCharCode(Number.parseInt(code, 16)), end - at] : [first, length];
}

/** The offset after the secret when it is at `at` with one level of any mixture of escapes, otherwise -1. */
function matchAt(text: string, at: number, secret: string): number {
  let position = at;
  let matched = 0;
  while (matched < secret.length) {
    const wanted = secret.charAt(matched);
    if (wanted === '"' && text.startsWith('""', position) && secret[matched + 1] !== '"') {
      position += 2;
      matched++;
      continue;
    }
    const [decoded, length] = decodeAt(text, position);
    if (length > 0 && secret.startsWith(decoded, matched)) {
      position += length;
      matched += decoded.length;
    } else if (text[position] === wanted) {
      position++;
      matched++;
    } else {
      return -1;
    }
  }
  return position;
}

/** The decoded escape at an offset, and its length; ['', 0] when there is none. */
function decodeAt(text: string, at: number): [string, number] {
  switch (text[at]) {
    case '\\': {
      const next = text[at + 1] ?? '';
      if (next !== 'u') return next === '' ? ['', 0] : [JSON_ESCAPES[next] ?? next, 2];
      const code = text.slice(at + 2, at + 6);
      return /^[0-9a-f]{4}$/i.test(code) ? [String.fromCharCode(Number.parseInt(code, 16)), 6] : ['', 0];
    }
    case '%': {
      const digits = text.slice(at + 1, at + 3);
      // Checked first, because catching an error would take a hundred times as long.
      if (!/^[0-9a-f]{2}$/i.test(digits)) return ['', 0];
      const lead = Number.parseInt(digits, 16);
      if (lead < 0x80) return [String.fromCharCode(lead), 3];
      const bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
      try {
        return [decodeURIComponent(text.slice(at, at + bytes * 3)), bytes * 3];
      } catch {
        return ['', 0];
      }
    }
    case '&': {
      const entity = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(quot|amp|lt|gt|apos));/i.exec(text.slice(at, at + 12));
      if (!entity) return ['', 0];
      const [whole, decimal, hex, name] = entity;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      if (name) return [ENTITIES[name.toLowerCase()] ?? '', whole.length];
      return code <= 0x10ffff ? [String.fromCodePoint(code), whole.length] : ['', 0];
    }
    case '+':
      return [' ', 1];
    default:
      return ['', 0];
  }
}
