/**
 * `npm run release -- --version <step> [--dry-run]`: takes the version into package.json, package-lock.json and CHANGELOG.md, makes both
 * packages and writes beside them what a release is judged by: bills of materials, the packed files, digests, the notes. It commits,
 * publishes and signs nothing: the recipe in .github/workflows/release.yml does, where npm can prove where a package was built.
 * With --dry-run the repository stays as it is.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PortcullisError } from '../../core/lib/errors.ts';
import { makePackages } from '../pack/packages.ts';
import { sbomOf } from '../pack/sbom.ts';
import { nextVersion, released, STEPS, unreleased } from './changelog.ts';

const USAGE = `Usage: npm run release -- --version <${STEPS.join(' | ')} | 1.2.3> [--dry-run] [--to <folder>]
  --version   how the version grows, by Semantic Versioning, or the version itself
  --dry-run   make everything in the folder, and change nothing in the repository
  --to        folder of what is made (packed/release)`;

const root = join(import.meta.dirname, '..', '..');

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({
      options: {
        version: { type: 'string' },
        to: { type: 'string', default: join(root, 'packed', 'release') },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help || values.version === undefined) {
      (values.help ? console.log : console.error)(USAGE);
      return values.help ? 0 : 2;
    }
    await release(values.version, values.to, values['dry-run']);
    return 0;
  } catch (error) {
    if (!(error instanceof PortcullisError) && (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') !== true)
      throw error;
    console.error(`${(error as Error).message}`);
    return 1;
  }
}

async function release(step: string, to: string, isDry: boolean): Promise<void> {
  const files = ['package.json', 'package-lock.json', 'CHANGELOG.md'].map((name) => join(root, name));
  const before = files.map((file) => readFileSync(file, 'utf8')) as [string, string, string];
  const current = (JSON.parse(before[0]) as { version: string }).version;
  const version = nextVersion(current, step);
  const notes = unreleased(before[2]);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  write(files, [
    withVersion(before[0], version),
    withVersion(before[1], version),
    released(before[2], version, new Date().toISOString().slice(0, 10)),
  ]);
  try {
    await makeAll(to, version);
  } catch (error) {
    write(files, before);
    throw error;
  }
  if (isDry) write(files, before);
  writeFileSync(join(to, 'notes.md'), `${notes}\n`);
  console.log(`${current} → ${version}${isDry ? ' (dry run: the repository is as before)' : ''}\n`);
  console.log(readFileSync(join(to, 'SHA256SUMS'), 'utf8'));
}

const write = (files: readonly string[], texts: readonly string[]) =>
  files.forEach((file, at) => void writeFileSync(file, texts[at] as string));

/** The first `version` of each is the project's, and in the lock file the second as well. */
function withVersion(text: string, version: string): string {
  const { packages } = JSON.parse(text) as { packages?: object };
  let left = packages ? 2 : 1;
  return text.replace(/"version": "[^"]+"/g, (found) => (left-- > 0 ? `"version": "${version}"` : found));
}

async function makeAll(to: string, version: string): Promise<void> {
  const packages = await makePackages(root, console.error);
  const refused = packages.flatMap(({ refusals }) => refusals);
  if (refused.length > 0) throw new PortcullisError('licence_refused', [...new Set(refused)].join('\n'));
  const sums: string[] = [];
  const add = (name: string, content: string | Buffer) => {
    writeFileSync(join(to, name), content);
    sums.push(`${createHash('sha256').update(content).digest('hex')}  ${name}`);
  };
  for (const { name, folder, shipped, pack } of packages) {
    const { path, size, unpacked, files } = pack(to);
    add(path.slice(to.length + 1), readFileSync(path));
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly description: string;
      readonly optionalDependencies?: Readonly<Record<string, string>>;
    };
    const beside = Object.entries(manifest.optionalDependencies ?? {}).map(([part, its]) => ({
      name: part,
      version: its,
    }));
    const bill = sbomOf(root, { name, version, description: manifest.description, parts: [...shipped, ...beside] });
    add(`${name}-${version}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
    const lines = files.map((file) => `${String(file.size).padStart(9)}  ${file.path}`).sort();
    add(`${name}-${version}.files.txt`, `${lines.join('\n')}\n${size} bytes packed, ${unpacked} unpacked\n`);
  }
  writeFileSync(join(to, 'SHA256SUMS'), `${sums.join('\n')}\n`);
}

process.exitCode = await main();
