/**
 * Texts of a description, made fit for a model: no HTML, Markdown tables, images or hidden characters, and a limited
 * length. They stay untrusted: nothing here judges what they say.
 */
import type { JsonValue } from '../../json/value.ts';
import { withoutTables, withoutTags } from './markup.ts';

/** Characters of a tool's description. */
export const MAX_DESCRIPTION_LENGTH = 1_000;
/** Characters of the description of one property or parameter. */
export const MAX_PROPERTY_LENGTH = 500;
/** Characters of a title. */
export const MAX_TITLE_LENGTH = 100;

/** Control, format, private-use and unassigned characters and default ignorable ones: ways to hide text. */
const HIDDEN = /[^\P{C}\t\n\r]|\p{Default_Ignorable_Code_Point}/gu;
/** Anything but ASCII, Latin letters, typographic signs and currencies: cheaper to search for than {@link HIDDEN}. */
const UNUSUAL = /[^\t\n\r -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]/;
/**
 * A text without any of this is fit as it is. One pattern, because the engine runs it many times faster than a loop.
 */
const SUSPECT = /[^ -%'-;=-{}~]| {2}|\]\(|(?:^| )#|``|~~/;
/** Of suspect texts, those that need more than white space put right; nine in ten have only line breaks. */
const MARKED = /[^\t\n\r -%'-;=-{}~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]|\]\(|#|```|~~~/;
/** White space other than one space between words; each run is matched once. */
const IRREGULAR_SPACE = /[^\S ]\s*| \s+/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/**
 * Cleaned texts, because the same parameter is described at every operation. A hash table without collisions lists:
 * each slot holds the last text.
 */
const known = new Map<number, Array<{ readonly raw: string; readonly text: string } | undefined>>();
const SLOTS = 2_048;
const MAX_REMEMBERED_LENGTH = 8_000;

/** Empties the memory; called at the end of an import, so that no document outlives it. */
export const forgetTexts = (): void => known.clear();

/** Cleans a text into one paragraph of at most `length` characters; '' for anything that is not a text. */
export function cleanText(value: JsonValue | undefined, length: number): string {
  if (typeof value !== 'string' || value === '') return '';
  if (value.length > MAX_REMEMBERED_LENGTH) return cleaned(value, length);
  let slots = known.get(length);
  if (!slots) {
    slots = new Array(SLOTS);
    known.set(length, slots);
  }
  const middle = value.charCodeAt(value.length >> 1);
  const slot = (value.length * 31 + middle * 7 + value.charCodeAt(value.length >> 2)) % SLOTS;
  const last = slots[slot];
  if (last?.raw === value) return last.text;
  const text = cleaned(value, length);
  slots[slot] = { raw: value, text };
  return text;
}

function cleaned(raw: string, length: number): string {
  // Far beyond what can be kept, cleaning would only cost time.
  const text = (raw.length > 12 * length ? raw.slice(0, 12 * length) : raw).trim();
  return cut(SUSPECT.test(text) ? prose(text) : text, length);
}

const prose = (raw: string): string => (MARKED.test(raw) ? unmarked(raw).trim() : raw).replace(IRREGULAR_SPACE, ' ');

function unmarked(raw: string): string {
  let text = raw;
  if (UNUSUAL.test(text)) text = text.replace(HIDDEN, '');
  // Before tags are looked for: some write them as entities.
  if (text.includes('&'))
    text = text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
  if (text.includes('<')) text = withoutTags(text);
  if (text.includes('|')) text = withoutTables(text);
  // What was dropped may have parted the marks that follow.
  if (text.includes('](')) {
    text = text
      .replace(/!\[[^[\]\n]{0,300}\]\([^()\n]{0,2000}\)/g, '')
      .replace(/\[([^[\]\n]{1,300})\]\([^()\n]{0,2000}\)/g, '$1');
  }
  if (text.includes('#')) text = text.replace(/^ {0,3}#{1,6}[ \t]+/gm, '');
  if (text.includes('```') || text.includes('~~~')) text = text.replace(/^ {0,8}(?:```|~~~).*$/gm, '');
  return text;
}

const BLANK = 0x20;
const POINT = 0x2e;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const IDEOGRAPHIC_POINT = 0x3002;
/** `,-:;–`, which no shortened text ends with. */
const PAUSES = new Set([0x2c, 0x2d, 0x3a, 0x3b, 0x2013]);

/** Stands for what was cut. ASCII, because one other character would double the memory of the whole text. */
const LEFT_OUT = '...';

/** Shortens a cleaned text to at most `length` characters, at the end of a sentence or word when one is near. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let room = length - LEFT_OUT.length;
  // Not within a surrogate pair.
  if ((text.charCodeAt(room - 1) & 0xfc00) === 0xd800) room--;
  const sentence = lastStop(text, room, length * 0.7);
  if (sentence > 0) return text.slice(0, sentence + 1);
  const space = text.lastIndexOf(' ', room - 1);
  let end = space > length * 0.6 ? space : room;
  while (text.charCodeAt(end - 1) === BLANK || PAUSES.has(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end) + LEFT_OUT;
}

/** Offset of the last punctuation mark between `from` and `end` when it ends a sentence, else -1. */
function lastStop(text: string, end: number, from: number): number {
  for (let at = end - 1; at > from; at--) {
    const code = text.charCodeAt(at);
    const mayEnd = code === POINT || code === EXCLAMATION || code === QUESTION || code === IDEOGRAPHIC_POINT;
    if (mayEnd) return at + 1 < end && text.charCodeAt(at + 1) === BLANK ? at : -1;
  }
  return -1;
}
