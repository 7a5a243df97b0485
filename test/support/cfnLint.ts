/**
 * cfn-lint, which checks templates against the schemas and rules of AWS: enumerations, ranges, formats and policies that our own check
 * (specification.ts) does not know. `npm run oracles` installs it; without it the tests that ask it are skipped.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from '@jest/globals';
import type { Synthesized } from './synth.ts';

const program = resolve(import.meta.dirname, '../../.cache/oracles/bin/cfn-lint');

/** `test`, or `test.skip` with the reason in its name where cfn-lint is not installed. */
export const testWithCfnLint = (name: string, run: () => Promise<void>, timeoutMs = 600_000): void => {
  if (existsSync(program)) test(name, run, timeoutMs);
  else test.skip(`${name} (not installed: npm run oracles)`, run);
};

/**
 * Rules that are not asked: W3005, dependencies that CDK writes although a reference implies them; W6001, outputs that pass on a value of
 * another stack, as those of the front stack do for who reads them there.
 */
const IGNORED = ['W3005', 'W6001'];

interface Finding {
  readonly Rule: { readonly Id: string };
  readonly Message: string;
  readonly Filename: string;
  readonly Location: { readonly Path: ReadonlyArray<string | number> | null };
}

/**
 * Templates of one process at least: it takes 1.3 s of CPU to start, and 0.9 to 5.6 s for a template, by its size (mean of the layouts:
 * 2.8 s).
 */
const PER_PROCESS = 8;

/** What cfn-lint finds in templates, errors and warnings, one line each. */
export async function findingsOfCfnLint(stacks: Readonly<Record<string, Pick<Synthesized, 'template'>>>) {
  const folder = mkdtempSync(join(tmpdir(), 'cfn-lint-'));
  for (const [name, { template }] of Object.entries(stacks)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(template.toJSON()));
  }
  return findingsInFolder(folder);
}

/** The same of all templates in a folder, by as many processes as the machine has processors. */
export async function findingsInFolder(folder: string): Promise<string[]> {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const processes = Math.min(availableParallelism(), Math.ceil(files.length / PER_PROCESS));
  const parts = Array.from({ length: processes }, (_, part) => files.filter((_file, at) => at % processes === part));
  const found = (await Promise.all(parts.map(findingsIn))).flat();
  return found.map(
    ({ Rule, Message, Filename, Location }) =>
      `${Filename.slice(folder.length + 1)}: ${Rule.Id} ${Message} at ${(Location.Path ?? []).join('/')}`,
  );
}

function findingsIn(files: readonly string[]): Promise<Finding[]> {
  const ignored = IGNORED.flatMap((rule) => ['--ignore-checks', rule]);
  const options = { maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(program, ['--format', 'json', ...ignored, '--', ...files], options, (error, stdout, stderr) => {
      // Its exit code is another than 0 where it finds something.
      if (stdout) resolve(JSON.parse(stdout));
      else reject(new Error(`cfn-lint did not run: ${error?.message ?? ''} ${stderr}`));
    });
  });
}
