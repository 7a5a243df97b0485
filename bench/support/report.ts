/** Tables on the screen and results on disk: JSON with the machine they were taken on. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, platform } from 'node:os';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, '..', 'results');

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

export function saveResult(name: string, result: object): void {
  mkdirSync(RESULTS, { recursive: true });
  const machine = { node: process.version, platform: platform(), arch: arch(), cpus: availableParallelism() };
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify({ machine, ...result }, null, 2)}\n`);
}
