/**
 * Compares recorded traffic of a public API with its description: `npm run bench -- recordings <description> <folder of
 * cassettes>`. Each recorded request is rebuilt from arguments derived from it. Prints counts and causes, and lists
 * differences. The description and the recordings are not part of this repository; design/request.md names those that
 * were used.
 */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { JsonObject } from '../core/json/value.ts';
import { importDocument } from '../core/openapi/index.ts';
import { rawSchemas } from '../test/support/rawSchemas.ts';
import { type Comparison, comparer, type Verdict } from '../test/support/recordedRequests.ts';
import { readRecordings } from '../test/support/recordings.ts';

export async function run(): Promise<void> {
  const [description, folder] = process.argv.slice(3);
  if (!description || !folder)
    throw new Error('Usage: npm run bench -- recordings <description> <folder of cassettes>');
  const bytes = readFileSync(description);
  const result = await importDocument(bytes, { maxTools: Number.POSITIVE_INFINITY });
  const compare = comparer(result, rawSchemas(load(bytes.toString()) as JsonObject));
  const comparisons = readRecordings(folder).map(compare);
  const of = (verdict: Verdict) => comparisons.filter((comparison) => comparison.verdict === verdict);
  const covered = comparisons.length - of('uncovered').length;
  for (const { name, tool, verdict, cause } of [...of('refused'), ...of('different')]) {
    console.log(`${verdict} ${tool} ${cause.slice(0, 300)} (${name})`);
  }
  console.log(
    JSON.stringify(
      {
        tools: result.tools.length,
        requests: comparisons.length,
        covered,
        equal: of('equal').length,
        share: Math.round((of('equal').length / covered) * 100_000) / 1_000,
        refused: of('refused').length,
        different: of('different').length,
        uncovered: counted(of('uncovered')),
      },
      null,
      2,
    ),
  );
}

/** How often each cause occurs, most frequent first. Details after a colon are left out. */
function counted(comparisons: readonly Comparison[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { cause } of comparisons) {
    const kind = cause.replace(/:.*$/s, '');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}
