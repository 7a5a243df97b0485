/** An export for spreadsheets and terminals. */
import { expect, test } from '@jest/globals';
import { csvOf } from '../../../../core/audit/export.ts';
import { HIDDEN, hiding } from '../../../support/hidden.ts';

test.each(Object.entries(HIDDEN))('%s are shown in it', (_class, hidden) => {
  const entry = {
    at: '2026-01-01',
    client: `Cla${hidden}ude`,
    arguments: JSON.stringify({ a: hidden }),
    detail: { b: hidden },
  };

  const text = csvOf([entry as never]);

  expect(hiding(text)).toEqual([]);
  expect(text).toMatch(/Cla<.*>.*ude/);
});
