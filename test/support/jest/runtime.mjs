/**
 * How Jest loads a test file: with Node's own loader, as production code is loaded, instead of module by module through `node:vm`. Each
 * test file gets its own instances of this project's modules, told apart by a number in their addresses; packages are loaded once in a
 * worker, and so are the modules of `core/`, which keep nothing but what they have computed before. `jest.resetModules` makes new
 * instances, of those of `core/` too, for what is imported from then on. Mocks of modules are not offered. Needs the test environment of
 * `environment.mjs`, which has the globals of the worker itself.
 */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';
import { CIRCUS } from './environment.mjs';

const root = pathToFileURL(`${join(import.meta.dirname, '..', '..', '..')}/`).href;
const core = `${root}core/`;
/** It changes functions of its package, which must happen once. */
const changesPackage = `${root}local/twins/dynamodb/dynalite.ts`;
const packages = `${root}node_modules/`;
const isOwn = (url) =>
  url !== import.meta.url && url.startsWith(root) && !url.startsWith(packages) && /\.[cm]?[jt]s$/.test(url);

const MARK = /[?&]test=(\d+)(?:\.\d+)?$/;
/** In place of the number of a test file, for modules that all test files of a worker share. */
const SHARED = 0;
/** Of the test file of that number: what it imports from '@jest/globals', and how often its modules were reset. */
const files = new Map();
let count = 0;

export const globalsOf = (number) => files.get(number).globals();

/** Without types, by path: the files of this project do not change while a worker runs. */
const stripped = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const [, number] = MARK.exec(context.parentURL ?? '') ?? [];
    if (number === undefined) return next(specifier, context);
    if (specifier === '@jest/globals') {
      return { url: `jest:globals?test=${number}`, format: 'module', shortCircuit: true };
    }
    const found = next(specifier, context);
    if (!isOwn(found.url)) return found;
    const resets = files.get(number)?.resets ?? 0;
    const isShared = found.url === changesPackage || (resets === 0 && found.url.startsWith(core));
    return { ...found, url: `${found.url}?test=${isShared ? `${SHARED}.0` : `${number}.${resets}`}` };
  },
  load(url, context, next) {
    const [mark, number] = MARK.exec(url) ?? [];
    if (number === undefined) return next(url, context);
    if (url.startsWith('jest:')) return { format: 'module', source: globalsSource(number), shortCircuit: true };
    const path = fileURLToPath(url.slice(0, -mark.length));
    if (!path.endsWith('ts')) return next(url, context);
    if (!stripped.has(path)) stripped.set(path, stripTypeScriptTypes(readFileSync(path, 'utf8')));
    return { format: 'module', source: stripped.get(path), shortCircuit: true };
  },
});

const globalsSource = (number) => `
import { globalsOf } from ${JSON.stringify(import.meta.url)};
const all = globalsOf('${number}');
${Object.keys(globalsOf(number))
  .map((name) => `export const ${name} = all.${name};`)
  .join('\n')}`;

const require = createRequire(import.meta.url);

export default class NativeRuntime extends Runtime {
  #number = `${++count}`;

  async unstable_importModule(path) {
    files.set(this.#number, { globals: () => this.jestGlobals.cjsGlobals(path), resets: 0 });
    return import(`${pathToFileURL(path).href}?test=${this.#number}.0`);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** Jest's own modules: those that hold the tests of a file are loaded anew for each. */
  requireInternalModule(from, to) {
    if (to !== undefined) return createRequire(from)(to);
    if (from.startsWith(CIRCUS)) delete require.cache[from];
    return require(from);
  }

  requireModule(path) {
    return require(path);
  }

  resetModules() {
    // Jest's own constructor calls it, too.
    const file = #number in this ? files.get(this.#number) : undefined;
    if (file !== undefined) file.resets += 1;
    super.resetModules();
  }

  teardown() {
    super.teardown();
    files.delete(this.#number);
  }

  /** It is the worker's own. */
  installGetBuiltinModule() {}
}
