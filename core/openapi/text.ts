/**
 * Texts of a description, made fit for a model: no HTML, no Markdown tables or images, no hidden characters, a bounded length.
 * They stay untrusted: nothing here judges what they say.
 */
import type { JsonValue } from '../json.ts';

export const DESCRIPTION_LENGTH = 1_000;
export const PROPERTY_LENGTH = 500;
export const TITLE_LENGTH = 100;

/** Control, format, private-use and unassigned characters, and whatever else is drawn as nothing: ways to hide text. */
const HIDDEN = /[^\P{C}\t\n\r]|\p{Default_Ignorable_Code_Point}/gu;
/** HTML by name, so that `<projectId>` and other placeholders stay; the last are those of a large cloud vendor. */
const INLINE_TAGS = new Set(
  'a abbr b big cite code dfn em font i kbd mark q s samp small span strong sub sup tt u var'.split(' '),
);
const BLOCK_TAGS = new Set(
  'address article aside blockquote body br caption center col colgroup dd del details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 head header hr html iframe img input ins label li main meta nav object ol option p picture pre section select source strike summary table tbody td textarea tfoot th thead time tr ul video wbr fullname important message note para'.split(
    ' ',
  ),
);
const TAG = /<\/?([a-z][a-z0-9]*)(?:\s[^<>]{0,500})?\/?>/gi;
/** Tags that go with what they hold. */
const BLOCK = /<(?:script|style|table|!--)/i;
/** Anything but ASCII, Latin letters, typographic signs and currencies: cheaper to look for than what is hidden. */
const UNUSUAL = /[^\t\n\r -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]/;
/** Anything but the printable ASCII characters that mean nothing in HTML and Markdown tables. */
const SUSPECT = /[^ -%'-;=-{}~]/;
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
  if (raw.length <= length && isPlain(raw)) return raw;
  // Far beyond what can be kept, cleaning would only cost time.
  return cut(prose(raw.length > 12 * length ? raw.slice(0, 12 * length) : raw), length);
}

/** Most texts are fit as they are; finding that out has to be cheap. */
function isPlain(text: string): boolean {
  if (SUSPECT.test(text) || text.includes('](') || text.includes('  ')) return false;
  const first = text[0];
  return first !== ' ' && first !== '#' && !text.endsWith(' ');
}

function prose(raw: string): string {
  let text = raw;
  if (UNUSUAL.test(text)) text = text.replace(HIDDEN, '');
  // Before tags are looked for: some write them as entities.
  if (text.includes('&'))
    text = text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!);
  if (text.includes('<')) text = withoutTags(text);
  if (text.includes('|')) text = withoutTables(text);
  if (text.includes('](')) {
    text = text
      .replace(/!\[[^[\]\n]{0,300}\]\([^()\n]{0,2000}\)/g, '')
      .replace(/\[([^[\]\n]{1,300})\]\([^()\n]{0,2000}\)/g, '$1');
  }
  if (text.includes('#')) text = text.replace(/^ {0,3}#{1,6}[ \t]+/gm, '');
  if (text.includes('```') || text.includes('~~~')) text = text.replace(/^ {0,8}(?:```|~~~).*$/gm, '');
  if (/[^\S ]/.test(text) || text.includes('  ')) text = text.replace(/ \s+|[^\S ]\s*/g, ' ');
  return text.trim();
}

function withoutTags(raw: string): string {
  let text = raw;
  if (BLOCK.test(text)) {
    for (const name of ['script', 'style', 'table']) text = withoutBlocks(text, `<${name}`, `</${name}>`);
    text = withoutBlocks(text, '<!--', '-->');
  }
  // What is left of a tag that stood within another one may be a tag.
  for (let round = 0; round < 3; round++) {
    const before = text;
    text = text.replace(TAG, withoutTag);
    if (text === before || !text.includes('<')) break;
  }
  return text;
}

function withoutTag(tag: string, name: string): string {
  const lower = name.toLowerCase();
  return INLINE_TAGS.has(lower) ? '' : BLOCK_TAGS.has(lower) ? ' ' : tag;
}

/** Drops everything from an opening to its closing mark; by search, because a pattern would go over the rest again and again. */
function withoutBlocks(text: string, opening: string, closing: string): string {
  const lower = text.toLowerCase();
  let kept = '';
  let at = 0;
  for (let start = lower.indexOf(opening); start >= 0; start = lower.indexOf(opening, at)) {
    const end = lower.indexOf(closing, start);
    if (end < 0) break;
    kept += `${text.slice(at, start)} `;
    at = end + closing.length;
  }
  return kept + text.slice(at);
}

/** `| --- | :--: |` in any spacing. */
const isSeparator = (line: string): boolean => line.includes('--') && /^[|:-]+$/.test(line.replace(/[ \t]/g, ''));

/** Drops the rows of Markdown tables: runs of lines with pipes that hold a separator line. */
function withoutTables(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let index = 0; index < lines.length; ) {
    let end = index;
    while (lines[end]?.includes('|')) end++;
    const run = lines.slice(index, end);
    if (!run.some(isSeparator)) kept.push(...run);
    if (end === index) kept.push(lines[end++]!);
    index = end;
  }
  return kept.join('\n');
}

/** Cuts at the end of a sentence or word when one is near. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  const sentence = head.search(/[.!?。](?=\s[^.!?。]*$)/);
  if (sentence > length * 0.7) return head.slice(0, sentence + 1);
  const space = head.lastIndexOf(' ');
  return `${(space > length * 0.6 ? head.slice(0, space) : head).replace(/[\s,;:–-]+$/, '')}…`;
}
