/** DESIGN section 3 as a test: which folder may import which, and what the pure core may not touch. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '..', '..');
const FOLDERS = ['core', 'egress', 'aws', 'lambdas', 'lib', 'local', 'cli', 'verify', 'bin'] as const;

/** Folder → our folders it may import besides itself. */
const MAY_IMPORT: Record<(typeof FOLDERS)[number], readonly string[]> = {
  core: [],
  egress: ['core'],
  aws: ['core'],
  lambdas: ['core', 'aws', 'egress'],
  // lib reads names from aws/ (environment variables, attributes), so that rights and code cannot drift apart.
  lib: ['core', 'aws'],
  local: ['core', 'lib', 'egress'],
  // A data folder can be checked while no host runs on it, by the code that knows how it is written (local/offline.ts, read only).
  cli: ['core', 'aws', 'egress', 'local'],
  // It is a client of a running installation, with the options and the API client of the command line.
  verify: ['core', 'cli'],
  bin: ['lib'],
};

/** Node modules with I/O, and packages that are not for a pure core. */
const NOT_IN_CORE =
  /^(node:(fs|http|https|http2|net|tls|dns|dgram|child_process|worker_threads|os|process|vm)(\/|$)|@aws-sdk\/|@smithy\/|aws-cdk-lib|constructs|@middy\/|undici|mqtt)/;

interface Import {
  readonly file: string;
  readonly specifier: string;
}

function importsOf(folder: string): Import[] {
  return globSync(`${folder}/**/*.ts`, { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const found = text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g,
    );
    return [...found].map((match) => ({ file, specifier: match[1] ?? match[2] ?? match[3] ?? '' }));
  });
}

const folderOf = ({ file, specifier }: Import): string | undefined =>
  specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)).split('/')[0] : undefined;

describe('imports between folders', () => {
  test.each(FOLDERS)('%s imports only what it may', (folder) => {
    const allowed = new Set<string>([folder, ...MAY_IMPORT[folder], 'package.json']);

    const wrong = importsOf(folder).filter((each) => {
      const target = folderOf(each);
      return target !== undefined && !allowed.has(target);
    });

    expect(wrong).toEqual([]);
  });

  test('core does no I/O and knows no AWS', () => {
    expect(importsOf('core').filter(({ specifier }) => NOT_IN_CORE.test(specifier))).toEqual([]);
  });

  test('only aws/, lambdas/ and lib/ import AWS packages', () => {
    const wrong = ['core', 'egress', 'cli']
      .flatMap(importsOf)
      .filter(({ specifier }) => /^@aws-sdk\/|^aws-cdk-lib/.test(specifier));
    expect(wrong).toEqual([]);
  });

  test('only egress opens connections to the outside world', () => {
    const wrong = ['core', 'aws', 'lambdas', 'cli'].flatMap(importsOf).filter(
      ({ file, specifier }) =>
        /^(node:(http|https|http2|net|tls|dgram)|undici(\/.*)?)$/.test(specifier) &&
        !file.startsWith('lambdas/sandbox/lockdown/') &&
        // To AWS, as the SDK's clients do: its hosts follow from the service and the region alone.
        !file.startsWith('aws/direct/'),
    );
    expect(wrong).toEqual([]);
  });

  /**
   * core/governance in its order: a folder or module imports only what stands before it. A subfolder, or a module that is named here,
   * is a part of its own.
   */
  const GOVERNANCE =
    `errors.ts modes.ts settings.ts marked.ts shape.ts report.ts paging.ts notice.ts span.ts walker.ts run.ts
    catalog/markerForm.ts catalog/vocabulary value/facts catalog text/contextWords.ts fieldName text/keywords.ts text/numberForms.ts
    text/signs.ts text/conclusions.ts text/characters.ts text/detectors/national text/detectors text formats
    context value json formats/registry.ts occurrences policy.ts patterns.ts pipeline.ts compile.ts tryout.ts validate.ts index.ts`.split(
      /\s+/,
    );
  const partOf = (path: string): string =>
    GOVERNANCE.includes(path) ? path : path.slice(0, Math.max(0, path.lastIndexOf('/')));

  test('the parts of governance stand in one order', () => {
    const governance = join(root, 'core/governance');
    const edges = importsOf('core/governance')
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ file, specifier }) => ({
        file: relative(governance, join(root, file)),
        target: relative(governance, resolve(root, dirname(file), specifier)),
      }))
      .filter(({ target }) => !target.startsWith('..'));

    const unknown = edges.filter(({ file }) => !GOVERNANCE.includes(partOf(file)));
    const upward = edges.filter(
      ({ file, target }) => GOVERNANCE.indexOf(partOf(target)) > GOVERNANCE.indexOf(partOf(file)),
    );

    expect(unknown).toEqual([]);
    expect(upward).toEqual([]);
    expect(edges.length).toBeGreaterThan(200);
  });

  /** core/openapi on the way from bytes to tools: a folder imports only those before it, and errors.ts. */
  const OPENAPI = 'document model versions schema arguments body parameters output connection'.split(' ');

  test('the folders of the importer stand in one order', () => {
    const importer = join(root, 'core/openapi');

    const edges = importsOf('core/openapi')
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ file, specifier }) => ({
        from: relative(importer, join(root, file)),
        to: relative(importer, resolve(root, dirname(file), specifier)),
      }))
      .filter(({ from, to }) => from.includes('/') && !to.startsWith('..') && to !== 'errors.ts');
    const rank = (path: string) => OPENAPI.indexOf(dirname(path));

    expect(edges.filter(({ from, to }) => rank(from) < 0 || rank(to) < 0)).toEqual([]);
    expect(edges.filter(({ from, to }) => rank(to) > rank(from))).toEqual([]);
    expect(edges.length).toBeGreaterThan(200);
  });

  test('core/lib/json knows nothing of core, core/lib/url only errors', () => {
    const outside = (folder: string) =>
      importsOf(folder)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ file, specifier }) => relative(root, resolve(root, dirname(file), specifier)))
        .filter((path) => !path.startsWith(`${folder}/`));

    expect(outside('core/lib/json')).toEqual([]);
    expect(new Set(outside('core/lib/url'))).toEqual(new Set(['core/lib/errors.ts']));
  });

  test('the check sees imports at all', () => {
    expect(importsOf('lambdas').length).toBeGreaterThan(20);
    expect(importsOf('lambdas').some((each) => folderOf(each) === 'core')).toBe(true);
  });
});
