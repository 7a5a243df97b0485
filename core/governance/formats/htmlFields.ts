/**
 * What a page gives a name to: cells of tables by their heads, `<dt>` and `<dd>`, labels and their inputs, text areas, microdata
 * (`itemprop`), and values behind a bold word or in a line (`<b>Password:</b> …`). Neighbouring ones are one object.
 * Only texts that stand in one piece are read so; the rest is left to the pass over the text.
 */

import { attributesOf, decodeEntities, encodeEntities, localName, TAG } from './markupTags.ts';
import type { Items, Leaf, Members, Node } from './positions.ts';

const MAX_LABEL_WORDS = 6;
const LINE = /^\s*(\p{L}[\p{L}\p{N} _.\-/()]{0,40}?)\s?[:：]\s*(\S[\s\S]*)$/u;
const ENDING = /^\s*(\p{L}[\p{L}\p{N} _.\-/()]{0,40}?)\s?[:：]\s*$/u;

const TOLD_BY_ATTRIBUTES = new Set(['label', 'textarea', 'input']);

type Cell = Leaf & { readonly isHead: boolean };

/** Objects and tables in the order of the page. */
export function readHtml(source: string): Node[] {
  const roots: Node[] = [];
  let pairs: Members = { members: [] };
  let used = new Set<string>();
  const labels = new Map<string, string>();
  /** Rows of the tables that are open, innermost last. */
  const tables: Cell[][][] = [];
  let cell: { isHead: boolean; texts: Leaf[] } | undefined;
  /** The name that the next text has. */
  let pending = '';
  /** The element whose text is wanted for a name: `dt`, `label`. */
  let naming: { tag: string; target: string } | undefined;
  let named = '';
  let isRaw = false;
  let from = 0;
  let tagAt = 0;

  const put = (name: string, node: Node): void => {
    const key = name.trim();
    if (key === '' || key.split(/\s+/).length > MAX_LABEL_WORDS) return;
    // A name for the second time begins another object.
    if (used.has(key)) flush();
    used.add(key);
    pairs.members.push({ key, range: undefined, node });
  };
  const flush = (): void => {
    if (pairs.members.length > 0) roots.push(pairs);
    pairs = { members: [] };
    used = new Set();
  };

  function text(start: number, end: number): void {
    const leaf = leafOf(source, start, end);
    if (!leaf) return;
    const value = String(leaf.value);
    if (naming) {
      named += value;
      return;
    }
    if (pending !== '') {
      const name = pending;
      pending = '';
      // `<b>Name</b>: Zebulon` leaves the colon to the text.
      const endOfToken = /^[:：]\s*/.exec(source.slice(leaf.range.start, leaf.range.end))?.[0].length ?? 0;
      const rest = endOfToken === 0 ? leaf : leafOf(source, leaf.range.start + endOfToken, end);
      if (rest) put(name, rest);
      return;
    }
    if (cell) cell.texts.push(leaf);
    const line = LINE.exec(source.slice(leaf.range.start, leaf.range.end));
    if (line) {
      const rest = leafOf(source, leaf.range.end - line[2]!.length, leaf.range.end);
      if (rest && !isSentence(String(rest.value))) put(line[1]!, rest);
    } else if (ENDING.test(value)) pending = value.replace(/\s?[:：]\s*$/, '');
  }

  function open(tag: string, attributes: string): void {
    if (tag === 'table') tables.push([]);
    else if (tag === 'tr') tables.at(-1)?.push([]);
    else if (tag === 'td' || tag === 'th') cell = { isHead: tag === 'th', texts: [] };
    else if (tag === 'dt') naming = { tag, target: '' };
    if (!attributes.includes('=') || !(TOLD_BY_ATTRIBUTES.has(tag) || /itemprop/i.test(attributes))) return;
    const found = attributesOf(attributes);
    if (tag === 'label') naming = { tag, target: found.get('for') ?? '' };
    const name = found.get('name') ?? found.get('itemprop') ?? '';
    if (tag === 'textarea') pending = name === '' ? (found.get('id') ?? '') : name;
    else if (found.has('itemprop')) pending = found.get('itemprop')!;
    // `<label for="x">` names the input whose name says nothing.
    const label = tag === 'input' ? labels.get(found.get('id') ?? '') : undefined;
    if (label !== undefined && name === '') pendingInput(label, found.get('value'));
  }

  function pendingInput(label: string, value: string | undefined): void {
    const at = value ? source.slice(tagAt, from).lastIndexOf(value) : -1;
    if (value && at >= 0)
      put(label, {
        value,
        range: { start: tagAt + at, end: tagAt + at + value.length, open: '', close: '', encode: encodeEntities },
      });
  }

  function close(tag: string): void {
    if ((tag === 'td' || tag === 'th') && cell) {
      const [leaf] = cell.texts;
      // What stands in several pieces is left to the pass over the text, but for heads, which only tell.
      const heads = cell.isHead ? cell.texts.map(({ value }) => value).join(' ') : null;
      const single = cell.texts.length === 1 ? leaf! : { value: heads, range: NO_RANGE };
      tables
        .at(-1)
        ?.at(-1)
        ?.push({ ...single, isHead: cell.isHead });
      cell = undefined;
    } else if (tag === 'table') {
      const rows = tables.pop();
      if (rows) roots.push(...tableOf(rows));
    } else if (naming?.tag === tag) {
      const name = named.replace(/\s?[:：*]\s*$/, '');
      if (tag === 'dt') pending = name;
      else if (naming.target !== '') labels.set(naming.target, name);
      naming = undefined;
      named = '';
    } else if (/^(?:dl|form|section|article|body)$/.test(tag)) {
      pending = '';
      flush();
    }
  }

  for (const hit of source.matchAll(TAG)) {
    if (!isRaw) text(from, hit.index);
    tagAt = hit.index;
    from = tagAt + hit[0].length;
    const [, cdata, closing, name, attributes = ''] = hit;
    if (cdata !== undefined || name === undefined) continue;
    const tag = localName(name).toLowerCase();
    isRaw = closing !== '/' && (tag === 'script' || tag === 'style');
    if (closing === '/') close(tag);
    else open(tag, attributes);
  }
  if (!isRaw) text(from, source.length);
  for (const rows of tables) roots.push(...tableOf(rows));
  flush();
  return roots;
}

/** The text between two tags without the blanks around it. */
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

/** A table under its first row, or rows of a name and a value. */
function tableOf(rows: readonly (readonly Cell[])[]): Node[] {
  const full = rows.filter((row) => row.length > 0);
  const [head, ...body] = full;
  if (!head) return [];
  if (
    full.every(
      (row) => row.length === 2 && (row[0]!.isHead || /[:：]\s*$/.test(String(row[0]!.value))) && !row[1]!.isHead,
    )
  ) {
    const members = full.map(([name, value]): Members['members'][number] => ({
      key: String(name!.value).replace(/\s?[:：]\s*$/, ''),
      range: undefined,
      node: plain(value!),
    }));
    return [{ members }];
  }
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

const NO_RANGE = { start: -1, end: -1, open: '', close: '' };
const EMPTY: Leaf = { value: '', range: NO_RANGE };

function plain({ value, range }: Cell): Leaf {
  return { value, range };
}
