/** Audit entries as CSV (RFC 4180) for spreadsheets. Texts from outside cannot become formulas there. */
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
  'actor',
  'action',
  'detail',
  'arguments',
  'answerDigest',
  'bundleId',
  'callId',
  'entryId',
  'serverId',
] as const;

/** One line an entry, the first one names the columns. */
export function csvOf(entries: readonly Omit<AuditEntry, 'serverDay'>[]): string {
  const lines = entries.map((entry) =>
    COLUMNS.map((column) => cell((entry as Record<string, unknown>)[column])).join(','),
  );
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A leading = + - @ or tab would be run as a formula by spreadsheets.
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
