/** What the characters of a string say while it is read: whether anything can be found in it at all. */
import type { Units } from './source.ts';

export const DIGIT = 1;
/** A quote, a backslash or a control character: the string does not simply go on. */
export const STOP = 2;
export const SIGN = 4;
export const DOT = 8;
export const BLANK = 16;
/** Letters and digits of other scripts, invisible characters. */
export const FOREIGN = 32;
export const CLASS = new Uint8Array(65_536);
for (let code = 0x30; code <= 0x39; code++) CLASS[code] = DIGIT;
for (let code = 0; code < 0x20; code++) CLASS[code] = STOP;
for (const char of '"\\') CLASS[char.charCodeAt(0)] = STOP;
for (const char of '@:=%{[') CLASS[char.charCodeAt(0)] = SIGN;
CLASS[0x2e] = DOT;
CLASS[0x20] = BLANK;
CLASS[0xad] = FOREIGN;
for (let code = 0x600; code < 65_536; code++) CLASS[code] = FOREIGN;

/**
 * Whether a string can hold anything that is found by content (text.ts looks again and exactly): it errs on the side of
 * looking, and what it turns down is turned down there too.
 */
export function isTelling(units: Units, start: number, end: number, marks: number, digits: number): boolean {
  const length = end - start;
  if (length < 5) return false;
  if ((marks & (SIGN | FOREIGN)) !== 0) return !isTime(units, start, end);
  if (length > 40) return digits > 0;
  if (digits > 0) {
    if (digits >= 6 || (marks & BLANK) !== 0 || (digits >= 4 && (marks & DOT) !== 0)) return !isTime(units, start, end);
  }
  return length >= 16 && (((marks & BLANK) === 0 && length >= 24) || hasToken(units, start, end));
}

/** A stretch of sixteen letters, digits, dashes and underscores, or as many other signs. */
function hasToken(units: Units, start: number, end: number): boolean {
  let run = start;
  let signs = 0;
  for (let index = start; index < end; index++) {
    const unit = units[index]!;
    const letter = unit | 0x20;
    if ((letter >= 0x61 && letter <= 0x7a) || CLASS[unit] === DIGIT || unit === 0x2d || unit === 0x5f || unit > 0x7f)
      continue;
    if (index - run >= 16) return true;
    run = index + 1;
    if (unit !== 0x20 && unit !== 0x2e) signs++;
  }
  return end - run >= 16 || signs > 16;
}

/** `2024-03-11` and `2024-03-11T10:22:31Z` by their signs; the exact question is asked of the rest (text.ts). */
function isTime(units: Units, start: number, end: number): boolean {
  const length = end - start;
  if (length < 10 || length > 40 || units[start + 4] !== 0x2d || units[start + 7] !== 0x2d) return false;
  for (let index = start; index < end; index++) {
    const unit = units[index]!;
    if (unit >= 0x30 && unit <= 0x3a) continue;
    if (unit === 0x2d || unit === 0x2e || unit === 0x2b || unit === 0x54 || unit === 0x5a) continue;
    if (unit === 0x20 && index === start + 10) continue;
    return false;
  }
  return length === 10 || units[start + 13] === 0x3a || units[start + 13] === 0x2e;
}
