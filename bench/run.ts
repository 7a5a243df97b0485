/**
 * `npm run bench -- <name>` runs `<name>.bench.ts` and then makes the page of results anew; `-- all` runs one after the other those that
 * the page shows and that need no further input, for some hours; `-- page` only makes the page; without a name it lists the benchmarks.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { FIGURES } from './figures.ts';
import { writePage } from './page.ts';

/** Needs a folder of recordings, which are not part of this repository. */
const WITH_INPUT = ['recorded'];

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length));
const name = process.argv[2] ?? '';
if (name === 'page') {
  writePage();
} else if (name === 'all') {
  const failed = shown().filter((one) => !ranAlone(one));
  if (failed.length > 0) console.error(`Failed, so that the page has their earlier results: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} else if (names.includes(name)) {
  const bench = (await import(`./${name}.bench.ts`)) as { run(): Promise<void> };
  await bench.run();
  writePage();
} else {
  console.log(`Benchmarks: ${names.join(', ')}; all, page`);
  process.exitCode = name === '' ? 0 : 1;
}

function shown(): string[] {
  return [...new Set(FIGURES.map(({ bench }) => bench))].filter((one) => !WITH_INPUT.includes(one));
}

/** In a process of its own, so that no benchmark measures what another has left in memory. */
function ranAlone(one: string): boolean {
  console.log(`\n# ${one}`);
  return (
    spawnSync(process.execPath, [...process.execArgv, import.meta.filename, one], { stdio: 'inherit' }).status === 0
  );
}
