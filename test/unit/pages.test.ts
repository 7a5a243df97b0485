/** The pages that lead through the repository: what they name is there. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '..', '..');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...globSync(['design/**/*.md', 'bench/*.md'], { cwd: root }),
];
const read = (page: string) => readFileSync(join(root, page), 'utf8');

describe.each(PAGES)('%s', (page) => {
  test('links to files that there are', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });
});

test('CONTRIBUTING.md names files and folders that there are', () => {
  const named = [
    ...read('CONTRIBUTING.md').matchAll(/`((?:core|lambdas|lib|local|web|test|aws|bench|design)\/[\w./-]*)`/g),
  ];

  const paths = named.map(([, path = '']) => path);

  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

describe('design/ways.md', () => {
  const ways = read('design/ways.md')
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n', 1)[0] ?? '',
      steps: [...part.matchAll(/^\d+\. (→ )?\[`([^`]+)`\]/gm)].map(([, arrow, file = '']) => ({
        file,
        isElsewhere: arrow !== undefined,
      })),
    }));
  const importedBy = (file: string) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
      relative(root, resolve(root, dirname(file), path)),
    );
  /** Files that no earlier one imports, although the list does not say that another process takes over. */
  const unreached = (steps: (typeof ways)[number]['steps']) =>
    steps
      .filter(({ file, isElsewhere }, at) => {
        const earlier = steps.slice(0, at).flatMap((step) => importedBy(step.file));
        return at > 0 && !isElsewhere && !earlier.includes(file);
      })
      .map(({ file }) => file);

  test.each(ways)('$title: each file follows from an earlier one', ({ steps }) => {
    expect(unreached(steps)).toEqual([]);
  });

  test('the ways are short enough to be read', () => {
    expect(ways.map(({ steps }) => steps.length <= 60)).toEqual([true, true, true]);
  });

  test('the check sees a step that is missing', () => {
    const [call] = ways;
    const without = (call?.steps ?? []).filter(({ file }) => !file.endsWith('call/stages.ts'));

    expect(unreached(without)).toContain('lambdas/mcp-rpc/call/arguments.ts');
  });
});
