/**
 * Lines of a name and a value: YAML, INI and `.env` files, headers, tickets and mails in plain text, Markdown tables,
 * vCards (RFC 6350) and names in calendars (RFC 5545). Consecutive lines are one object, so that `Name:` beside
 * `Phone:` is a person's name; indented lines are members of the line above. Sentences after a colon are left to the
 * text.
 */

import type { JsonValue } from '../../lib/json/value.ts';
import { lazy } from '../../lib/lazy.ts';
import { isCode } from './lenientJson.ts';
import { logfmtEdits } from './logfmt.ts';
import { applyEdits, type Edit, editsOf, type Items, type Members, type Node } from './positions.ts';

/**
 * A word and a separator; up to four words, a separator and a space; or capitalized words without the space
 * (`Registrant Name:Ann Lee`).
 */
const PAIR = lazy(
  () =>
    /^([ \t]*)((?:[-*•] +)?)(["'`]?)(\p{L}[\p{L}\p{M}\p{N}_.\-/#()]{0,40}(?:(?: [\p{L}\p{M}\p{N}_.\-/#()]{1,30}){1,3}(?=["'`]?[ \t]*[:=：](?:\s|$))|(?: \p{Lu}[\p{L}\p{M}\p{N}/]{0,30}){1,3}(?=:[^\s:/]))?)\3[ \t]*(?::=|=>|[:：]|(?<![=!<>])=(?!=))[ \t]*(.*)$/u,
);
const DECLARATION =
  /^(?:const|let|var|val|declare|public|private|protected|static|readonly|final|return|export|import|type|this|self|def|function|case|if|for|while|else|throw)\b/;
const ITEM = /^([ \t]*)([-*•] +)(\S.*)$/;
/** A block ends after this many lines, which limits its size. */
const MAX_BLOCK_LINES = 2_000;

/** Redacts the object that lines form, and single values by their names. */
export interface LineWalk {
  walk(value: JsonValue): JsonValue;
  field(name: string, value: string): string;
}

/** `Name: value` in a WHOIS record, a ticket or a mail. */
const NAMED_LINE = lazy(() => /^[ \t]{0,12}\p{L}[\p{L}\p{M}\p{N}_.\-/ ]{0,40}:(?!\/\/)[ \t]{0,20}\S/u);
const MAX_TEXT = 64 * 1024;
const MAX_LINE = 400;

/**
 * Whether two lines of a text that follow each other give values to names, as in a form that somebody sent or the text of a WHOIS record. One
 * alone is read as a text, whose detectors know names before values.
 */
export function hasNamedLines(text: string): boolean {
  if (text.length > MAX_TEXT || !text.includes('\n')) return false;
  let isNamed = false;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    start += line.length + 1;
    if (line.trim() === '') continue;
    const wasNamed = isNamed;
    isNamed = line.length <= MAX_LINE && NAMED_LINE().test(line);
    if (isNamed && wasNamed) return true;
  }
  return false;
}

/** The text with the named values in its lines redacted. */
export function redactLines(text: string, walker: LineWalk): string {
  if (!/[:=|：]/.test(text) || (!text.includes('\n') && text.length > 400)) return text;
  const edits: Edit[] = [];
  const lines = linesOf(text);
  let block = newBlock();
  const close = (): void => {
    if (block.lines > 0) edits.push(...editsOf(block.root, (value) => walker.walk(value)));
    block = newBlock();
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) continue;
    const pairs = line.text.includes('=') ? logfmtEdits(line.text, line.start, walker.walk) : undefined;
    if (pairs !== undefined) {
      close();
      edits.push(...pairs);
    } else if (line.text.includes('|') && isRule(lines[index + 1]?.text)) {
      close();
      index = readTable(lines, index, walker, edits) - 1;
    } else if (!addLine(block, line) || block.lines >= MAX_BLOCK_LINES) close();
  }
  close();
  const replaced = applyEdits(
    text,
    edits.sort((a, b) => a.start - b.start),
  );
  return /BEGIN:V(?:CARD|EVENT|TODO|CALENDAR)/.test(replaced) ? redactCards(replaced, walker) : replaced;
}

interface Line {
  readonly text: string;
  readonly start: number;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    lines.push({ text: text.slice(start, text[stop - 1] === '\r' ? stop - 1 : stop), start });
    start = stop + 1;
  }
  return lines;
}

interface Level {
  readonly indent: number;
  readonly holder: Members;
}
interface Block {
  readonly root: Members;
  readonly levels: Level[];
  lines: number;
}

function topOf(block: Block): Level {
  return block.levels.at(-1) ?? { indent: -1, holder: block.root };
}

function newBlock(): Block {
  const root: Members = { members: [] };
  return { root, levels: [{ indent: -1, holder: root }], lines: 0 };
}

/** Adds a line to the block; false when it does not belong to the block. */
function addLine(block: Block, line: Line): boolean {
  if (line.text.length > 2_000) return false;
  const pair = PAIR().exec(line.text);
  if (!pair) return addItem(block, line);
  const [, blanks = '', dash = '', , name = '', rest = ''] = pair;
  // `const token = …`, `public readonly address: …` are program code, unless the value is a literal.
  if (DECLARATION.test(name) && !/^["'`]/.test(rest)) return false;
  const indent = blanks.length + dash.length;
  if (dash !== '') openItem(block, blanks.length, indent);
  else while (topOf(block).indent >= indent && block.levels.length > 1 && !isItemAt(block, indent)) block.levels.pop();
  const { holder } = topOf(block);
  const node = leafOf(line, line.text.length - rest.length, rest);
  const child: Members = { members: [] };
  holder.members.push({ key: name.trim(), range: undefined, node: node ?? child });
  block.lines++;
  if (node === undefined) block.levels.push({ indent: indent + 1, holder: child });
  return true;
}

/** Whether the innermost level is a list item whose members have this indent. */
function isItemAt(block: Block, indent: number): boolean {
  return topOf(block).indent === indent;
}

/** `- name: …` begins an object in the list of the name above. */
function openItem(block: Block, dashAt: number, indent: number): void {
  while (block.levels.length > 1 && topOf(block).indent > dashAt + 1) block.levels.pop();
  const { holder } = topOf(block);
  const item: Members = { members: [] };
  listIn(holder).push(item);
  block.levels.push({ indent, holder: item });
}

function addItem(block: Block, line: Line): boolean {
  const item = ITEM.exec(line.text);
  const { holder } = topOf(block);
  if (!item || block.lines === 0 || holder === block.root) return false;
  const leaf = leafOf(line, line.text.length - (item[3]?.length ?? 0), item[3] ?? '');
  if (leaf === undefined || !('range' in leaf)) return false;
  const above = block.levels.at(-2)?.holder.members.at(-1);
  // A list of plain values under a name: `phones:`, then one number on each line.
  if (above === undefined || above.node !== holder || holder.members.length > 0) {
    if (above === undefined || !('items' in above.node)) return false;
  } else above.node = { items: [] };
  (above.node as Items).items.push(leaf);
  block.lines++;
  return true;
}

function listIn(holder: Members): Node[] {
  const last = holder.members.at(-1);
  if (last && 'items' in last.node) return last.node.items;
  const list: Items = { items: [] };
  if (last && 'members' in last.node && last.node.members.length === 0) last.node = list;
  else holder.members.push({ key: 'items', range: undefined, node: list });
  return list.items;
}

/** Sentences and remarks. */
const SENTENCE = lazy(() => /^(?=[^\d=]*$)(?:\p{Ll}[\p{L}'’-]*(?: [\p{L}'’,-]+){2}|.* .* .*[.!?]$)/u);

const QUOTED_PRINTABLE = /^[2-7][0-9A-F][\w.-]{0,80}=40/;

/** The value of a line; undefined when there is none. */
function leafOf(line: Line, at: number, rest: string): Node | undefined {
  let value = rest.trimEnd();
  if (value === '' || value.startsWith('#') || /^[|>][+-]?$/.test(value)) return undefined;
  let start = line.start + at;
  const quote = value.charAt(0);
  if (/["'`]/.test(quote)) {
    const end = value.indexOf(quote, 1);
    if (end > 0 && /^[,;]?\s*(?:#.*)?$/.test(value.slice(end + 1))) {
      value = value.slice(1, end);
      start++;
    }
  } else if (isCode(value.replace(/[,;]$/, '')))
    return { value: null, range: { start, end: start, open: '', close: '' } };
  else value = value.replace(/\s+#\s.*$/, '').replace(/[,;]$/, '');
  // A sentence keeps its place but is not judged by the name before it; nor is quoted-printable (`ann=2Elee=40…`).
  if (value === '' || SENTENCE().test(value) || QUOTED_PRINTABLE.test(value))
    return { value: null, range: { start, end: start, open: '', close: '' } };
  return { value, range: { start, end: start + value.length, open: '', close: '' } };
}

function isRule(line: string | undefined): boolean {
  return line !== undefined && /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/.test(line) && line.includes('-');
}

/** Redacts a Markdown table from its header on; returns the index of the line after it. */
function readTable(lines: readonly Line[], header: number, walker: LineWalk, edits: Edit[]): number {
  const first = lines[header];
  const columns = first === undefined ? [] : cellsOf(first);
  const rows: Cell[][] = [];
  let index = header + 2;
  for (let line = lines[index]; line?.text.includes('|'); line = lines[++index]) rows.push(cellsOf(line));
  const width = Math.max(columns.length, ...rows.slice(0, 10_000).map((row) => row.length));
  const filled = (cells: readonly Cell[]): string[] => Array.from({ length: width }, (_, at) => cells[at]?.text ?? '');
  const table: JsonValue = { columns: filled(columns), rows: rows.map(filled) };
  const walked = walker.walk(table) as { rows: string[][] };
  for (const [at, row] of rows.entries()) {
    for (const [column, cell] of row.entries()) {
      const next = walked.rows[at]?.[column];
      if (next !== undefined && next !== cell.text)
        edits.push({ start: cell.start, end: cell.start + cell.text.length, text: next });
    }
  }
  return index;
}

interface Cell {
  readonly text: string;
  readonly start: number;
}

function cellsOf({ text, start }: Line): Cell[] {
  const cells: Cell[] = [];
  let at = /^\s*\|/.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    const bar = text.indexOf('|', at);
    const raw = text.slice(at, bar < 0 ? text.length : bar);
    cells.push({ text: raw.trim(), start: start + at + (raw.length - raw.trimStart().length) });
    at = bar < 0 ? text.length : bar + 1;
    if (text.slice(at).trim() === '') break;
  }
  return cells;
}

/** vCard and iCalendar properties of a person, by the field name that they stand for. */
const PROPERTIES: Readonly<Record<string, string>> = {
  FN: 'full_name',
  N: 'last_name',
  NICKNAME: 'full_name',
  ADR: 'address',
  LABEL: 'address',
  BDAY: 'birth_date',
  TEL: 'phone',
};
const PROPERTY = /^((?:[\w-]{1,30}\.)?(FN|N|NICKNAME|ADR|LABEL|BDAY|TEL)(?:;[^:\r\n]{0,200})?:)([^\r\n]{1,1000})/gm;
const COMMON_NAME = /(?<=;CN=)("[^"\r\n]{1,100}"|[^":;,\r\n]{1,100})/g;

function redactCards(text: string, walker: LineWalk): string {
  return text
    .replace(PROPERTY, (whole, head: string, property: string, value: string) => {
      if (value.startsWith('[REDACTED:')) return whole;
      const plain = value.replace(/;+/g, ' ').trim();
      const next = walker.field(PROPERTIES[property] ?? '', property === 'ADR' ? `${plain},` : plain);
      return next === plain || next === `${plain},` ? whole : head + next;
    })
    .replace(COMMON_NAME, (value) => {
      const plain = value.replaceAll('"', '');
      const next = walker.field('full_name', plain);
      return next === plain ? value : value.replace(plain, () => next);
    });
}
