import { expect, test } from '@jest/globals';

test('x', () => {
  const a: number = 1;
  expect(a).toBe(1);
});
