/** The pages that lead through the repository: what they name is there. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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
