/**
 * Finds a text in any mixture of escapes: JSON (\\u0041, \\/), percent-encoding, HTML entities, doubled CSV quotes,
 * plus signs of forms. A plain search finds exact encodings faster; this is for texts that escape more than necessary.
 */

/** Whether a text contains anything that may be an escape; otherwise a plain search is enough. */
export const mayHoldEscapes = (text: string): boolean => /[\\%]|&(?:#|quot|amp|lt|gt|apos)|""/.test(text);

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };
const JSON_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Replaces every escaped occurrence of `secret` by `mark`. Linear in the text for a given secret. */
export function replaceEscaped(text: string, secret: string, mark: string): { text: string; count: number } {
  const starts = new Set([secret[0], '\\', '%', '&', '"', '+']);
  let result = '';
  let last = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if (!starts.has(text[at])) continue;
    const end = endOfMatch(text, at, secret);
    if (end < 0) continue;
    result += text.slice(last, at) + mark;
    last = end;
    at = end - 1;
    count++;
  }
  return count === 0 ? { text, count } : { text: result + text.slice(last), count };
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
