/**
 * cfn-lint, which checks templates against the schemas and rules of AWS: enumerations, ranges, formats and policies that our own check
 * (specification.ts) does not know. `npm run oracles` installs it; without it the tests that ask it are skipped.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from '@jest/globals';
import { Token } from 'aws-cdk-lib';
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

/** For stacks that are for no region in particular: home of the layouts over several, and the only region of the front's certificate. */
const USUAL = 'us-east-1';

/** The region of a stack's templates; CDK has a token, or this word, for one that may go anywhere. */
export const lintedRegion = (region: string | undefined): string =>
  region === undefined || Token.isUnresolved(region) || region === 'unknown-region' ? USUAL : region;

interface Linted {
  readonly template: Synthesized['template'];
  readonly region?: string;
}

/** What cfn-lint finds in templates, errors and warnings, one line each. A template is held against what its stack's region has. */
export async function findingsOfCfnLint(stacks: Readonly<Record<string, Linted>>) {
  const folder = mkdtempSync(join(tmpdir(), 'cfn-lint-'));
  for (const [name, { template, region }] of Object.entries(stacks)) {
    const own = join(folder, lintedRegion(region));
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, `${name}.json`), JSON.stringify(template.toJSON()));
  }
  return findingsInFolder(folder);
}

/** The same of all templates in a folder, `<folder>/<region>/<name>`, by as many processes at once as the machine has processors. */
export async function findingsInFolder(folder: string): Promise<string[]> {
  const waiting = readdirSync(folder).flatMap((region) => portionsOf(region, join(folder, region)));
  const found: Finding[] = [];
  const lint = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found.push(...(await findingsIn(next)));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lint));
  return found.map(
    ({ Rule, Message, Filename, Location }) =>
      `${Filename.slice(folder.length + 1)}: ${Rule.Id} ${Message} at ${(Location.Path ?? []).join('/')}`,
  );
}

/** Templates for one process, which are for one region. */
interface Portion {
  readonly region: string;
  readonly files: readonly string[];
}

function portionsOf(region: string, folder: string): Portion[] {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const parts = Math.min(availableParallelism(), Math.ceil(files.length / PER_PROCESS));
  return Array.from({ length: parts }, (_, part) => ({
    region,
    files: files.filter((_file, at) => at % parts === part),
  }));
}

function findingsIn({ region, files }: Portion): Promise<Finding[]> {
  const ignored = IGNORED.flatMap((rule) => ['--ignore-checks', rule]);
  const options = { maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(
      program,
      ['--format', 'json', '--regions', region, ...ignored, '--', ...files],
      options,
      (error, stdout, stderr) => {
        // Its exit code is another than 0 where it finds something.
        if (stdout) resolve(JSON.parse(stdout));
        else reject(new Error(`cfn-lint did not run: ${error?.message ?? ''} ${stderr}`));
      },
    );
  });
}
