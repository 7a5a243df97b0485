/** Prints tables and stores results as JSON together with the machine on which they were measured, the commit and the day. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { defined } from '../../test/support/defined.ts';

export const RESULTS = join(import.meta.dirname, '..', 'results');

/** Where, when and of what a result is; results of earlier versions lack the optional members. */
export interface Measured {
  readonly node: string;
  readonly platform: string;
  readonly arch: string;
  readonly cpus: number;
  readonly processor?: string;
  /** Of the last 1, 5 and 15 minutes, including this process. On a busy machine times are not meaningful. */
  readonly load?: readonly number[];
  /** With `, changed` where the work tree differs in more than results. */
  readonly commit?: string;
  readonly day?: string;
}

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
  const machine: Measured = {
    node: process.version,
    platform: platform(),
    arch: arch(),
    cpus: availableParallelism(),
    processor: (cpus()[0]?.model ?? 'unknown').replace(/ \d+-Core Processor| CPU| @.*/g, ''),
    load: loadavg().map((one) => Math.round(one * 10) / 10),
    commit: commit(),
    day: new Date().toISOString().slice(0, 10),
  };
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify({ machine, ...result }, null, 2)}\n`);
}

function commit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: RESULTS, encoding: 'utf8' }).stdout?.trim() ?? '';
  const changed = git('status', '--porcelain', '--', ':/', ':!.');
  return `${git('rev-parse', '--short=8', 'HEAD') || 'unknown'}${changed ? ', changed' : ''}`;
}
