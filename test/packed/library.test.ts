/**
 * The package `portcullis-cdk` as somebody gets it: the tarball, beside CDK in a folder of their own. What is in it is listed and bounded
 * here, its types are those of CDK and its own, and the example app synthesizes with it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { installed, MAKING_MS, type Made, madePackages } from '../support/packed.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** What the package may hold; anything else is there by mistake. */
const FILES = [
  /^(LICENSE|NOTICE|README\.md|package\.json)$/,
  /^dist\/(index|api|mcp|mcp-challenges|mcp-refusals|mcp-regions|pages|sign-in)\.js$/,
  /^dist\/(index|network|portcullis|props|server)\.d\.ts$/,
  /^dist\/app\.mjs$/,
  /^dist\/functions\/[a-z-]+\/[a-z-]+\/[\w-]+\.mjs$/,
  /^dist\/functions\/[a-z-]+\/[a-z-]+\/cedar\/(cedar_wasm\.js|cedar_wasm_bg\.wasm|package\.json)$/,
  /^dist\/dashboard\/([\w-]+\/)*[@\w-]+(\.[\w-]+)*\.(js|css|html|svg|json|png)$/,
];
// The engine of policies lies beside each of the four functions that ask it: 1.4 MB packed, 4.3 MB unpacked each.
const MAX_TARBALL_BYTES = 18_500_000;
const MAX_UNPACKED_BYTES = 63_000_000;
const MAX_FILES = 460;

let made: Made;
let folder: string;

beforeAll(async () => {
  ({ 'portcullis-cdk': made } = await madePackages());
  folder = installed([made.tarball.path], ['aws-cdk-lib', 'constructs']);
  cpSync(join(root, 'examples', 'cdk-vpc', 'app.ts'), join(folder, 'app.ts'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
}, MAKING_MS);

test('the tarball holds what deploys and nothing else, within its bounds', () => {
  const { files, size, unpacked } = made.tarball;

  expect(files.map(({ path }) => path).filter((path) => !FILES.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(files.length).toBeLessThan(MAX_FILES);
  expect(size).toBeLessThan(MAX_TARBALL_BYTES);
  expect(unpacked).toBeLessThan(MAX_UNPACKED_BYTES);
  expect(made.refusals).toEqual([]);
});

test('it depends on CDK alone, as a peer, and names no file of the machine that made it', () => {
  const manifest = JSON.parse(readFileSync(join(made.folder, 'package.json'), 'utf8'));
  const texts = globSync('**/*.{mjs,js,json,ts,md}', { cwd: made.folder });

  expect(Object.keys(manifest.peerDependencies)).toEqual(['aws-cdk-lib', 'constructs']);
  expect(manifest).not.toHaveProperty('dependencies');
  expect(texts.filter((file) => readFileSync(join(made.folder, file), 'utf8').includes(root))).toEqual([]);
});

test('its types name CDK and themselves only, with a text and a default for each property', () => {
  const types = globSync('dist/*.d.ts', { cwd: made.folder }).map((file) =>
    readFileSync(join(made.folder, file), 'utf8'),
  );
  const imported = types.flatMap((text) => [...text.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name));
  const props = types.find((text) => text.includes('interface PortcullisSettings')) ?? '';

  expect(
    imported.filter((name) => !/^(aws-cdk-lib(\/|$)|constructs$|\.\/(network|portcullis|props|server)$)/.test(name)),
  ).toEqual([]);
  expect(types.join('\n')).not.toMatch(/\bany\b|@internal|(lib|design|core)\/[\w-]+\.(ts|md)/);
  const [, settings = ''] = /interface PortcullisSettings \{([\s\S]*?)\n\}/.exec(props) ?? [];
  expect(settings.match(/readonly \w+\?:/g)?.length).toBeGreaterThan(30);
  expect(settings.match(/@default/g)?.length).toBe(settings.match(/^ {2}readonly /gm)?.length);
});

test('TypeScript takes the example app, and refuses a property of another type', () => {
  const check = (file: string) =>
    spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'],
        ...['--typeRoots', join(root, 'node_modules/@types'), '--ignoreConfig', file],
      ],
      { cwd: folder, encoding: 'utf8' },
    ).stdout;
  writeFileSync(
    join(folder, 'wrong.ts'),
    "import { Stack } from 'aws-cdk-lib';\nimport { Portcullis } from 'portcullis-cdk';\nnew Portcullis(new Stack(), 'Tools', { auditLock: 'none' });\n",
  );

  expect(check('app.ts')).toBe('');
  expect(check('wrong.ts')).toContain('"governance"');
});

test('the example app synthesizes with the functions of the package, which bundles nothing', () => {
  const outdir = join(folder, 'cdk.out');

  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'app.ts'], {
    cwd: folder,
    env: { ...process.env, CDK_OUTDIR: outdir, CDK_VALIDATION: 'false' },
  });

  const { Resources } = JSON.parse(readFileSync(join(outdir, 'Platform.template.json'), 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: { Handler?: string; VpcConfig?: object } }>;
  };
  const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  // What a client waits for begins with the same index.mjs, beside a main.mjs of its own.
  const bundles = globSync('dist/functions/*/*/{index,main}.mjs', { cwd: made.folder });
  const deployed = new Set(
    globSync('asset.*/{index,main}.mjs', { cwd: outdir }).map((file) => readFileSync(join(outdir, file), 'utf8')),
  );
  expect(functions.filter(({ Properties }) => Properties.VpcConfig)).toHaveLength(2);
  const missing = bundles.filter((file) => !deployed.has(readFileSync(join(made.folder, file), 'utf8')));
  // The example has no events and traces, no declared server, and a distribution that serves the pages.
  expect(missing.filter((file) => !/\/(?:events|trace-forwarder|declared-server|pages)\//.test(file))).toEqual([]);
  expect(deployed.size).toBeGreaterThan(12);
});

test('an app with it lists its stacks, for which CDK wants no code', () => {
  const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'app.ts'], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      CDK_OUTDIR: join(folder, 'listed.out'),
      CDK_VALIDATION: 'false',
      CDK_CONTEXT_JSON: JSON.stringify({ 'aws:cdk:bundling-stacks': [] }),
    },
  });

  expect(run.stderr).not.toContain('Cannot find asset');
  expect(run.status).toBe(0);
});

test('a wrong property is named without a page of code above it', () => {
  writeFileSync(
    join(folder, 'misspelt.cjs'),
    "const { Stack } = require('aws-cdk-lib');\nconst { Portcullis } = require('portcullis-cdk');\nnew Portcullis(new Stack(), 'Tools', { domainName: 'x' });\n",
  );

  const { stderr } = spawnSync(process.execPath, ['misspelt.cjs'], { cwd: folder, encoding: 'utf8' });

  expect(stderr).toContain('domainName: is no property');
  expect(stderr.length).toBeLessThan(5_000);
});

test('it loads as CommonJS and as a module, and its app takes settings as context', () => {
  const env = {
    ...process.env,
    CDK_OUTDIR: join(folder, 'app.out'),
    CDK_VALIDATION: 'false',
    CDK_CONTEXT_JSON: JSON.stringify({ stackName: 'Tools', regions: 'eu-west-1' }),
  };
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });

  expect(run('--input-type=commonjs', '-p', "typeof require('portcullis-cdk').Portcullis").trim()).toBe('function');
  run(join(folder, 'node_modules/portcullis-cdk/dist/app.mjs'));
  expect(globSync('*.template.json', { cwd: env.CDK_OUTDIR }).sort()).toEqual([
    'Tools-Front.template.json',
    'Tools-Home.template.json',
  ]);
});
