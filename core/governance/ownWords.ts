/**
 * An owner's own words and phrases (customers, staff, projects), found as whole words in any case, and those that always stay. Words are compared
 * in Unicode NFKC and lower case along a tree of words, so that a text is read once, however many words there are; a phrase has at most
 * MAX_WORDS. In scripts without spaces each character counts as a word.
 */
import { lazy } from '../lib/lazy.ts';
import { findingsBy } from '../model/governance/rule.ts';
import type { WordList } from '../model/governance/settings.ts';
import { type Span, spanOf } from '../model/governance/span.ts';
import type { KeptWords } from './value/prose.ts';
import { OWNER_RULES } from './value/settingRules.ts';

/** Words of one phrase. */
export const MAX_WORDS = 10;
/** Characters between two words of a phrase: `Acme & Co`, `Acme-Co`; more where all of them are space, as in a text with indented lines. */
const MAX_GAP = 3;
const MAX_SPACE = 200;
const ALONE = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}`;
const WORD = lazy(() => new RegExp(String.raw`[${ALONE}]|(?:(?![${ALONE}])[\p{L}\p{M}\p{N}])+`, 'gu'));
const findingOf = findingsBy(OWNER_RULES['owner.words']);

/** A word that has been read, and where it leads to. */
interface Node {
  /** The list of the phrase that ends here. */
  list: string | undefined;
  next: Map<string, Node> | undefined;
}

/** Where a phrase stands in a text. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly list: string;
}

/** FNV-1a, over ASCII letters in lower case and digits. */
const HASH_SEED = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;
/** ASCII letters and digits as they are compared; 0 for any other character. */
const LOWER = new Uint8Array(128);
for (const char of 'abcdefghijklmnopqrstuvwxyz0123456789') {
  LOWER[char.charCodeAt(0)] = char.charCodeAt(0);
  LOWER[char.toUpperCase().charCodeAt(0)] = char.charCodeAt(0);
}

function hashOf(word: string): number {
  let hash = HASH_SEED;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ (LOWER[word.charCodeAt(at)] ?? 0), HASH_PRIME);
  return hash;
}

/** Finds phrases. */
class Phrases {
  /** Hashes of the first words, as far as they are ASCII. */
  readonly #firsts = new Set<number>();
  readonly #root: Node = { list: undefined, next: new Map() };

  constructor(lists: readonly WordList[]) {
    for (const { name, words } of lists) for (const phrase of words) this.#add(wordsIn(phrase).words, name);
  }

  #add(words: readonly string[], list: string): void {
    if (words.length === 0 || words.length > MAX_WORDS) return;
    this.#firsts.add(hashOf(words[0] ?? ''));
    let node = this.#root;
    for (const word of words) {
      node.next ??= new Map();
      let next = node.next.get(word);
      if (next === undefined) {
        next = { list: undefined, next: undefined };
        node.next.set(word, next);
      }
      node = next;
    }
    node.list ??= list;
  }

  /** Whether a phrase may begin in a text: always where it is not ASCII, otherwise by the hashes of its words, for which no word is copied. */
  #mayHold(text: string): boolean {
    let hash = HASH_SEED;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      if (code > 127) return true;
      const read = LOWER[code] ?? 0;
      if (read !== 0) hash = Math.imul(hash ^ read, HASH_PRIME);
      else if (hash !== HASH_SEED) {
        if (this.#firsts.has(hash)) return true;
        hash = HASH_SEED;
      }
    }
    return false;
  }

  /** The phrases in a text, the longest at each place, without overlaps. */
  places(text: string): Place[] {
    if (!this.#mayHold(text)) return [];
    const { words, starts, ends } = wordsIn(text);
    const places: Place[] = [];
    for (let at = 0; at < words.length; at++) {
      let node = this.#root.next?.get(words[at] ?? '');
      let last = -1;
      let list = '';
      for (let index = at; node !== undefined; ) {
        if (node.list !== undefined) [last, list] = [index, node.list];
        index++;
        const isNear = index < words.length && isGap(text, ends[index - 1] ?? 0, starts[index] ?? 0);
        node = isNear ? node.next?.get(words[index] ?? '') : undefined;
      }
      if (last < 0) continue;
      places.push({ start: starts[at] ?? 0, end: ends[last] ?? 0, list });
      at = last;
    }
    return places;
  }
}

interface Words {
  readonly words: string[];
  readonly starts: number[];
  readonly ends: number[];
}

function wordsIn(text: string): Words {
  const [words, starts, ends]: [string[], number[], number[]] = [[], [], []];
  for (const { 0: word, index } of text.matchAll(WORD())) {
    words.push(folded(word));
    starts.push(index);
    ends.push(index + word.length);
  }
  return { words, starts, ends };
}

const isGap = (text: string, from: number, to: number): boolean =>
  to - from <= MAX_GAP || (to - from <= MAX_SPACE && text.slice(from, to).trim() === '');

const ASCII = /^[ -~]*$/;

/** By way of capitals, `ß` is `ss`, both sigmas are one, and so are `ı`, `İ` and `i`. */
function folded(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return word.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll('i\u0307', 'i');
}

/** How many words a phrase has. */
export const countWords = (phrase: string): number => wordsIn(phrase).words.length;

/** The finder of the words of these lists; their names are the types. */
export function findOwnWords(lists: readonly WordList[]): (text: string) => Span[] {
  const phrases = new Phrases(lists);
  return (text) => phrases.places(text).map(({ start, end, list }) => spanOf(start, end, findingOf(list)));
}

/** Recognizes the words that an owner lets stay. */
export function keptWordsOf(words: readonly string[]): KeptWords {
  const phrases = new Phrases([{ name: 'kept', words }]);
  return {
    isKept(value) {
      const [first, ...others] = value.length > 200 ? [] : phrases.places(value);
      return (
        first !== undefined &&
        others.length === 0 &&
        !/[\p{L}\p{N}]/u.test(value.slice(0, first.start) + value.slice(first.end))
      );
    },
    without(text, found) {
      const places = phrases.places(text);
      let near = 0;
      return found.filter(({ start, end }) => {
        while (near < places.length && (places[near]?.end ?? 0) <= start) near++;
        const place = places[near];
        return place === undefined || place.start > start || place.end < end;
      });
    },
  };
}
