/** Which folder may import which, in which order the folders of core stand, and what the pure core may not touch. */
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
  // What a bench has installed of rivals is not ours.
  const exclude = (file: string) => /(^|[\\/])node_modules([\\/]|$)/.test(file);
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const found = text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g,
    );
    return [...found].map((match) => ({ file, specifier: match[1] ?? match[2] ?? match[3] ?? '' }));
  });
}

/** Imports of our own files as paths from the root, of types too. */
const edgesOf = (folder: string): Array<{ readonly from: string; readonly to: string }> =>
  importsOf(folder)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ file, specifier }) => ({ from: file, to: relative(root, resolve(root, dirname(file), specifier)) }));

/** The names of a circle in a graph; undefined if there is none. */
function circleIn(targets: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return undefined;
    done.add(name);
    for (const target of targets.get(name) ?? []) {
      const circle = visit(target, [...way, name]);
      if (circle) return circle;
    }
    return undefined;
  };
  for (const name of targets.keys()) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return undefined;
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

  /** Folders in their order: a file imports only from its own folder and from those before it. Files beside the folders (`.`) come last unless said. */
  const ORDER: Record<string, string> = {
    core: `lib search limiting model attention policies telemetry governance request response sandbox openapi mcpUpstream tools mcp regions auth audit scim api
      declarations clientSetup errorCatalog`,
    'core/governance': 'vocabulary facts catalog fieldName text sentences context formats value json occurrences',
    'lambdas/management':
      'http serverRow settings credentials consents tokens members scim audit tools deployments servers',
    'web/src': 'styles auth api state lib components pages app',
    aws: 'lib direct services regions tables',
    lib: 'config edge . constructs stacks',
    local: 'lib data template functions aws twins stack edge login demo',
    'local/functions': 'runtime places',
    verify: 'installation checks',
    'core/openapi': 'document model versions schema arguments body parameters output connection',
  };

  test.each(Object.keys(ORDER))('the folders of %s stand in one order', (parent) => {
    const order = ORDER[parent]?.trim().split(/\s+/) ?? [];
    const rank = (path: string) => {
      const rest = relative(parent, path);
      if (rest.includes('/')) return order.indexOf(rest.slice(0, rest.indexOf('/')));
      return order.includes('.') ? order.indexOf('.') : order.length;
    };

    const edges = edgesOf(parent).filter(({ to }) => to.startsWith(`${parent}/`));

    expect(edges.filter(({ from, to }) => rank(from) < 0 || rank(to) < 0)).toEqual([]);
    expect(edges.filter(({ from, to }) => rank(to) > rank(from))).toEqual([]);
    expect(edges.length).toBeGreaterThan(25);
  });

  test('core has no file beside its folders', () => {
    expect(globSync('core/*.ts', { cwd: root })).toEqual([]);
  });

  test.each([...FOLDERS, 'web/src', 'bench', 'test'])('no folders of %s import each other in a circle', (parent) => {
    const targets = new Map<string, Set<string>>();
    for (const { from, to } of edgesOf(parent)) {
      const [folder, target] = [dirname(from), dirname(to)];
      if (folder === target || !to.startsWith(`${parent}/`)) continue;
      targets.set(folder, (targets.get(folder) ?? new Set()).add(target));
    }

    expect(circleIn(targets)).toBeUndefined();
  });

  test('the check finds a circle', () => {
    const graph = (text: string) => new Map(text.split(' ').map((pair) => [pair[0] ?? '', new Set(pair.slice(1))]));

    expect(circleIn(graph('ab bc ca'))).toEqual(['a', 'b', 'c', 'a']);
    expect(circleIn(graph('abc bd cd'))).toBeUndefined();
  });

  test('the check sees imports at all', () => {
    expect(importsOf('lambdas').length).toBeGreaterThan(20);
    expect(importsOf('lambdas').some((each) => folderOf(each) === 'core')).toBe(true);
  });
});
