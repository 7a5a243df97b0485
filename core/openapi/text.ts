/**
 * Texts of a description, made fit for a model: no HTML, no Markdown tables or images, no hidden characters, a bounded length.
 * They stay untrusted: nothing here judges what they say.
 */
import type { JsonValue } from '../json.ts';

export const DESCRIPTION_LENGTH = 1_000;
export const PROPERTY_LENGTH = 500;

/** Control, format, private-use and unassigned characters, and whatever else is drawn as nothing: ways to hide text. */
const HIDDEN = /[^\P{C}\t\n\r]|\p{Default_Ignorable_Code_Point}/gu;
const BREAKING_TAG =
  /<\/?(?:p|br|div|li|ul|ol|h[1-6]|tr|td|th|section|details|summary|blockquote|pre|hr)\b[^<>]{0,500}>/gi;
const PLAIN = /^[\u0020-\u003b\u003d\u003f-\u005a\u005e-\u007b\u007d\u007e]*$/;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/** Cleans a text into one paragraph of at most `length` characters; '' for anything that is no text. */
export function cleanText(value: JsonValue | undefined, length: number): string {
  if (typeof value !== 'string') return '';
  // Far beyond what can be kept, cleaning would only cost time.
  const raw = value.length > 40 * length ? value.slice(0, 40 * length) : value;
  return cut(PLAIN.test(raw) && !raw.includes('  ') ? raw.trim() : prose(raw), length);
}

function prose(raw: string): string {
  let text = raw.replace(HIDDEN, '');
  if (text.includes('<')) {
    for (const name of ['script', 'style', 'table']) text = withoutBlocks(text, `<${name}`, `</${name}>`);
    text = withoutBlocks(text, '<!--', '-->')
      .replace(BREAKING_TAG, ' ')
      .replace(/<\/?[a-z][a-z0-9-]*(?:\s[^<>]{0,500})?\/?>/gi, '');
  }
  if (text.includes('|')) text = withoutTables(text);
  if (text.includes(']('))
    text = text.replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, '').replace(/\[([^\]\n]+)\]\([^)\n]*\)/g, '$1');
  if (text.includes('&'))
    text = text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!);
  return text
    .replace(/^\s{0,3}#{1,6}\s+|^\s*(?:```|~~~).*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
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

/** Drops the rows of Markdown tables: runs of lines with pipes that hold a separator line. */
function withoutTables(text: string): string {
  const lines = text.split('\n');
  const isRow = (line: string | undefined) => line?.includes('|') === true;
  const kept: string[] = [];
  for (let index = 0; index < lines.length; ) {
    let end = index;
    while (isRow(lines[end])) end++;
    const run = lines.slice(index, end);
    if (run.some((line) => /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/.test(line) && line.includes('|')))
      index = end;
    else kept.push(lines[index++]!);
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
