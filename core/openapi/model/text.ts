/**
 * Cleans the texts of a description for AI clients: removes HTML, Markdown tables, images and hidden characters, and
 * limits the length. Does not judge the content, so the texts stay untrusted.
 */
import { decodeEntities } from '../../lib/entities.ts';
import type { JsonValue } from '../../lib/json/value.ts';
import { withoutTables, withoutTags } from './markup.ts';

/** Length of a tool's description in characters. */
export const MAX_DESCRIPTION_LENGTH = 1_000;
/** Length of the description of one property or parameter in characters. */
export const MAX_PROPERTY_LENGTH = 500;
/** Length of a title in characters. */
export const MAX_TITLE_LENGTH = 100;

/** Characters that can hide text: control, format, private-use, unassigned and default ignorable ones. */
const HIDDEN = /[^\P{C}\t\n\r]|\p{Default_Ignorable_Code_Point}/gu;
/** Anything but ASCII, Latin letters, punctuation and currency signs. Faster to search for than {@link HIDDEN}. */
const UNUSUAL = /[^\t\n\r -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]/;
/**
 * A text without a match needs no cleaning. One pattern, because that is many times faster than a loop.
 */
const SUSPECT = /[^ -%'-;=-{}~]| {2}|\]\(|(?:^| )#|``|~~/;
/** A suspect text without a match only needs its white space normalized; that is so for nine in ten. */
const MARKED = /[^\t\n\r -%'-;=-{}~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]|\]\(|#|```|~~~/;
/** White space other than a single space between words; each run is matched once. */
const IRREGULAR_SPACE = /[^\S ]\s*| \s+/g;

/**
 * Cache of cleaned texts, because many operations have the same parameters. A hash table in which each slot keeps only
 * the last text.
 */
const known = new Map<number, Array<{ readonly raw: string; readonly text: string } | undefined>>();
const SLOTS = 2_048;
const MAX_REMEMBERED_LENGTH = 8_000;

/** Empties the cache; called at the end of an import, so that no text of its document stays in memory. */
export const forgetTexts = (): void => known.clear();

/** Cleans a text into one paragraph of at most `length` characters; '' for anything but a string. */
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
  // At most `length` characters are kept, so cleaning all of a very long text would only cost time.
  const text = (raw.length > 12 * length ? raw.slice(0, 12 * length) : raw).trim();
  return cut(SUSPECT.test(text) ? prose(text) : text, length);
}

const prose = (raw: string): string => (MARKED.test(raw) ? unmarked(raw).trim() : raw).replace(IRREGULAR_SPACE, ' ');

function unmarked(raw: string): string {
  // First: hidden characters and tags may be written as references.
  let text = decodeEntities(raw);
  if (UNUSUAL.test(text)) text = text.replace(HIDDEN, '');
  if (text.includes('<')) text = withoutTags(text);
  if (text.includes('|')) text = withoutTables(text);
  // After removing hidden characters and tags, because those may separate the characters of a link.
  if (text.includes('](')) {
    text = text
      .replace(/!\[[^[\]\n]{0,300}\]\([^()\n]{0,2000}\)/g, '')
      .replace(/\[([^[\]\n]{1,300})\]\([^()\n]{0,2000}\)/g, '$1');
  }
  if (text.includes('#')) text = text.replace(/^ {0,3}#{1,6}[ \t]+/gm, '');
  if (text.includes('```') || text.includes('~~~')) text = text.replace(/^ {0,8}(?:```|~~~).*$/gm, '');
  return text;
}

const SPACE = 0x20;
const FULL_STOP = 0x2e;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const IDEOGRAPHIC_FULL_STOP = 0x3002;
/** `,-:;–`, which are removed from the end of a shortened text. */
const PAUSES = new Set([0x2c, 0x2d, 0x3a, 0x3b, 0x2013]);

/** Marks the cut. ASCII, because one character outside Latin-1 doubles the memory of the whole string. */
const ELLIPSIS = '...';

/** Shortens a cleaned text to at most `length` characters, at the end of a sentence or word when one is near. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let room = length - ELLIPSIS.length;
  // Don't cut within a surrogate pair.
  if ((text.charCodeAt(room - 1) & 0xfc00) === 0xd800) room--;
  const sentence = lastStop(text, room, length * 0.7);
  if (sentence > 0) return text.slice(0, sentence + 1);
  const space = text.lastIndexOf(' ', room - 1);
  let end = space > length * 0.6 ? space : room;
  while (text.charCodeAt(end - 1) === SPACE || PAUSES.has(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end) + ELLIPSIS;
}

/** Offset of the last full stop, question or exclamation mark between `from` and `end` if it ends a sentence, else -1. */
function lastStop(text: string, end: number, from: number): number {
  for (let at = end - 1; at > from; at--) {
    const code = text.charCodeAt(at);
    const mayEnd = code === FULL_STOP || code === EXCLAMATION || code === QUESTION || code === IDEOGRAPHIC_FULL_STOP;
    if (mayEnd) return at + 1 < end && text.charCodeAt(at + 1) === SPACE ? at : -1;
  }
  return -1;
}
