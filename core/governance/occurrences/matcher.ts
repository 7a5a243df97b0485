/**
 * Finds many values in a text in one pass. A trie, walked from each place where a word begins: what a place costs is bounded by the
 * length of the values, whatever their number is.
 * Values stand between characters that are no letters or digits; in scripts that write without blanks, anywhere.
 */
import type { Span } from '../span.ts';

export interface Pattern {
  /** Marker type. */
  readonly type: string;
  readonly text: string;
  readonly anyCase: boolean;
}

interface Node {
  readonly next: Map<number, Node>;
  /** A value ends here. */
  pattern: Pattern | undefined;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;
const DIGITS = /^\d+$/;

export class Matcher {
  readonly #root: Node = { next: new Map(), pattern: undefined };
  /** Values that may stand inside of what looks like a word. */
  readonly #unspaced: boolean;

  constructor(patterns: readonly Pattern[]) {
    this.#unspaced = patterns.some(({ text }) => UNSPACED.test(text));
    for (const pattern of patterns) {
      let node = this.#root;
      for (let index = 0; index < pattern.text.length; index++) {
        const code = lowerCase(pattern.text.charCodeAt(index));
        let next = node.next.get(code);
        if (next === undefined) {
          next = { next: new Map(), pattern: undefined };
          node.next.set(code, next);
        }
        node = next;
      }
      node.pattern ??= pattern;
    }
  }

  /** The values in a text, in order, none over another; of those that begin at one place the longest. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    for (let at = 0; at < text.length; at++) {
      if (!this.#root.next.has(lowerCase(text.charCodeAt(at)))) continue;
      if (!beginsWord(text, at) && !this.#unspaced) continue;
      const found = this.#longestAt(text, at);
      if (found === undefined) continue;
      spans.push({ start: at, end: at + found.text.length, type: found.type });
      at += found.text.length - 1;
    }
    return spans;
  }

  #longestAt(text: string, start: number): Pattern | undefined {
    let longest: Pattern | undefined;
    let node: Node | undefined = this.#root;
    for (let at = start; at < text.length; at++) {
      node = node.next.get(lowerCase(text.charCodeAt(at)));
      if (node === undefined) break;
      if (node.pattern !== undefined && standsAt(text, start, node.pattern)) longest = node.pattern;
    }
    return longest;
  }
}

function standsAt(text: string, start: number, { text: own, anyCase }: Pattern): boolean {
  const end = start + own.length;
  if (!anyCase && !text.startsWith(own, start)) return false;
  if (UNSPACED.test(own)) return true;
  if (!beginsWord(text, start) || isPartOfWord(text, end)) return false;
  // `0.4155550123` is no phone number.
  const isNumber = DIGITS.test(own);
  return !isNumber || !(isInNumber(text, start - 1, start - 2) || isInNumber(text, end, end + 1));
}

/** Whether a word may begin here: `Ann`, but also `q=%20Ann`, and `\nAnn` of JSON in a string. */
export function beginsWord(text: string, at: number): boolean {
  if (!isPartOfWord(text, at - 1)) return true;
  if (at >= 3 && text.charAt(at - 3) === '%') return /^[0-9a-f]{2}$/i.test(text.slice(at - 2, at));
  return at >= 2 && text.charAt(at - 2) === '\\' && /[nrtbf]/.test(text.charAt(at - 1));
}

function isPartOfWord(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const code = text.charCodeAt(at);
  if (code > 127) return (code >= 0xd800 && code <= 0xdfff) || LETTER_OR_DIGIT.test(text.charAt(at));
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122);
}

/** A decimal point or comma with a digit beyond it. */
function isInNumber(text: string, sign: number, beyond: number): boolean {
  return (text.charAt(sign) === '.' || text.charAt(sign) === ',') && isDigit(text.charCodeAt(beyond));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function lowerCase(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  const lower = String.fromCharCode(code).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
}
