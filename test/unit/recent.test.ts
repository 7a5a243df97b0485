import { expect, test } from '@jest/globals';
import { Recent } from '../../core/recent.ts';

const held = (recent: Recent<object>, names: string) => [...names].filter((name) => recent.use(name) !== undefined);

test('holds what was used last', () => {
  const recent = new Recent<object>(2);
  recent.set('a', {});
  recent.set('b', {});
  recent.use('a');
  recent.set('c', {});

  expect(held(recent, 'abc')).toEqual(['a', 'c']);
});

test('takes what is used again and again for the newest', () => {
  const recent = new Recent<object>(2);
  recent.set('a', {});
  recent.set('b', {});
  for (let n = 0; n < 5; n++) recent.use('b');
  recent.set('c', {});

  expect(held(recent, 'abc')).toEqual(['b', 'c']);
});

test('gives the value that was set last, and none that was forgotten', () => {
  const recent = new Recent<object>(2);
  const second = { at: 2 };
  recent.set('a', { at: 1 });
  recent.set('a', second);
  expect(recent.use('a')).toBe(second);

  recent.forget('a');
  expect(recent.use('a')).toBeUndefined();
  recent.set('a', second);
  expect(recent.use('a')).toBe(second);
});
