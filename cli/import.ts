/**
 * `portcullis import`: imports documents and reports the result of each, as a table for people or as JSON for programs.
 * Documents are imported one after the other; an error in one does not stop the others.
 */
import { readFile } from 'node:fs/promises';
import { PortcullisError } from '../core/lib/errors.ts';
import { REPAIR_NAMES, type Repair } from '../core/openapi/index.ts';
import { createEgressClient, parseResolve } from '../egress/index.ts';
import { UsageError } from './errors.ts';
import { parsedOptions, pathFrom, tagsOf, unreadBecause } from './options.ts';
import { type DocumentReport, reportOf } from './report.ts';
import { jsonOf, printable, textOf } from './table.ts';

/**
 * Runs `portcullis import`.
 * @returns the exit code
 * @throws UsageError
 */
export async function importCommand(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
): Promise<number> {
  const { values, positionals } = parsedOptions(args, OPTIONS);
  if (positionals.length === 0) throw new UsageError('import needs at least one file or url.');
  if (values.json && values.jsonl) throw new UsageError('Give either --json or --jsonl.');
  const tags = values.tags && tagsOf(values.tags);
  const withoutRepairs = values['without-repair']?.map(repairOf);
  const client = createEgressClient({ methods: ['GET'], ...(await reachable(values.resolve ?? [], values.ca)) });
  const reports: DocumentReport[] = [];
  let failed = 0;
  try {
    for (const file of positionals) {
      const progress =
        values.json || values.jsonl ? undefined : (text: string) => err.write(`${printable(`${file}: ${text}`)}\n`);
      const report = await reportOf(file, client, { tags, withoutRepairs, root: values.root, onProgress: progress });
      if (!report.ok) failed += 1;
      if (values.jsonl) out.write(jsonOf(report, { isLine: true }));
      else if (values.json) reports.push(report);
      else out.write(textOf(report));
    }
  } finally {
    await client.close();
  }
  if (values.json) out.write(jsonOf(reports));
  return failed > 0 ? 1 : 0;
}

const OPTIONS = {
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
  tags: { type: 'string', multiple: true },
  'without-repair': { type: 'string', multiple: true },
  root: { type: 'string' },
  resolve: { type: 'string', multiple: true },
  ca: { type: 'string' },
} as const;

function repairOf(name: string): Repair {
  const repair = REPAIR_NAMES.find((one) => one === name);
  if (repair === undefined)
    throw new UsageError(`--without-repair ${name}: the repairs are ${REPAIR_NAMES.join(', ')}.`);
  return repair;
}

type Reach = Pick<Parameters<typeof createEgressClient>[0], 'pinned' | 'ca'>;

async function reachable(resolve: readonly string[], ca: string | undefined): Promise<Reach> {
  try {
    const pinned = resolve.map(parseResolve);
    return { pinned, ...(ca === undefined ? {} : { ca: await certificates(ca) }) };
  } catch (error) {
    if (error instanceof PortcullisError) throw new UsageError(error.message);
    throw new UsageError(`--ca ${ca}: ${unreadBecause(error)}.`);
  }
}

async function certificates(file: string): Promise<string> {
  const text = await readFile(pathFrom(file), 'utf8');
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`--ca ${file}: contains no certificate in PEM form.`);
  return text;
}
