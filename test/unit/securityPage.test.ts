/** The threat model names the test of each of its lines: they are there. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'design', 'security.md'), 'utf8');
const named = [...page.matchAll(/\| `(test\/[^`]+)` › (.+?) \|$/gm)].map(([, file = '', name = '']) => ({
  file,
  name,
}));
const sectionsOf = (text: string) => text.split(/^## /m).slice(1);

/** The titles of a file's tests and groups, with what `test.each` puts into them left as it is written. */
function titlesOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/\(\s*(['`])((?:\\.|(?!\1)[^\\])+)\1,/gs)].map(([, , title = '']) =>
    title.replaceAll("\\'", "'"),
  );
}

describe('the threat model', () => {
  test.each(named)('names a test that there is: $file › $name', ({ file, name }) => {
    expect(titlesOf(file).some((title) => title === name || title.startsWith(name))).toBe(true);
  });

  test('names one in each line of what must never happen', () => {
    const lines = sectionsOf(page)
      .filter((section) => section.includes('| must never happen |'))
      .flatMap((section) => section.split('\n').filter((line) => /^\| [A-Z]/.test(line)));

    expect(lines.length).toBeGreaterThan(40);
    expect(lines.length).toBe(named.length);
  });

  test('gives a reason for all that is accepted', () => {
    const accepted = sectionsOf(page).find((section) => section.startsWith('Accepted')) ?? '';
    const rows = [...accepted.matchAll(/^\| (.+) \| (.+) \|$/gm)].slice(1);

    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(([, , reason = '']) => reason.length < 30)).toEqual([]);
  });
});
