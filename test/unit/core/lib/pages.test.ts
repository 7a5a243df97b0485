/** Lists that come in pages. */
import { expect, test } from '@jest/globals';
import { pagesOf } from '../../../../core/lib/pages.ts';

// Services of AWS leave the place out, or answer null or an empty text; asked for either of those, they begin again.
test.each([undefined, null, ''])('a place behind the last page that is %j ends the list', async (end) => {
  const next = ['second', end];
  const asked: unknown[] = [];
  const read = async (from: string | undefined) => {
    asked.push(from);
    if (asked.length > 2) throw new Error('asked for a page behind the last one');
    return { next: next[asked.length - 1] };
  };

  for await (const page of pagesOf(read, (each) => each.next)) expect(page).toBeDefined();

  expect(asked).toEqual([undefined, 'second']);
});
