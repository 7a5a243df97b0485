/** What a clone installs and runs is exactly what was chosen: pinned, from whichever registry the machine has, without install scripts. */
import { globSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '..', '..');
/** Plain JavaScript, without types: it runs before anything is installed. */
const { node24 } = (await import(join(root, 'scripts', 'ensure.mjs'))) as { node24: string };
const { nodePackages } = (await import(join(root, 'scripts', 'node24.mjs'))) as {
  nodePackages: Readonly<Record<string, string>>;
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

interface Locked {
  readonly resolved?: string;
  readonly link?: true;
  /** Comes inside of another package. */
  readonly inBundle?: true;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
  readonly version?: string;
  readonly os?: string;
  readonly cpu?: string;
}

const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
const manifests = ['package.json', 'test/package.json', 'docs/package.json'].map((file) => read<Manifest>(file));
const packagesOf = (file: string) => read<{ packages: Readonly<Record<string, Locked>> }>(file).packages;
const { allowScripts = {}, optionalDependencies = {} } = read<Manifest>('package.json');

/** Those of a lock file that come from a registry, by the folder that they go to. */
const registered = (file: string) =>
  Object.entries(packagesOf(file)).filter(
    ([place, { link, inBundle }]) => place.includes('node_modules/') && !link && !inBundle,
  );
const installed = [...registered('package-lock.json'), ...registered('docs/package-lock.json')];
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Names of the packages that a source file imports when it runs. */
const importedBy = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*?from '([^'.][^']*)'|import\('([^'.][^']*)'\)/gm,
    ),
  ]
    .map(([, named, dynamic]) => (named ?? dynamic) as string)
    .filter((name) => !name.startsWith('node:'))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] as string);

test('what the functions run is a dependency', () => {
  const { dependencies = {} } = read<Manifest>('package.json');
  const files = globSync('{aws,core,egress,lambdas}/**/*.ts', { cwd: root });

  const imported = new Map(files.flatMap((file) => importedBy(join(root, file)).map((name) => [name, file] as const)));

  expect(imported.size).toBeGreaterThan(20);
  expect([...imported].filter(([name]) => !(name in dependencies))).toEqual([]);
});

describe('what is installed', () => {
  test('has one exact version each', () => {
    const versions = manifests.flatMap(({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    );

    expect(versions.length).toBeGreaterThan(40);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))).toEqual([]);
  });

  test.each([
    ['package-lock.json', 300],
    ['docs/package-lock.json', 100],
    ['bench/rivals/package-lock.json', 300],
    ['test/oracles/lambda-client/package-lock.json', 80],
  ])('is locked by its content, without the address of a registry: %s', (file, least) => {
    const all = registered(file);
    const wrong = all.filter(([, { resolved, integrity }]) => resolved !== undefined || !integrity);

    expect(all.length).toBeGreaterThan(least);
    expect(wrong.map(([place]) => place)).toEqual([]);
  });

  test('runs no install script: every package that has one is named and refused, and npm is told to run none', () => {
    const scripted = new Set(
      installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([at]) => nameOf(at)),
    );

    expect(Object.keys(allowScripts).sort()).toEqual([...scripted].sort());
    expect(new Set(Object.values(allowScripts))).toEqual(new Set([false]));
    expect(readFileSync(join(root, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
  });

  test('holds the Node that everything runs on: a package for each platform', () => {
    const locked = packagesOf('package-lock.json');

    expect(Object.values(nodePackages).sort()).toEqual(Object.keys(optionalDependencies).sort());
    for (const [platform, name] of Object.entries(nodePackages)) {
      const { version, os, cpu } = locked[`node_modules/${name}`] ?? {};
      expect({ platform: `${os} ${cpu}`, version }).toEqual({ platform, version: optionalDependencies[name] });
      expect(version).toMatch(platform === 'darwin arm64' ? /^26\./ : /^24\./);
    }
    expect(installed.filter(([at]) => nameOf(at) === 'node')).toEqual([]);
  });

  test('is what runs this: the binary that the lock file names, in its version', () => {
    const name = nodePackages[`${process.platform} ${process.arch}`] as string;

    expect(realpathSync(process.execPath)).toBe(realpathSync(node24));
    expect(process.version).toBe(`v${optionalDependencies[name]}`);
  });
});
