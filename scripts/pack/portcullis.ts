/**
 * Makes the folder of the package `portcullis`: the command line and the local stack as JavaScript, with the synthesized stack that it runs.
 * All npm packages are bundled, so that what runs is what the lock file names and the tests have tried; only Node is a dependency.
 * design/packages.md has the reasons.
 */
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inputsOf } from '../../lib/bundles.ts';
import { ensureEntries, entryFolder } from '../../local/functions/runtime/entries.ts';
import { ensureBundled } from '../../local/lib/bundled.ts';
import { ensureSynthesized } from '../../local/synth.ts';
import { ensureSite } from '../docs/site.ts';
import { BANNER, replacing } from './replacing.ts';
import { PACKAGED_SETTINGS } from './settings.ts';
import { dashboardOf, type Shipped, shippedIn } from './shipped.ts';
import { asInstalled } from './texts.ts';

/** What in a clone is made when it is needed, and in the package lies ready. */
const REPLACED = {
  'local/lib/kept.ts': 'scripts/pack/installed/kept.ts',
  'local/synth.ts': 'scripts/pack/installed/synth.ts',
  'local/documentation.ts': 'scripts/pack/installed/documentation.ts',
  'local/functions/runtime/entries.ts': 'scripts/pack/installed/entries.ts',
};

/** Makes the folder anew. Resolves with the packages whose code is in it. */
export async function makePortcullis(
  root: string,
  folder: string,
  say: (line: string) => void,
): Promise<readonly Shipped[]> {
  rmSync(folder, { recursive: true, force: true });
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const assembly = await ensureSynthesized(say, PACKAGED_SETTINGS);
  await ensureEntries();
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { cli: 'cli/main.ts', start: 'local/main.ts', rowWriter: 'local/data/rowWriter.ts' },
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Most commands need a small part of all.
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minifyWhitespace: true,
    minifySyntax: true,
    charset: 'ascii',
    metafile: true,
    logLevel: 'warning',
    banner: { js: BANNER },
    // debug asks for it where something else has installed it.
    external: ['supports-color'],
    alias: { level: './scripts/pack/installed/level.ts' },
    plugins: [replacing(root, REPLACED)],
  });
  await makeCommand(root, folder);
  cpSync(entryFolder(), join(dist, 'entries'), { recursive: true });
  copyTexts(join(root, 'cli', 'usage'), join(dist, 'usage'));
  cpSync(join(root, 'local', 'process.json'), join(dist, 'process.json'));
  copyAssembly(assembly, join(folder, 'assembly'));
  cpSync(await ensureSite(say, asInstalled), join(folder, 'documentation'), { recursive: true });
  const shipped = shippedIn(
    root,
    [...Object.keys(metafile.inputs), ...inputsOf(await ensureBundled())],
    dashboardOf(root),
  );
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'scripts', 'pack', 'portcullis.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root), null, 2)}\n`);
  return shipped;
}

/** The manifest; what a clone needs to build and test is left out. */
function manifestOf(root: string): object {
  const { name, version, description, license, engines, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { portcullis: 'portcullis.mjs' },
    optionalDependencies,
  };
}

/** The command, for any Node from version 20. */
async function makeCommand(root: string, folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { portcullis: 'scripts/packaged.mjs' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  });
}

function copyTexts(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from))
    writeFileSync(join(to, name), asInstalled(readFileSync(join(from, name), 'utf8')));
}

/** What local/template/read.ts reads: without CDK's tree and metadata, and without its copy of the AWS command line (22 MB). */
function copyAssembly(from: string, to: string): void {
  const isUnread = (name: string) => /^tree\.json$|\.metadata\.json$|\.zip$|^compiled$/.test(name);
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (!isUnread(name)) cpSync(join(from, name), join(to, name), { recursive: true });
  }
  // The pages of the dashboard name commands, too.
  for (const page of globSync('asset.*/assets/*.js', { cwd: to })) {
    const file = join(to, page);
    writeFileSync(file, asInstalled(readFileSync(file, 'utf8')));
  }
}
