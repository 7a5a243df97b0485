/** What a clone installs is exactly what was chosen: pinned, from whichever registry the machine has, with the install scripts that are named. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '..', '..');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

interface Locked {
  readonly resolved?: string;
  readonly link?: true;
  /** Comes inside of another package. */
  readonly inBundle?: true;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
}

const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
const manifests = ['package.json', 'test/package.json'].map((file) => read<Manifest>(file));
const { packages } = read<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json');
const { allowScripts = {} } = read<Manifest>('package.json');

/** Those that come from a registry, by the folder that they go to. */
const installed = Object.entries(packages).filter(
  ([place, { link, inBundle }]) => place.includes('node_modules/') && !link && !inBundle,
);
const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('what is installed', () => {
  test('has one exact version each', () => {
    const versions = manifests.flatMap(({ dependencies = {}, devDependencies = {} }) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    );

    expect(versions.length).toBeGreaterThan(40);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))).toEqual([]);
  });

  test('is locked by its content, without the address of a registry', () => {
    const wrong = installed.filter(([, { resolved, integrity }]) => resolved !== undefined || !integrity);

    expect(installed.length).toBeGreaterThan(500);
    expect(wrong.map(([place]) => place)).toEqual([]);
  });

  test('runs the one install script that brings Node; every other one is named and refused', () => {
    const scripted = new Set(
      installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([at]) => nameOf(at)),
    );

    expect(Object.fromEntries(Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed))).toEqual({
      node: true,
    });
    expect([...scripted].filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([]);
  });

  test('allows install scripts by name alone: npm 12 allows no version that a lock file without addresses cannot prove', () => {
    expect(Object.keys(allowScripts).filter((name) => name.lastIndexOf('@') > 0)).toEqual([]);
  });
});
