/**
 * Finds many values in a text in one pass: a trie is walked from each position where a word begins; the cost of a
 * position is bounded by the length of the values and does not depend on their number. A value must be surrounded by
 * characters that are not letters or digits, except in scripts written without spaces.
 */
import { lazy } from '../../lib/lazy.ts';
import { defineRules, findingsBy } from '../../model/governance/rule.ts';
import type { Span } from '../../model/governance/span.ts';
import { isTitle } from '../facts/nameShape.ts';
import type { FormPlace } from './nameForms.ts';

/** What is decided by other fields of the answer. */
export const ELSEWHERE_RULES = defineRules({
  'elsewhere.value': [
    'Another field of the same answer holds the value as a name, an address or a number of somebody.',
    "{name: 'Ann Lee', note: 'Ann Lee called'}",
  ],
});
const findingOf = findingsBy(ELSEWHERE_RULES['elsewhere.value']);

/** A value to find. */
export interface Pattern {
  /** Type of its marker. */
  readonly type: string;
  readonly text: string;
  /** The value, where `text` is another form of it. */
  readonly value?: string;
  readonly anyCase: boolean;
  /** Only behind a slash, a number and a dash, as in the path of a link. */
  readonly afterId?: true;
  /** Only in one of these places; anywhere without. */
  readonly places?: readonly FormPlace[];
  /** What may follow a first name after further given names, and belongs to it then. */
  readonly surname?: string;
}

interface Node {
  next: Map<number, Node> | undefined;
  /** Set when a value ends here. */
  pattern: Pattern | undefined;
  /** The only value that goes on from here. It gets nodes of its own when another one does too. */
  rest: Pattern | undefined;
}

const NOTHING: readonly Span[] = [];
const LETTER_OR_DIGIT = lazy(() => /[\p{L}\p{N}\p{M}]/u);
const UNSPACED = lazy(() => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u);
const DIGITS = /^\d+$/;

/** Finds a fixed set of values. */
export class Matcher {
  readonly #root: Node = { next: new Map(), pattern: undefined, rest: undefined };
  /** For each ASCII character, whether a value begins with it. Others are looked up. */
  readonly #begins = new Uint8Array(128);
  #shortest = Number.POSITIVE_INFINITY;
  /** Some of the values are in scripts without spaces and may be inside a longer word. */
  readonly #unspaced: boolean;

  constructor(patterns: readonly Pattern[]) {
    this.#unspaced = patterns.some(({ text }) => UNSPACED().test(text));
    for (const pattern of patterns) {
      this.#shortest = Math.min(this.#shortest, pattern.text.length);
      insert(this.#root, pattern);
    }
    for (const code of this.#root.next?.keys() ?? []) if (code < 128) this.#begins[code] = 1;
    for (let code = 65; code <= 90; code++) this.#begins[code] = this.#begins[code + 32] ?? 0;
  }

  /** The values in a text, in order and without overlaps. Of several that begin at the same position, the longest. */
  find(text: string): readonly Span[] {
    if (text.length < this.#shortest) return NOTHING;
    const spans: Span[] = [];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 128 ? this.#begins[code] === 0 : this.#root.next?.has(lowerCase(code)) !== true) continue;
      if (!beginsWord(text, at) && !this.#unspaced) continue;
      const found = this.#longestAt(text, at);
      if (found === undefined) continue;
      const { text: own, type, value, surname } = found;
      const end = surname === undefined ? at + own.length : endOfName(text, at + own.length, surname);
      spans.push({ start: at, end, type, finding: findingOf(type), ...(value !== undefined && { value }) });
      at = end - 1;
    }
    return spans;
  }

  #longestAt(text: string, start: number): Pattern | undefined {
    let longest: Pattern | undefined;
    let node: Node | undefined = this.#root;
    for (let at = start; node !== undefined; at++) {
      const { pattern, rest } = node;
      if (pattern !== undefined && standsAt(text, start, pattern)) longest = pattern;
      if (rest !== undefined)
        return isSame(rest.text, text, start, at - start) && standsAt(text, start, rest) ? rest : longest;
      node = at < text.length ? node.next?.get(lowerCase(text.charCodeAt(at))) : undefined;
    }
    return longest;
  }
}

/** Adds a value; of equal ones the first counts. */
function insert(root: Node, pattern: Pattern): void {
  let node = root;
  for (let at = 0; at < pattern.text.length; at++) {
    const { rest } = node;
    if (rest !== undefined) {
      if (rest.text.length === pattern.text.length && isSame(rest.text, pattern.text, 0, at)) return;
      node.rest = undefined;
      node.next = new Map([[lowerCase(rest.text.charCodeAt(at)), leaf(rest, at + 1)]]);
    }
    node.next ??= new Map();
    const code = lowerCase(pattern.text.charCodeAt(at));
    const next = node.next.get(code);
    if (next === undefined) {
      node.next.set(code, leaf(pattern, at + 1));
      return;
    }
    node = next;
  }
  node.pattern ??= pattern;
}

/** The node of a value of which `depth` characters are passed. */
function leaf(pattern: Pattern, depth: number): Node {
  const ends = pattern.text.length === depth;
  return { next: undefined, pattern: ends ? pattern : undefined, rest: ends ? undefined : pattern };
}

/** Whether a value is at `start` of a text, apart from case, when its first `known` characters are. */
function isSame(value: string, text: string, start: number, known: number): boolean {
  if (start + value.length > text.length) return false;
  for (let at = known; at < value.length; at++)
    if (lowerCase(value.charCodeAt(at)) !== lowerCase(text.charCodeAt(start + at))) return false;
  return true;
}

function standsAt(text: string, start: number, pattern: Pattern): boolean {
  const { text: own, anyCase, afterId, places } = pattern;
  const end = start + own.length;
  if (afterId && !isBehindId(text, start)) return false;
  if (places !== undefined && !places.some((place) => isPlace(text, start, end, place, pattern.surname))) return false;
  if (!anyCase && !text.startsWith(own, start)) return false;
  if (UNSPACED().test(own)) return true;
  if (!beginsWord(text, start) || isPartOfWord(text, end)) return false;
  // `0.4155550123` is not a telephone number.
  const isNumber = DIGITS.test(own);
  return !isNumber || !(isInNumber(text, start - 1, start - 2) || isInNumber(text, end, end + 1));
}

/** The words between a first name and a surname that belong to the name. */
const NAME_WORDS = lazy(() => /^(?: (?:\p{Lu}[\p{L}\p{M}'’-]*\.?|\p{Ll}{1,3})){0,3} $/u);
const LONGEST_BETWEEN = 40;
/** A capitalized word, which makes another name of a first name: `Laura Ashley`. */
const NAME_GOES_ON = lazy(() => /^[ -]\p{Lu}\p{L}/u);
/** Words that make a place of a first name: `Santa Lucia`, `Lake Victoria`. */
const PLACE_BEFORE = lazy(
  () =>
    /(?:^|[^\p{L}])(?:san|santa|santo|saint|sainte|sankt|st|ste|são|sant|villa|porto|puerto|port|fort|lake|mount|cape|river|isla|île|via|rue|calle|rua)\.?[ -]$/iu,
);
const WORD_BEFORE = lazy(() => /(\p{L}+\.?) $/u);

function isPlace(text: string, start: number, end: number, place: FormPlace, surname: string | undefined): boolean {
  if (place === 'anywhere') return true;
  if (place === 'afterTitle') {
    const before = WORD_BEFORE().exec(text.slice(Math.max(0, start - 12), start));
    return before !== null && isTitle(before[1] ?? '');
  }
  if (!text.includes(' ') || end - start === text.length) return false;
  if (PLACE_BEFORE().test(text.slice(Math.max(0, start - 10), start))) return false;
  if (surname === undefined || !NAME_GOES_ON().test(text.slice(end, end + 3))) return true;
  return endOfName(text, end, surname) > end;
}

/** Where a name ends whose first name ends at `end`: behind its surname, if that follows after at most three words of names. */
function endOfName(text: string, end: number, surname: string): number {
  const at = text.indexOf(surname, end);
  if (at < 0 || at - end > LONGEST_BETWEEN || isPartOfWord(text, at + surname.length)) return end;
  return NAME_WORDS().test(text.slice(end, at)) ? at + surname.length : end;
}

/** Whether a slash, a number and a dash are before a position: `/4666033-`. */
function isBehindId(text: string, start: number): boolean {
  let at = start - 2;
  while (isDigit(text.charCodeAt(at))) at--;
  return text.charAt(start - 1) === '-' && at < start - 2 && text.charAt(at) === '/';
}

/**
 * Whether a word may begin at a position: in `Ann`, but also in `q=%20Ann` and in `
 * Ann` of JSON inside a string.
 */
export function beginsWord(text: string, at: number): boolean {
  if (!isPartOfWord(text, at - 1)) return true;
  if (at >= 3 && text.charAt(at - 3) === '%') return /^[0-9a-f]{2}$/i.test(text.slice(at - 2, at));
  return at >= 2 && text.charAt(at - 2) === '\\' && /[nrtbf]/.test(text.charAt(at - 1));
}

function isPartOfWord(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const code = text.charCodeAt(at);
  if (code > 127) return (code >= 0xd800 && code <= 0xdfff) || LETTER_OR_DIGIT().test(text.charAt(at));
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122);
}

/** Whether a decimal point with a digit on its other side is at `sign`. A comma may also be between two cells of CSV. */
function isInNumber(text: string, sign: number, beyond: number): boolean {
  return text.charAt(sign) === '.' && isDigit(text.charCodeAt(beyond));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function lowerCase(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  const lower = String.fromCharCode(code).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
}
