/** What is left of an answer that the owner's fields cannot be taken from: nothing that the API has worded. */
import { expect, test } from '@jest/globals';
import { withoutUnbounded } from '../../../../lambdas/sandbox/projection.ts';

const kept = (value: string): string | null =>
  withoutUnbounded({
    status: 429,
    headers: new Headers({ 'retry-after': value, 'x-salary': '9' }),
    body: new Uint8Array([1]),
  } as never).headers.get('retry-after');

test.each(['7', '86400', 'Wed, 21 Oct 2026 07:28:00 GMT'])('Retry-After: %s stays', (value) => {
  expect(kept(value)).toBe(value);
});

test.each(['SALARY9', 'soon', '7 people earn 9', 'Wed, 21 Oct 2026 07:28:00 GMT; ann'])(
  'Retry-After: %s goes',
  (value) => {
    expect(kept(value)).toBeNull();
  },
);
