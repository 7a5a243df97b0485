/**
 * Named values of an HTML page: table cells by their headers, `<dt>` and `<dd>`, labels and their inputs, text areas,
 * microdata (`itemprop`), and values after a bold word or on the same line (`<b>Password:</b> …`). Consecutive names
 * form one object. Only texts without tags inside are read here; markup.ts redacts the others as text.
 */

import { decodeEntities, encodeEntities } from '../../lib/entities.ts';
import { lazy } from '../../lib/lazy.ts';
import { attributesOf, localName, TAG } from './markupTags.ts';
import type { Items, Leaf, Members, Node } from './positions.ts';

const MAX_LABEL_WORDS = 6;
const LINE = lazy(() => /^\s*(\p{L}[\p{L}\p{N} _.\-/()]{0,40}?)\s?[:：]\s*(\S[\s\S]*)$/u);
const ENDING = lazy(() => /^\s*(\p{L}[\p{L}\p{N} _.\-/()]{0,40}?)\s?[:：]\s*$/u);

/** Elements whose attributes name a value. */
const NAMING_TAGS = new Set(['label', 'textarea', 'input']);

type Cell = Leaf & { readonly isHead: boolean };

/** Elements and attributes that make or name values, and references that may be a colon. */
const FIELDS = /<(?:t[dhr]\b|table|dt\b|label|textarea|input)|itemprop|&(?:#|colon)/i;

/** Objects and tables in the order of the page. */
export function readHtml(source: string): Node[] {
  return mayHaveFields(source) ? new PageReader(source).read() : [];
}

/** Whether a page may have a named value: by its elements, or in a text with a colon, which cannot be in the first tag. */
function mayHaveFields(source: string): boolean {
  const first = source.indexOf('>');
  return source.includes(':', first) || source.includes('：', first) || FIELDS.test(source);
}

/** An element whose text is a name: `dt`, `label`. */
interface Naming {
  readonly tag: string;
  /** Id of the input that the label is for. */
  readonly target: string;
}

class PageReader {
  readonly #source: string;
  readonly #roots: Node[] = [];
  #pairs: Members = { members: [] };
  #used = new Set<string>();
  /** Texts of labels by the id of their input. */
  readonly #labels = new Map<string, string>();
  /** Rows of the open tables, innermost table last. */
  readonly #tables: Cell[][][] = [];
  #cell: { isHead: boolean; texts: Leaf[] } | undefined;
  /** The name for the next text. */
  #pending = '';
  #naming: Naming | undefined;
  #nameText = '';

  constructor(source: string) {
    this.#source = source;
  }

  read(): Node[] {
    const source = this.#source;
    let isRaw = false;
    let from = 0;
    for (const hit of source.matchAll(TAG)) {
      if (!isRaw) this.#text(from, hit.index);
      from = hit.index + hit[0].length;
      const [, cdata, closing, name, attributes = ''] = hit;
      if (cdata !== undefined || name === undefined) continue;
      const tag = localName(name).toLowerCase();
      isRaw = closing !== '/' && (tag === 'script' || tag === 'style');
      if (closing === '/') this.#close(tag);
      else this.#open(tag, attributes, hit.index, from);
    }
    if (!isRaw) this.#text(from, source.length);
    for (const rows of this.#tables) this.#roots.push(...tableOf(rows));
    this.#flush();
    return this.#roots;
  }

  #put(name: string, node: Node): void {
    const key = name.trim();
    if (key === '' || key.split(/\s+/).length > MAX_LABEL_WORDS) return;
    // A name that occurs again begins another object.
    if (this.#used.has(key)) this.#flush();
    this.#used.add(key);
    this.#pairs.members.push({ key, range: undefined, node });
  }

  /** Ends the object of consecutive names. */
  #flush(): void {
    if (this.#pairs.members.length > 0) this.#roots.push(this.#pairs);
    this.#pairs = { members: [] };
    this.#used = new Set();
  }

  #text(start: number, end: number): void {
    const source = this.#source;
    const leaf = leafOf(source, start, end);
    if (!leaf) return;
    const value = String(leaf.value);
    if (this.#naming) {
      this.#nameText += value;
      return;
    }
    if (this.#pending !== '') {
      const name = this.#pending;
      this.#pending = '';
      // In `<b>Name</b>: Zebulon` the colon is not part of the value.
      const colon = /^[:：]\s*/.exec(source.slice(leaf.range.start, leaf.range.end))?.[0].length ?? 0;
      const rest = colon === 0 ? leaf : leafOf(source, leaf.range.start + colon, end);
      if (rest) this.#put(name, rest);
      return;
    }
    this.#cell?.texts.push(leaf);
    const [, name, written] = LINE().exec(source.slice(leaf.range.start, leaf.range.end)) ?? [];
    if (name !== undefined && written !== undefined) {
      const rest = leafOf(source, leaf.range.end - written.length, leaf.range.end);
      if (rest && !isSentence(String(rest.value))) this.#put(name, rest);
    } else if (ENDING().test(value)) this.#pending = value.replace(/\s?[:：]\s*$/, '');
  }

  /**
   * An opening tag.
   *
   * @param start of the tag, which ends at `end`
   */
  #open(tag: string, attributes: string, start: number, end: number): void {
    if (tag === 'table') this.#tables.push([]);
    else if (tag === 'tr') this.#tables.at(-1)?.push([]);
    else if (tag === 'td' || tag === 'th') this.#cell = { isHead: tag === 'th', texts: [] };
    else if (tag === 'dt') this.#naming = { tag, target: '' };
    if (!attributes.includes('=') || !(NAMING_TAGS.has(tag) || /itemprop/i.test(attributes))) return;
    const found = attributesOf(attributes);
    if (tag === 'label') this.#naming = { tag, target: found.get('for') ?? '' };
    const property = found.get('itemprop');
    const name = found.get('name') ?? property ?? '';
    if (tag === 'textarea') this.#pending = name === '' ? (found.get('id') ?? '') : name;
    else if (property !== undefined) this.#pending = property;
    // `<label for="x">` names an input that has no name.
    const label = tag === 'input' ? this.#labels.get(found.get('id') ?? '') : undefined;
    const value = found.get('value');
    if (label === undefined || name !== '' || !value) return;
    const at = this.#source.slice(start, end).lastIndexOf(value);
    if (at < 0) return;
    const from = start + at;
    const range = { start: from, end: from + value.length, open: '', close: '', encode: encodeEntities };
    this.#put(label, { value, range });
  }

  #close(tag: string): void {
    if ((tag === 'td' || tag === 'th') && this.#cell) {
      const { isHead, texts } = this.#cell;
      const [first] = texts;
      // Cells with tags inside are left to markup.ts; headers are joined, since they are not redacted.
      const header = isHead ? texts.map(({ value }) => value).join(' ') : null;
      const single = texts.length === 1 && first !== undefined ? first : { value: header, range: NO_RANGE };
      this.#tables
        .at(-1)
        ?.at(-1)
        ?.push({ ...single, isHead });
      this.#cell = undefined;
    } else if (tag === 'table') {
      const rows = this.#tables.pop();
      if (rows) this.#roots.push(...tableOf(rows));
    } else if (this.#naming?.tag === tag) {
      const name = this.#nameText.replace(/\s?[:：*]\s*$/, '');
      if (tag === 'dt') this.#pending = name;
      else if (this.#naming.target !== '') this.#labels.set(this.#naming.target, name);
      this.#naming = undefined;
      this.#nameText = '';
    } else if (/^(?:dl|form|section|article|body)$/.test(tag)) {
      this.#pending = '';
      this.#flush();
    }
  }
}

/** The text between two positions without the white space around it; undefined when it has tags or nothing is left. */
function leafOf(source: string, from: number, to: number): Leaf | undefined {
  let start = from;
  let end = to;
  while (start < end && source.charCodeAt(start) <= 32) start++;
  while (end > start && source.charCodeAt(end - 1) <= 32) end--;
  if (start === end || end - start > 4_000) return undefined;
  return {
    value: decodeEntities(source.slice(start, end)),
    range: { start, end, open: '', close: '', encode: encodeEntities },
  };
}

function isSentence(value: string): boolean {
  return !/\d/.test(value) && (/^\p{Ll}\S* \S+ \S+/u.test(value) || /^\S+ \S+ \S+ .*[.!?]$/.test(value));
}

/** A table whose first row is the header, or rows of a name and a value. */
function tableOf(rows: readonly (readonly Cell[])[]): Node[] {
  const full = rows.filter((row) => row.length > 0);
  const [head, ...body] = full;
  if (!head) return [];
  const pairs = pairsIn(full);
  if (pairs) return [pairs];
  if (body.length === 0 || !(head.every(({ isHead }) => isHead) || full.every((row) => row.length === head.length)))
    return [];
  const width = Math.max(...full.slice(0, 10_000).map((row) => row.length));
  const filled = (row: readonly Cell[]): Items => ({
    items: Array.from({ length: Math.max(width, row.length) }, (_, at) => (row[at] ? plain(row[at]) : EMPTY)),
  });
  return [
    {
      members: [
        { key: 'columns', range: undefined, node: filled(head) },
        { key: 'rows', range: undefined, node: { items: body.map(filled) } },
      ],
    },
  ];
}

/** Rows of a name and a value as one object; undefined when a row is something else. */
function pairsIn(rows: readonly (readonly Cell[])[]): Members | undefined {
  const members: Members['members'] = [];
  for (const [name, value, ...more] of rows) {
    if (name === undefined || value === undefined || more.length > 0 || value.isHead) return undefined;
    const text = String(name.value);
    if (!name.isHead && !/[:：]\s*$/.test(text)) return undefined;
    members.push({ key: text.replace(/\s?[:：]\s*$/, ''), range: undefined, node: plain(value) });
  }
  return { members };
}

const NO_RANGE = { start: -1, end: -1, open: '', close: '' };
const EMPTY: Leaf = { value: '', range: NO_RANGE };

function plain({ value, range }: Cell): Leaf {
  return { value, range };
}
