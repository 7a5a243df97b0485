/** Formats a document's report for people. */
import { visible, visibleText } from '../core/lib/visible.ts';
import type { DocumentReport } from './report.ts';

const MAX_WARNINGS = 20;

/** The report as lines of text, without colours. */
export function textOf(report: DocumentReport): string {
  const { file, ok, error, ms, tools, warnings, dialect } = report;
  const head = ok ? [`✓ ${file} (${ms} ms)`] : [`✗ ${file} (${ms} ms)`, `  ${error?.code}: ${error?.message}`];
  // The document could not be imported, so the report has nothing else.
  if (dialect === undefined) return printedLines(head);
  const { title, version, baseUrl, address, auth } = report;
  const lines = [
    ...head,
    `  ${title} ${version} · ${dialect === '2.0' ? 'Swagger' : 'OpenAPI'} ${dialect} · ${baseUrl || 'no https server named'}`,
    ...(address ? [`  address: ${address.template}`, ...address.variables.map(partText)] : []),
    `  auth: ${auth?.suggested.type}${auth?.suggested.name ? ` ${auth.suggested.name}` : ''}`,
    ...(auth?.suggested.notes ?? []).map((note) => `    ${note}`),
    `  ${count(tools.length, 'tool')}`,
    ...tools.map(({ name, method, path }) => `    ${name.padEnd(44)} ${method.padEnd(7)} ${path}`),
    ...(warnings.length > 0 ? [`  ${count(warnings.length, 'warning')}`] : []),
    ...warnings.slice(0, MAX_WARNINGS).flatMap(({ pointer, message }) => [`    ${pointer}`, `      ${message}`]),
    ...(warnings.length > MAX_WARNINGS ? [`    … ${warnings.length - MAX_WARNINGS} more (--json lists all)`] : []),
  ];
  return printedLines(lines);
}

type AddressPart = NonNullable<DocumentReport['address']>['variables'][number];

/** A part of the address with what may stand there. */
function partText({ name, default: own, sample, choices }: AddressPart): string {
  const value =
    own === undefined ? `to be given${sample === undefined ? '' : `, like ${sample}`}` : `${own} by default`;
  return `    {${name}}: ${value}${choices ? ` (${choices.join(', ')})` : ''}`;
}

/** Lines for a terminal, each without control characters. */
export const linesText = (lines: readonly string[]): string => `${lines.map(printable).join('\n')}\n`;

const printedLines = (lines: readonly string[]): string => `${linesText(lines)}\n`;

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The line with control characters and line breaks replaced by spaces, because documents are not trusted, and invisible ones shown. */
export const printable = (line: string): string => visibleText(line.replace(/\p{Cc}/gu, ' '));

/** A value as JSON for a terminal or a file: characters that nobody sees are escapes, which parse to the same value. */
export const jsonOf = (value: unknown, { isLine = false }: { readonly isLine?: boolean } = {}): string =>
  `${visible(JSON.stringify(value, null, isLine ? 0 : 2), { isJson: true })}\n`;
