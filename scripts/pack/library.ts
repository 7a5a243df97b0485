/**
 * Makes the folder of the package `portcullis-cdk`: the construct as CommonJS, as aws-cdk-lib is, so that apps of both kinds import it; its
 * types; the functions' code and the dashboard, built; and the app of `npm run deploy` for those who have none (dist/app.mjs). CDK is a
 * peer; all else is bundled.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { inputsOf } from '../../lib/bundles.ts';
import { ensureBundled } from '../../local/lib/bundled.ts';
import { ensureSite } from '../docs/site.ts';
import { BANNER, replacing } from './replacing.ts';
import { dashboardOf, type Shipped, shippedIn } from './shipped.ts';
import { asInstalled } from './texts.ts';
import { writeTypes } from './types.ts';

/** What in a clone is built when it is needed, and in the package lies ready. */
const REPLACED = {
  'lib/bundles.ts': 'scripts/pack/installed/bundles.ts',
  'lib/dashboard.ts': 'scripts/pack/installed/dashboard.ts',
};

/** Makes the folder anew. Resolves with the packages whose code is in it. */
export async function makeLibrary(root: string, folder: string): Promise<readonly Shipped[]> {
  rmSync(folder, { recursive: true, force: true });
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const shared: BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['aws-cdk-lib', 'constructs'],
    minifyWhitespace: true,
    minifySyntax: true,
    // Node prints the line above an error that nobody caught, such as wrong properties.
    lineLimit: 160,
    charset: 'ascii',
    metafile: true,
    logLevel: 'warning',
    plugins: [replacing(root, REPLACED)],
  };
  const results = await Promise.all([
    build({
      ...shared,
      entryPoints: ['lib/stacks/index.ts'],
      outfile: join(dist, 'index.js'),
      format: 'cjs',
      // CDK runs on the Node of whoever synthesizes.
      target: 'node20',
      define: { 'import.meta.dirname': '__dirname' },
    }),
    build({
      ...shared,
      entryPoints: ['bin/app.ts'],
      outfile: join(dist, 'app.mjs'),
      format: 'esm',
      target: 'node20.11',
      banner: { js: BANNER },
    }),
  ]);
  writeTypes(root, dist);
  for (const file of globSync('lib/edge/*.js', { cwd: root })) cpSync(join(root, file), join(dist, file.slice(9)));
  const bundles = await ensureBundled();
  cpSync(bundles, join(dist, 'functions'), { recursive: true, filter: (path) => !path.endsWith('inputs.json') });
  cpSync(join(root, 'web', 'dist'), join(dist, 'dashboard'), { recursive: true });
  cpSync(await ensureSite(() => undefined, asInstalled), join(dist, 'dashboard'), { recursive: true });
  for (const page of globSync('dashboard/assets/*.js', { cwd: dist })) {
    const file = join(dist, page);
    writeFileSync(file, asInstalled(readFileSync(file, 'utf8')));
  }
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  const shipped = shippedIn(root, [...inputs, ...inputsOf(bundles)], dashboardOf(root));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'scripts', 'pack', 'portcullis-cdk.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root), null, 2)}\n`);
  return shipped;
}

function manifestOf(root: string): object {
  const { version, license, engines, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as {
    readonly version: string;
    readonly license: string;
    readonly engines: object;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return {
    name: 'portcullis-cdk',
    version,
    description: 'Portcullis as an AWS CDK construct: governed MCP servers in front of HTTP APIs',
    license,
    type: 'commonjs',
    engines,
    main: 'dist/index.js',
    types: 'dist/index.d.ts',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
    peerDependencies: {
      'aws-cdk-lib': `^${devDependencies['aws-cdk-lib']}`,
      constructs: `^${devDependencies['constructs']}`,
    },
  };
}
