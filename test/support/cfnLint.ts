/**
 * cfn-lint, which checks templates against the schemas and rules of AWS: enumerations, ranges, formats and policies that our own check
 * (specification.ts) does not know. `npm run oracles` installs it; without it the tests that ask it are skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from '@jest/globals';
import type { Synthesized } from './synth.ts';

const program = resolve(import.meta.dirname, '../../.cache/oracles/bin/cfn-lint');

/** `test`, or `test.skip` with the reason in its name where cfn-lint is not installed. */
export const testWithCfnLint = (name: string, run: () => void): void => {
  if (existsSync(program)) test(name, run);
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

/** What cfn-lint finds in templates, errors and warnings, one line each. All of them in one process, which takes seconds to start. */
export function findingsOfCfnLint(stacks: Readonly<Record<string, Pick<Synthesized, 'template'>>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'cfn-lint-'));
  for (const [name, { template }] of Object.entries(stacks)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(template.toJSON()));
  }
  return findingsInFolder(folder);
}

/** The same of all templates in a folder. */
export function findingsInFolder(folder: string): string[] {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const ignored = IGNORED.flatMap((rule) => ['--ignore-checks', rule]);
  const { stdout, stderr, error } = spawnSync(program, ['--format', 'json', ...ignored, '--', ...files], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error || !stdout) throw new Error(`cfn-lint did not run: ${error?.message ?? stderr}`);
  return (JSON.parse(stdout) as Finding[]).map(
    ({ Rule, Message, Filename, Location }) =>
      `${Filename.slice(folder.length + 1)}: ${Rule.Id} ${Message} at ${(Location.Path ?? []).join('/')}`,
  );
}
