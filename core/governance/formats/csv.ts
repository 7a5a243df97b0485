/**
 * CSV (RFC 4180), also with `;`, tab or `|` as delimiter. Header cells are field names, rows are the items of one array
 * and may be longer or shorter than the header. A first row with personal data is a row and not a header. Cells in
 * which nothing was found keep their quotes and line breaks.
 */

import type { JsonValue } from '../../lib/json/value.ts';
import { lazy } from '../../lib/lazy.ts';
import type { Truncation } from '../../model/governance/report.ts';
import { readKey } from '../fieldName/readName.ts';
import { cutText } from './plainText.ts';
import type { Governed, Run } from './run.ts';

/**
 * Governs a table.
 *
 * @param delimiter between cells; '' to detect it
 */
export function governCsv(text: string, delimiter: string, run: Run): Governed {
  const separator = delimiter || guessDelimiter(text);
  const rows = parseRows(text, separator, Number.isFinite(run.maxItems) ? run.maxItems + 1 : Number.POSITIVE_INFINITY);
  const [header, ...body] = rows.rows;
  if (!header) return { text: '', json: false, truncations: [], capped: false };
  const walker = run.walker();
  const out = rewrite(rows, separator, (value) => walker.walk(value, run.tally));
  const truncations: Truncation[] =
    rows.total - 1 > body.length
      ? [
          {
            pointer: '',
            total: rows.total - 1,
            kept: body.length,
            ...(run.options.truncatedInput ? { atLeast: true } : {}),
          },
        ]
      : [];
  const fitted = cutText(out, run.maxBytes);
  return { text: fitted.text, json: false, truncations, capped: fitted.cut };
}

/** Redacts a table inside a string. */
export function redactTable(text: string, separator: string, walk: (value: JsonValue) => JsonValue): string {
  const rows = parseRows(text, separator, Number.POSITIVE_INFINITY);
  return rows.rows.length === 0 ? text : rewrite(rows, separator, walk);
}

/** The rows with their cells redacted. Cells in which nothing was found, and the ends of rows, are copied from the source. */
function rewrite({ rows, written, ends }: Rows, separator: string, walk: (value: JsonValue) => JsonValue): string {
  const [header = [], ...body] = rows;
  const first = walk(header) as string[];
  const isHeader = first.every((cell, at) => cell === header[at] && !cell.includes('[REDACTED:'));
  const walked = isHeader ? byColumn(header, body, walk) : (walk(body) as string[][]);
  return [first, ...walked]
    .map((row, at) => {
      const cells = row.map((cell, column) => {
        const source = cell === rows[at]?.[column] ? written[at]?.[column] : undefined;
        return source ?? writeCell(String(cell), separator);
      });
      return cells.join(separator) + (ends[at] ?? '');
    })
    .join('');
}

function byColumn(names: string[], rows: string[][], walk: (value: JsonValue) => JsonValue): string[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), names.length);
  const filled = (cells: string[]) => [...cells, ...new Array<string>(width - cells.length).fill('')];
  const table: JsonValue = { columns: filled(names), rows: rows.map(filled) };
  const { rows: walked } = walk(table) as { rows: string[][] };
  return walked.map((row, at) => row.slice(0, rows[at]?.length));
}

/** The likeliest delimiter of a table. */
export function guessDelimiter(text: string): string {
  const line = text.slice(0, Math.max(0, text.search(/[\r\n]/)) || 2_000);
  let best = ',';
  let most = 0;
  for (const candidate of [',', ';', '\t', '|']) {
    const count = line.split(candidate).length;
    if (count > most) {
      most = count;
      best = candidate;
    }
  }
  return best;
}

/** The rows of a table. */
export interface Rows {
  readonly rows: string[][];
  /** The cells as in the source, with quotes. */
  readonly written: string[][];
  /** The end of each row: line breaks and empty lines; empty at the end of the text. */
  readonly ends: string[];
  readonly total: number;
}

/** Reads at most `limit` rows and counts the rest. */
export function parseRows(text: string, separator: string, limit: number): Rows {
  const rows: string[][] = [];
  const written: string[][] = [];
  const ends: string[] = [];
  let total = 0;
  let row: string[] = [];
  let raw: string[] = [];
  let index = 0;
  const length = text.length;
  const endRow = (end: string): void => {
    const isEmpty = row.length === 1 && row[0] === '';
    if (!isEmpty) {
      total++;
      if (total <= limit) {
        rows.push(row);
        written.push(raw);
        ends.push(end);
      }
    } else if (total > 0 && total <= limit) ends[ends.length - 1] += end;
    row = [];
    raw = [];
  };
  while (index <= length) {
    const start = index;
    let cell = '';
    if (text.charCodeAt(index) === 34) {
      let from = index + 1;
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote < 0) {
          cell += text.slice(from);
          index = length;
          break;
        }
        cell += text.slice(from, quote);
        if (text.charCodeAt(quote + 1) !== 34) {
          index = quote + 1;
          break;
        }
        cell += '"';
        from = quote + 2;
      }
      // `"5" tall`: text after the closing quote belongs to the cell.
      const closed = index;
      index = endOfCell(text, separator, index);
      if (index > closed) cell += text.slice(closed, index).trimEnd();
      raw.push(text.slice(start, index));
    } else {
      index = endOfCell(text, separator, index);
      cell = text.slice(start, index);
      raw.push(cell);
    }
    row.push(cell);
    if (index >= length) {
      endRow('');
      break;
    }
    if (text[index] === separator) index++;
    else {
      const end = text.charCodeAt(index) === 13 && text.charCodeAt(index + 1) === 10 ? 2 : 1;
      index += end;
      endRow(text.slice(index - end, index));
    }
  }
  return { rows, written, ends, total };
}

function endOfCell(text: string, separator: string, from: number): number {
  const sign = separator.charCodeAt(0);
  let index = from;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === sign || code === 10 || code === 13) break;
  }
  return index;
}

/** A cell as a table has it. */
export function writeCell(cell: string, separator: string): string {
  return cell.includes('"') || cell.includes(separator) || /[\r\n]/.test(cell)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}

const HEADING = lazy(() => /^["']?[\p{L}\p{So}_$@][\p{L}\p{M}\p{N} _.\-/()#@$]{0,80}["']?$/u);
/** A heading that is a name of a program: three of them in a row are no sentence. */
const IDENTIFIER = lazy(() => /^["']?[\p{L}_$@][\p{L}\p{M}\p{N}_.@$-]*["']?$/u);
/** Characters by which a table is recognized. */
const LOOKED_AT = 32_768;

/** The delimiter of a table whose header has names with a kind, or nothing but identifiers; undefined for any other text. */
export function csvDelimiter(text: string): string | undefined {
  if (text.length < 8) return undefined;
  const looked = text.slice(0, LOOKED_AT);
  const head = /^(?:\r?\n)*([^\r\n]+)\r?\n/.exec(looked)?.[1] ?? '';
  for (const delimiter of ['\t', ';', ',', '|']) {
    const cells = head.split(delimiter).map((cell) => cell.trim());
    if (cells.length < 2 || !cells.every((cell) => HEADING().test(cell))) continue;
    const rows = firstRows(looked, text.length > LOOKED_AT);
    if (rows.length === 0 || !rows.every((row) => row.split(delimiter).length === cells.length)) continue;
    const isOfPrograms = cells.length > 2 && cells.every((cell) => IDENTIFIER().test(cell));
    if (isOfPrograms || cells.some((cell) => readKey(cell.replace(/["']/g, '')).kind !== undefined)) return delimiter;
  }
  return undefined;
}

/** Up to five rows behind the header. Quoted cells, which may have delimiters and ends of lines in them, are empty. */
function firstRows(text: string, isCut: boolean): string[] {
  const lines = text.replace(/"[^"]*"/g, '""').split(/\r?\n/, 6);
  const whole = isCut && lines.length < 6 ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line !== '').slice(1);
}
