import { expect, test } from '@jest/globals';
import { LruCache } from '../../../../core/lib/lruCache.ts';

/** Uses each name in turn; returns those that had to be loaded. */
async function loadedOf(recent: LruCache<string>, names: string): Promise<string> {
  let loaded = '';
  for (const name of names) {
    await recent.use(name, async () => {
      loaded += name;
      return name;
    });
  }
  return loaded;
}

test('holds what was used last', async () => {
  const recent = new LruCache<string>(2);

  expect(await loadedOf(recent, 'abac')).toBe('abc');
  expect(await loadedOf(recent, 'acb')).toBe('b');
});

test('takes what is used again and again for the newest', async () => {
  const recent = new LruCache<string>(2);

  expect(await loadedOf(recent, 'abbbbbc')).toBe('abc');
  expect(await loadedOf(recent, 'bca')).toBe('a');
});

test('loads once for all who ask meanwhile', async () => {
  const recent = new LruCache<string>(2);
  const arriving = Promise.withResolvers<string>();
  const first = recent.use('a', () => arriving.promise);
  const second = recent.use('a', async () => 'another');
  arriving.resolve('a');

  expect(await Promise.all([first, second])).toEqual(['a', 'a']);
});

test('does not hold what failed to load', async () => {
  const recent = new LruCache<string>(2);

  await expect(recent.use('a', async () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await loadedOf(recent, 'a')).toBe('a');
});

test('holds no more than a weight in all, except for the newest value', async () => {
  const recent = new LruCache<string>(10, 10);
  await loadedOf(recent, 'abc');
  for (const name of 'abc') recent.weigh(name, 4);
  const first = await loadedOf(recent, 'bca');
  recent.weigh('a', 20);

  expect(first).toBe('a');
  expect(await loadedOf(recent, 'abc')).toBe('bc');
});
