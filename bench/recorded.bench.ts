/**
 * Compares recorded traffic of public APIs with their descriptions: `npm run bench -- recorded <folder…>`. A folder is one API: its
 * `description*.json` or `.yaml` (one or several; a request is of the first that has its operation), and below it, in any order, the
 * recordings of its clients (VCR, vcrpy, go-vcr, Betamax, Polly.js, HAR, nock). `base-urls.txt` has further base URLs, one a line, where
 * clients use another than the described one. Each recorded request is rebuilt from arguments derived from it. Prints the share that is the same request (test/support/requestDifference.ts says what is), for each folder and for all, and
 * every kind of difference with its count; `--list` lists the differences, `--write <file> <name>` stores
 * the figures under that name. Descriptions and
 * recordings are not part of this repository; design/request.md names those that were used.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';
import type { JsonObject } from '../core/lib/json/value.ts';
import { importDocument } from '../core/openapi/index.ts';
import { rawSchemas } from '../test/support/rawSchemas.ts';
import { type Comparison, comparer, type Verdict } from '../test/support/recordedRequests.ts';
import { type RecordedRequest, readRecordings } from '../test/support/recordings.ts';

const USAGE = 'Usage: npm run bench -- recorded <folder…> [--list] [--write <file> <name>]';

export async function run(): Promise<void> {
  const words = process.argv.slice(3);
  const at = words.indexOf('--write');
  const [, target, name] = at < 0 ? [] : words.splice(at, 3);
  const folders = words.filter((word) => !word.startsWith('--'));
  if (folders.length === 0) throw new Error(USAGE);
  const suites: Record<string, Figures> = {};
  const all: Comparison[] = [];
  for (const folder of folders) {
    const comparisons = await compareFolder(folder);
    if (words.includes('--list')) list(comparisons);
    suites[basename(folder)] = figuresOf(comparisons);
    all.push(...comparisons);
    console.log(`${basename(folder)} ${JSON.stringify(suites[basename(folder)], null, 2)}`);
  }
  const { classes: _, ...total } = figuresOf(all);
  console.log(`all ${JSON.stringify(total, null, 2)}`);
  if (target === undefined || name === undefined) return;
  const stored = JSON.parse(readFileSync(target, 'utf8')) as Record<string, unknown>;
  writeFileSync(target, `${JSON.stringify({ ...stored, [name]: { suites, all: total } }, null, 2)}\n`);
}

async function compareFolder(folder: string): Promise<Comparison[]> {
  const descriptions = globSync('description*.{json,yaml,yml}', { cwd: folder }).sort();
  if (descriptions.length === 0) throw new Error(`${folder} has no description.json or description.yaml. ${USAGE}`);
  const [addresses] = globSync('base-urls.txt', { cwd: folder });
  const bases = addresses === undefined ? [] : readFileSync(join(folder, addresses), 'utf8').trim().split(/\s+/);
  const comparers: Array<(request: RecordedRequest) => Comparison> = [];
  for (const file of descriptions) {
    const bytes = readFileSync(join(folder, file));
    const result = await importDocument(bytes, {
      maxTools: Number.POSITIVE_INFINITY,
      maxBytes: Number.POSITIVE_INFINITY,
    });
    const document = load(bytes.toString(), { json: true }) as JsonObject;
    comparers.push(comparer(result, document, rawSchemas(document), bases));
  }
  const { requests, unread } = readRecordings(folder);
  if (unread.length > 0) console.log(`${unread.length} files could not be read: ${unread.slice(0, 5).join(', ')}`);
  return requests.map((request) => {
    const comparisons = comparers.map((compare) => compare(request));
    return comparisons.find(({ tool }) => tool !== undefined) ?? (comparisons[0] as Comparison);
  });
}

function list(comparisons: readonly Comparison[]): void {
  for (const { name, tool, verdict, cause, status } of comparisons) {
    if (verdict !== 'equal' && tool !== undefined)
      console.log(`${verdict} ${tool} ${status} ${cause.slice(0, 300)} (${name})`);
  }
}

interface Figures {
  readonly requests: number;
  readonly covered: number;
  readonly equal: number;
  /** Of those that the description covers, in per cent. */
  readonly share: number;
  readonly refused: number;
  readonly different: number;
  /** Kinds of `refused` and `different`, and how often each occurs. */
  readonly classes: Record<string, number>;
  readonly uncovered: Record<string, number>;
  /** Of the uncovered ones that break the description, those that the API answered with success all the same. */
  readonly brokenYetAnswered: number;
}

function figuresOf(comparisons: readonly Comparison[]): Figures {
  const of = (verdict: Verdict) => comparisons.filter((comparison) => comparison.verdict === verdict);
  const [equal, refused, different, uncovered] = [of('equal'), of('refused'), of('different'), of('uncovered')];
  const covered = comparisons.length - uncovered.length;
  return {
    requests: comparisons.length,
    covered,
    equal: equal.length,
    share: Math.floor((equal.length / Math.max(covered, 1)) * 100_000) / 1_000,
    refused: refused.length,
    different: different.length,
    classes: counted([...refused, ...different]),
    uncovered: counted(uncovered),
    brokenYetAnswered: uncovered.filter(
      ({ cause, status = 0 }) => cause.startsWith('breaks') && status >= 200 && status < 400,
    ).length,
  };
}

/** How often each kind of cause occurs, most frequent first. */
function counted(comparisons: readonly Comparison[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { cause } of comparisons) {
    const kind = cause.replace(/:.*$/s, '');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}
