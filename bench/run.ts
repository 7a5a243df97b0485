/** `npm run bench -- <name>` runs `<name>.bench.ts`; without a name it lists the benchmarks. */
import { readdirSync } from 'node:fs';

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length));
const name = process.argv[2];
if (name === undefined || !names.includes(name)) {
  console.log(`Benchmarks: ${names.join(', ')}`);
  process.exitCode = name === undefined ? 0 : 1;
} else {
  const bench = (await import(`./${name}.bench.ts`)) as { run(): Promise<void> };
  await bench.run();
}
