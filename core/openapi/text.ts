/**
 * Texts of a description, made fit for a model: no HTML, no Markdown tables or images, no hidden characters, a bounded length.
 * They stay untrusted: nothing here judges what they say.
 */
import type { JsonValue } from '../json.ts';
import { withoutTables, withoutTags } from './markup.ts';

export const DESCRIPTION_LENGTH = 1_000;
export const PROPERTY_LENGTH = 500;
export const TITLE_LENGTH = 100;

/** Control, format, private-use and unassigned characters, and whatever else is drawn as nothing: ways to hide text. */
const HIDDEN = /[^\P{C}\t\n\r]|\p{Default_Ignorable_Code_Point}/gu;
/** Anything but ASCII, Latin letters, typographic signs and currencies: cheaper to look for than what is hidden. */
const UNUSUAL = /[^\t\n\r -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]/;
/** What stands in a text, found in one pass: the steps of cleaning that it needs. */
const BREAK = 1;
const AMPERSAND = 2;
const ANGLE = 4;
const PIPE = 8;
const LINK = 16;
const HASH = 32;
const FENCE = 64;
const OTHER = 128;
const MARKS = new Uint8Array(128).fill(OTHER, 0, 32).fill(OTHER, 127);
for (const [characters, mark] of [
  ['\t\n\r', BREAK],
  ['&', AMPERSAND],
  ['<', ANGLE],
  ['|', PIPE],
  ['#', HASH],
  ['`~', FENCE],
] as const) {
  for (const character of characters) MARKS[character.charCodeAt(0)] = mark;
}
const SPACE = 0x20;
const BRACKET = 0x5d;
const PARENTHESIS = 0x28;
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
 * Texts repeat: the same parameter is described in words at every operation. The last text of each length is remembered for
 * each slot; comparing two texts costs less than looking one up by its hash.
 */
const known = new Map<number, Array<{ readonly raw: string; readonly text: string } | undefined>>();
const SLOTS = 2_048;
const LONGEST = 8_000;

/** Drops what is remembered; an import does so when it ends, so that no document outlives it. */
export const forgetTexts = (): void => known.clear();

/** Cleans a text into one paragraph of at most `length` characters; '' for anything that is no text. */
export function cleanText(value: JsonValue | undefined, length: number): string {
  if (typeof value !== 'string' || value === '') return '';
  if (value.length > LONGEST) return cleaned(value, length);
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
  const text = raw.length > 12 * length ? raw.slice(0, 12 * length) : raw;
  const marks = marksOf(text);
  // Most texts are fit as they are.
  return cut(marks === 0 ? text : beginning(prose(text, marks), length), length);
}

function marksOf(text: string): number {
  let marks = 0;
  let before = SPACE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A blank at the beginning counts like two.
    if (code === SPACE) {
      if (before === SPACE) marks |= BREAK;
    } else if (code === PARENTHESIS) {
      if (before === BRACKET) marks |= LINK;
    } else {
      const mark = code < 128 ? MARKS[code]! : OTHER;
      // Most stand in the middle of a line, or for code within it.
      const isMeant = mark === HASH ? before === SPACE : mark !== FENCE || before === code;
      if (isMeant) marks |= mark;
    }
    before = code;
  }
  return before === SPACE ? marks | BREAK : marks;
}

function prose(raw: string, marks: number): string {
  let text = raw;
  if (marks & OTHER && UNUSUAL.test(text)) text = text.replace(HIDDEN, '');
  // Before tags are looked for: some write them as entities.
  if (marks & AMPERSAND) text = text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!);
  if (marks & (ANGLE | AMPERSAND) && text.includes('<')) text = withoutTags(text);
  if (marks & PIPE) text = withoutTables(text);
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

/** As one line, or more than `length` characters of it: what is cut off need not be brought into one. */
function beginning(text: string, length: number): string {
  if (text.length > 2 * length) {
    const line = oneLine(text.slice(0, 2 * length));
    if (line.length > length) return line;
  }
  return oneLine(text);
}

/** Whitespace of any kind and length as one blank, none at the ends. */
function oneLine(text: string): string {
  let line = '';
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    const isBlank = code <= SPACE ? code === SPACE || (code >= 9 && code <= 13) : code >= 0xa0 && isWide(code);
    if (!isBlank) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      // A single blank between two words is no end.
      if (code === SPACE && at + 1 < text.length && text.charCodeAt(at + 1) > SPACE && text.charCodeAt(at + 1) < 0xa0)
        continue;
      line += line === '' ? text.slice(start, at) : ` ${text.slice(start, at)}`;
      start = -1;
    }
  }
  return line;
}

const isWide = (code: number): boolean =>
  code === 0xa0 ||
  (code >= 0x1680 &&
    (code === 0x1680 ||
      (code >= 0x2000 && code <= 0x200a) ||
      code === 0x2028 ||
      code === 0x2029 ||
      code === 0x202f ||
      code === 0x205f ||
      code === 0x3000 ||
      code === 0xfeff));

/** Cuts at the end of a sentence or word when one is near. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  const sentence = head.search(/[.!?。](?=\s[^.!?。]*$)/);
  if (sentence > length * 0.7) return head.slice(0, sentence + 1);
  const space = head.lastIndexOf(' ');
  return `${(space > length * 0.6 ? head.slice(0, space) : head).replace(/[\s,;:–-]+$/, '')}…`;
}
