/** Exports audit entries as CSV (RFC 4180) for spreadsheets. Texts cannot become formulas there, and hide nothing. */
import { visibleText } from '../lib/visible.ts';
import type { AuditEntry } from './entry.ts';

const COLUMNS = [
  'at',
  'kind',
  'tool',
  'class',
  'method',
  'outcome',
  'status',
  'errorCode',
  'rule',
  'durationMs',
  'upstreamMs',
  'bytesIn',
  'bytesOut',
  'redactedFields',
  'truncations',
  'tokenId',
  'tokenLabel',
  'era',
  'client',
  'session',
  'person',
  'personName',
  'actor',
  'actorName',
  'action',
  'detail',
  'arguments',
  'argumentsDigest',
  'answerDigest',
  'bundleId',
  'callId',
  'entryId',
  'serverId',
] as const;

/**
 * One line per entry.
 * @param isFirst true for the first part of an export, which begins with the column names
 */
export function csvOf(entries: readonly Omit<AuditEntry, 'serverDay'>[], { isFirst = true } = {}): string {
  const rows = entries.map((entry) => COLUMNS.map((column) => (entry as Record<string, unknown>)[column]));
  return csvRows(isFirst ? [COLUMNS, ...rows] : rows);
}

/** Lines of cells; a value that is neither text nor number is written as JSON. */
export const csvRows = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = visibleText(typeof value === 'string' ? value : JSON.stringify(value));
  // Spreadsheets run a cell as a formula if it begins with = + - @ (also full-width) or a control character. With a locale
  // whose decimal separator is a comma, a semicolon ends a cell.
  const inert = text.replace(/(^|;"*)(?=[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
