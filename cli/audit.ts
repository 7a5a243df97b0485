/**
 * `portcullis audit verify`: verifies the archive of the audit trail and names the first broken link of its chain. Reads
 * only. The trusted signing key comes from the caller, from KMS or from the local stack's keys; if it can only come from
 * the archive itself, the report says so.
 */

import { type Comparison, compareTable } from '../core/audit/compare.ts';
import { type Fault, type Replay, replay } from '../core/audit/replay.ts';
import { PortcullisError } from '../core/lib/errors.ts';
import { openSource, type Source } from './auditSource.ts';
import { tailAudit } from './auditTail.ts';
import { UsageError } from './errors.ts';
import { parsedOptions } from './options.ts';
import { jsonOf, linesText } from './table.ts';

const MAX_FAULTS_SHOWN = 20;

/**
 * Runs `portcullis audit verify`, or `audit tail` (auditTail.ts).
 * @returns the exit code
 * @throws UsageError
 */
export async function auditCommand(args: readonly string[], out: NodeJS.WritableStream): Promise<number> {
  if (args[0] === 'tail') return tailAudit(args.slice(1), out);
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (positionals.length !== 1 || positionals[0] !== 'verify') {
    throw new UsageError('audit needs an action: verify or tail.');
  }
  const range = {
    ...(values.from !== undefined && { from: numberOf('--from', values.from) }),
    ...(values.to !== undefined && { to: numberOf('--to', values.to) }),
  };
  if ((range.from ?? 1) > (range.to ?? Number.POSITIVE_INFINITY)) throw new UsageError('--from is after --to.');
  const head = values.head === undefined ? undefined : headOf(values.head);
  let source: Source;
  let result: Replay;
  let table: Comparison | undefined;
  try {
    source = await openSource(values);
    result = await replay(source.reader, {
      ...range,
      ...(head && { head }),
      ...(source.keys && { keys: source.keys }),
    });
    const isWhole = values.from === undefined && values.to === undefined;
    table = isWhole && source.rows ? await compareTable(result, source.rows()) : undefined;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // An error of AWS, the disk or the data folder: the archive could not be verified.
    const { code, name, message } = error as Error & { code?: unknown };
    const why = { code: error instanceof PortcullisError ? String(code) : name, message };
    out.write(
      values.json
        ? jsonOf({ ok: false, error: why })
        : linesText([`! The archive cannot be read.`, `  ${why.code}: ${why.message}`]),
    );
    return 2;
  }
  const faults = [...result.faults, ...(table?.faults ?? [])];
  const report = reportOf(source, result, table, faults);
  out.write(values.json ? jsonOf(report) : linesText(linesOf(report)));
  return faults.length === 0 ? 0 : 1;
}

interface AuditReport {
  readonly ok: boolean;
  readonly archive: string;
  /** The source of the trusted keys. */
  readonly trust: Source['trust'];
  readonly manifests: number;
  /** Number of entries without repetitions. */
  readonly entries: number;
  readonly repeated: number;
  readonly spareObjects: number;
  readonly head?: { readonly sequence: number; readonly sha256: string; readonly at: string };
  readonly table?: Omit<Comparison, 'faults'>;
  /** Notes on what could not be checked. */
  readonly notes: readonly string[];
  /** The first one is the first broken link. */
  readonly faults: readonly Fault[];
}

function reportOf(
  source: Source,
  result: Replay,
  table: Comparison | undefined,
  faults: readonly Fault[],
): AuditReport {
  const { manifests, lines, entries, spareObjects, head } = result;
  const notes = [
    ...(source.trust === 'archive'
      ? [
          'The signatures were checked with the key stored in the archive, which anybody who can write there could have replaced. Give --key or --key-id.',
        ]
      : []),
    ...(source.seesVersions() ? [] : ['Deleted and overwritten objects cannot be detected here, only gaps.']),
    ...(table ? [] : ['The table was not compared: entries that never reached the archive are not noticed.']),
    ...(table && table.waiting > 0
      ? [
          `The archive has not reached ${count(table.waiting, 'entry', 'entries')} yet: they wait in the table's stream, and are archived first at the next start.`,
        ]
      : []),
    ...(table && table.older > 0 ? [`${count(table.older, 'row')} of the table are older than the archive.`] : []),
  ];
  return {
    ok: faults.length === 0,
    archive: source.name,
    trust: source.trust,
    manifests,
    entries: entries.size,
    repeated: lines - entries.size,
    spareObjects,
    ...(head && { head }),
    ...(table && { table: { rows: table.rows, young: table.young, waiting: table.waiting, older: table.older } }),
    notes,
    faults,
  };
}

function linesOf({ ok, archive, trust, manifests, entries, head, table, notes, faults }: AuditReport): string[] {
  const what = `${count(manifests, 'manifest')}, ${count(entries, 'entry', 'entries')}`;
  const [first] = faults;
  return [
    ok ? `✓ ${archive}: ${what}, sound` : `✗ ${archive}: ${what}, ${count(faults.length, 'fault')}`,
    ...(first ? [`  first broken link: ${lineOf(first)}`] : []),
    ...faults.slice(1, MAX_FAULTS_SHOWN).map((fault) => `    ${lineOf(fault)}`),
    ...(faults.length > MAX_FAULTS_SHOWN ? [`    … ${faults.length - MAX_FAULTS_SHOWN} more (--json lists all)`] : []),
    ...(trust === 'archive' ? [] : [`  signed with the key of ${TRUST[trust]}`]),
    ...(table
      ? [`  compared with ${count(table.rows, 'row')} of the table, ${table.young} of them too young to be archived`]
      : []),
    ...(head ? [`  ends with --head ${head.sequence}:${head.sha256} of ${head.at}`] : []),
    ...notes.map((note) => `  ! ${note}`),
  ];
}

const TRUST = { caller: 'the command line', kms: 'KMS', stack: 'the local stack', archive: 'the archive' } as const;

const lineOf = ({ sequence, code, message }: Fault): string =>
  `${sequence === undefined ? '' : `manifest ${sequence}: `}${code}: ${message}`;

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

function numberOf(option: string, text: string): number {
  const number = /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
  if (number === undefined) throw new UsageError(`${option} must be the number of a manifest, 1 or more.`);
  return number;
}

function headOf(text: string): { sequence: number; sha256: string } {
  const [, sequence = '', sha256 = ''] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sha256 === '')
    throw new UsageError('--head must be a number, a colon and a SHA-256, as an earlier run printed it.');
  return { sequence: numberOf('--head', sequence), sha256 };
}

const OPTIONS = {
  data: { type: 'string' },
  bucket: { type: 'string' },
  region: { type: 'string' },
  key: { type: 'string', multiple: true },
  'key-id': { type: 'string' },
  table: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  head: { type: 'string' },
  json: { type: 'boolean' },
} as const;
