/** Prints tables and stores results as JSON together with the machine on which they were measured. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { defined } from '../../test/support/defined.ts';

const RESULTS = join(import.meta.dirname, '..', 'results');

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return defined(sorted[sorted.length >> 1]);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

export function saveResult(name: string, result: object): void {
  mkdirSync(RESULTS, { recursive: true });
  // Load of the last minutes, including this process. On a busy machine times are not meaningful.
  const load = loadavg().map((one) => Math.round(one * 10) / 10);
  const machine = { node: process.version, platform: platform(), arch: arch(), cpus: availableParallelism(), load };
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify({ machine, ...result }, null, 2)}\n`);
}
