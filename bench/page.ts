/**
 * The page of all results, bench/results/README.md, made of the stored ones: what was measured, on what, at which commit, and what each
 * figure means.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIGURES } from './figures.ts';
import { type Measured, RESULTS, table } from './support/report.ts';

const PAGE = join(RESULTS, 'README.md');

interface Result {
  readonly machine?: Measured;
}

/** Writes the page. */
export function writePage(): void {
  writeFileSync(PAGE, pageOfResults());
}

/** @returns the page as Markdown */
export function pageOfResults(): string {
  const results = new Map<string, Result>();
  for (const { bench } of FIGURES) {
    const file = join(RESULTS, `${bench}.json`);
    if (existsSync(file)) results.set(bench, JSON.parse(readFileSync(file, 'utf8')) as Result);
  }
  const figures = FIGURES.flatMap(({ bench, what, meaning, read }) => {
    const result = results.get(bench);
    if (!result) return [];
    return [[what, ...read(result as never), meaning, `\`${bench}\``]];
  });
  const runs = [...results].map(([bench, { machine }]) => [
    `\`${bench}\``,
    machine?.commit ?? 'not recorded',
    machine?.day ?? 'not recorded',
    machine ? `${machine.cpus} × ${machine.processor ?? machine.arch}` : 'counts only',
    machine?.node ?? '',
    machine?.load?.join(', ') ?? '',
  ]);
  return `# Results

Made by \`npm run bench -- page\` from the files beside it; \`npm run bench -- all\` measures everything anew and then makes it. Figures of one
row are of one run, and only such can be compared: machines differ, and so does the load of one machine. Absolute times say little
without what stands beside them.

${table(['what', 'Portcullis', 'beside it', 'what it means', 'benchmark'], figures)}
## Where and when

The load is the machine's over 1, 5 and 15 minutes at the end of a run, the benchmark's own work included.

${table(['benchmark', 'commit', 'day', 'machine', 'Node', 'load'], runs)}`;
}
