/**
 * What the arguments of a call hold of people, for pseudonyms (catalog/pseudonyms.ts): whether redaction finds data in them that a pseudonym
 * is given for, and whether a value of the answer stands in them. A tool that echoes returns arguments as they were sent, and redaction
 * decodes them: so they are decoded in the same ways. What an API does to them beyond joining them is not followed.
 */
import type { JsonValue } from '../lib/json/value.ts';
import type { MarkerFor } from '../model/governance/span.ts';
import { DISTINCT, DISTINCT_WORDS } from './catalog/index.ts';
import { type Bare, normalized, plainMarker, type Sent } from './catalog/pseudonyms.ts';
import { decodePercent } from './facts/percent.ts';
import { eachInnerText } from './value/innerTexts.ts';

/** More characters of arguments, and of what they encode, are not searched: the answer to such a call has no pseudonyms. */
const MAX_SENT = 65_536;
const MAX_DECODED = 4 * MAX_SENT;
/** Shorter words stand in others by chance: `max` in `maximum`. */
const MIN_PART = 5;
/** Longer words are not tried as joined from parts. */
const MAX_JOINED = 128;

/** Redacts a value, with markers of `markerFor`: as a JSON document, and a text as a body of its own. */
export interface Finder {
  value(value: JsonValue, markerFor: MarkerFor): void;
  body(text: string, markerFor: MarkerFor): void;
}

/** Reads the arguments of a call. */
export function sentOf(sent: JsonValue, find: Finder): Sent {
  const { texts, length } = textsOf(sent);
  if (length > MAX_SENT) return PERSONAL;
  let bare = 'none' as Bare;
  const noting: MarkerFor = (type, value) => {
    if (bare !== 'all' && DISTINCT.has(type)) bare = DISTINCT_WORDS.has(type) ? 'places' : 'all';
    return plainMarker(type, value);
  };
  find.value(sent, noting);
  for (const text of texts) if (bare !== 'all') find.body(text, noting);
  if (bare === 'all') return PERSONAL;
  let search: Sent['holds'] | undefined;
  return {
    bare,
    holds: (type, value) => {
      search ??= searchOf(texts);
      return search(type, value);
    },
  };
}

const PERSONAL: Sent = { bare: 'all', holds: () => true };

/** Values before names of members, so that parts of a value stand side by side. */
function textsOf(sent: JsonValue): { readonly texts: string[]; readonly length: number } {
  const [values, names]: [string[], string[]] = [[], []];
  let length = 0;
  const add = (text: string, to: string[]): void => {
    length += text.length;
    to.push(text);
  };
  const collect = (value: JsonValue): void => {
    if (length > MAX_SENT || value === null) return;
    if (typeof value !== 'object') add(String(value), values);
    else if (Array.isArray(value)) value.forEach(collect);
    else {
      for (const [name, member] of Object.entries(value)) {
        add(name, names);
        collect(member);
      }
    }
  };
  collect(sent);
  return { texts: [...values, ...names], length };
}

/** Whether a value stands in texts or in what they encode, in any spelling that has the same pseudonym, also with other text around it or in parts. */
function searchOf(texts: readonly string[]): Sent['holds'] {
  const all = [...texts];
  let left = MAX_DECODED;
  for (const text of texts) {
    eachInnerText(text, (inner) => {
      left -= inner.length;
      if (left > 0) all.push(inner);
      return left > 0;
    });
  }
  if (left <= 0) return () => true;
  // Letters and digits only, and word by word: an API may join arguments in any order, with any signs between them.
  const words = all.flatMap(wordsOf);
  const glued = words.join('');
  const known = new Set(words);
  const isIn = (word: string) => (word.length >= MIN_PART && glued.includes(word)) || isJoined(word, known);
  return (type, value) => wordsOf(normalized(type, value)).every(isIn);
}

/** Whether a word consists of whole words of the arguments: an API may put the last argument first. */
function isJoined(word: string, known: ReadonlySet<string>): boolean {
  const { length } = word;
  if (length > MAX_JOINED) return false;
  const reached = [true];
  for (let end = 1; end <= length; end++)
    for (let start = end - 1; start >= 0 && !reached[end]; start--)
      reached[end] = reached[start] === true && known.has(word.slice(start, end));
  return reached[length] === true;
}

const wordsOf = (text: string): string[] =>
  decodePercent(text)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
