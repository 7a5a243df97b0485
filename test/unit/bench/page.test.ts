import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FIGURES } from '../../../bench/figures.ts';
import { pageOfResults } from '../../../bench/page.ts';

const bench = join(import.meta.dirname, '..', '..', '..', 'bench');

test('the page of results says what the stored results say', () => {
  expect(readFileSync(join(bench, 'results', 'README.md'), 'utf8')).toBe(pageOfResults());
});

test('each figure has a sentence and something beside it', () => {
  for (const { what, meaning, bench: name } of FIGURES) {
    const row = pageOfResults()
      .split('\n')
      .find((line) => line.startsWith(`| ${what} |`));
    expect(row?.split('|').map((cell) => cell.trim())).toEqual([
      '',
      what,
      expect.stringMatching(/\d/),
      expect.stringMatching(/\d/),
      meaning,
      `\`${name}\``,
      '',
    ]);
    expect(row).not.toMatch(/undefined|NaN|Infinity/);
  }
});

test('each figure is of a benchmark that exists', () => {
  const names = readdirSync(bench).filter((file) => file.endsWith('.bench.ts'));
  for (const { bench: name } of FIGURES) expect(names).toContain(`${name}.bench.ts`);
});
