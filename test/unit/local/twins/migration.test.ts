/** The tables' journal of earlier formats, and rows that have left memory for the disk. */
import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { line } from '../../../../local/data/journalLines.ts';
import { RowFile } from '../../../../local/data/rowFile.ts';
import { TableStore } from '../../../../local/twins/dynamodb/store.ts';
import { WRITTEN_TABLES } from '../../../support/journalTables.ts';
import { temporaryFolder } from '../../../support/twins.ts';
import { until } from '../../../support/until.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const item = (id: string, n: number) => ({ id: { S: id }, n: { N: String(n) } });
const entry = (n: number) => `entry${String(n).padStart(6, '0')}/`;
const opened = (path: string, ageMs?: number) =>
  new TableStore(path, WRITTEN_TABLES as never, ['Trail'], { rows: `${path}.rows`, ...(ageMs && { ageMs }) });

/** As the version before wrote it: compacted, rows first, then how far they were read, then the rest. */
function oldJournal(path: string, rows: number, unread: number): void {
  const put = (table: string, key: string, n: number) => line(JSON.stringify({ w: [[table, key, item(key, n)]] }));
  const texts = [put('Things', 'a', 1)];
  for (let n = 0; n < rows; n++) texts.push(put('Trail', entry(n), n));
  texts.push(line(JSON.stringify({ read: ['Trail', rows] })));
  const both = {
    w: [
      ['Things', 'a', item('a', 2)],
      ['Trail', entry(rows), item(entry(rows), rows)],
    ],
  };
  texts.push(line(JSON.stringify(both)));
  for (let n = rows + 1; n < rows + unread; n++) texts.push(put('Trail', entry(n), n));
  writeFileSync(path, `${texts.join('')}deadbeef {"half`);
}

async function stateOf(store: TableStore) {
  return {
    thing: store.find('Things', 'a')?.['n'],
    trail: [...store.all('Trail')].map(([key]) => key).sort(),
    unread: store.unread('Trail').map(({ sequence, key, before }) => [sequence, key, before]),
  };
}

describe('a journal of the format before', () => {
  test('gives the same rows and the same unread changes, with the older rows on the disk', async () => {
    const path = join(folder.path, 'old');
    oldJournal(path, 7_000, 3);

    const store = opened(path);

    expect(await stateOf(store)).toEqual({
      thing: { N: '2' },
      trail: Array.from({ length: 7_003 }, (_, n) => entry(n)),
      unread: [7_000, 7_001, 7_002].map((n) => [n + 1, entry(n), undefined]),
    });
    await store.close();
    expect(statSync(path).size).toBeLessThan(2_000);
    const again = opened(path);
    expect((await stateOf(again)).unread).toHaveLength(3);
    await again.close();
  });

  test('is begun again when a migration was killed at any of its steps', async () => {
    const path = join(folder.path, 'half');
    oldJournal(path, 50, 2);
    // Before the journal takes its place, all of what was made may be there, and anything of it.
    new RowFile(`${path}.rows.new`, ['Trail']).put('Trail', [['foreign/', '{}']]);
    const left = new RowFile(`${path}.rows`, ['Trail']);
    left.put('Trail', [[entry(0), '{}']]);
    left.close();
    writeFileSync(`${path}.migrated`, 'half');

    const store = opened(path);

    expect((await stateOf(store)).trail).toEqual(Array.from({ length: 52 }, (_, n) => entry(n)));
    expect(store.find('Trail', entry(0))).toEqual(item(entry(0), 0));
    expect([`${path}.rows.new`, `${path}.migrated`].filter((file) => existsSync(file))).toEqual([]);
    await store.close();
  });

  test('is refused and left as it is when it is damaged in the middle', () => {
    const path = join(folder.path, 'damaged');
    const text = `deadbeef {"w":[]}\n${line('{"w":[]}')}`;
    writeFileSync(path, text);

    expect(() => opened(path)).toThrow(/damaged \(line 1\)/);
    expect(statSync(path).size).toBe(text.length);
  });
});

describe('rows that have left memory', () => {
  test('are found, ranged over both ways, refused a second time, changed and deleted as if they were in it', async () => {
    const path = join(folder.path, 'settled');
    const store = opened(path);
    const count = 6_000;
    for (let n = 0; n < count; n += 2) void store.put('Trail', entry(n), item(entry(n), n));
    const file = new RowFile(`${path}.rows`, ['Trail']);
    await until(() => file.page('Trail', {}, 5_000).length >= 1_000);
    for (let n = 1; n < count; n += 2) await store.put('Trail', entry(n), item(entry(n), n));
    const numbers = (range: object) =>
      new Promise<number[]>((done) => {
        const found: number[] = [];
        const stream = store.getItemDb('Trail').createValueStream(range) as NodeJS.EventEmitter;
        stream.on('data', (row: ReturnType<typeof item>) => found.push(Number(row.n.N)));
        stream.on('end', () => done(found));
      });

    const all = Array.from({ length: count }, (_, n) => n);
    expect(await numbers({})).toEqual(all);
    expect(await numbers({ reverse: true })).toEqual(all.toReversed());
    expect(await numbers({ gt: entry(9), lte: entry(400) })).toEqual(all.slice(10, 401));
    expect(await numbers({ lt: entry(300), reverse: true, limit: 120 })).toEqual(all.slice(180, 300).toReversed());
    await store.acknowledge('Trail', count);

    const old = entry(0);
    expect(file.get('Trail', old)).toBeDefined();
    expect(store.textOf('Trail', old)).toBe(JSON.stringify(item(old, 0)));
    await store.put('Trail', old, item(old, 99));
    await store.remove('Trail', [entry(2)]);
    const check = async (one: TableStore) => {
      expect(one.find('Trail', old)).toEqual(item(old, 99));
      expect(one.find('Trail', entry(2))).toBeUndefined();
      expect(
        one.unread('Trail').map(({ key, before, after }) => [key, before !== undefined, after !== undefined]),
      ).toEqual([
        [old, true, true],
        [entry(2), true, false],
      ]);
    };
    await check(store);
    file.close();
    await store.close();
    const again = opened(path);
    await check(again);
    await again.compact();
    await again.close();
    const third = opened(path);
    await check(third);
    expect([...third.all('Trail')]).toHaveLength(count - 1);
    await third.close();
  }, 60_000);

  test('leave it by their age, and the journal too, but for what the reader of the stream has not taken', async () => {
    const path = join(folder.path, 'aged');
    const store = opened(path, 120);
    const count = 1_500;
    for (let n = 0; n < count; n++) void store.put('Trail', entry(n), item(entry(n), n));
    await store.acknowledge('Trail', count - 3);
    const file = new RowFile(`${path}.rows`, ['Trail']);

    await until(() => file.page('Trail', {}, count).length === count && statSync(path).size < 1_000);

    const check = (one: TableStore) => {
      expect([...one.all('Trail')]).toHaveLength(count);
      expect(one.find('Trail', entry(7))).toEqual(item(entry(7), 7));
      expect(one.unread('Trail').map(({ key }) => key)).toEqual([1_497, 1_498, 1_499].map(entry));
    };
    expect(file.page('Trail', {}, count)).toHaveLength(count);
    expect(statSync(path).size).toBeLessThan(1_000);
    check(store);
    await store.close();
    file.close();
    const again = opened(path);
    check(again);
    await again.close();
  });

  test('stay while they are young, and leave at a start when the journal was last written that long ago', async () => {
    const path = join(folder.path, 'lain');
    const first = opened(path);
    for (let n = 0; n < 10; n++) await first.put('Trail', entry(n), item(entry(n), n));
    await first.acknowledge('Trail', 10);
    await first.close();
    const file = new RowFile(`${path}.rows`, ['Trail']);
    const second = opened(path);
    await second.close();
    const young = file.page('Trail', {}, 100).length;
    const hourAgo = new Date(Date.now() - 61 * 60_000);
    utimesSync(path, hourAgo, hourAgo);

    const third = opened(path);
    await until(() => file.page('Trail', {}, 100).length === 10);

    expect([young, file.page('Trail', {}, 100).length]).toEqual([0, 10]);
    expect([...third.all('Trail')]).toHaveLength(10);
    file.close();
    await third.close();
  });
});
