/** The journal of the tables while it is compacted under way: nothing that was answered is lost, whenever the process dies. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Journal } from '../../../../local/data/journal.ts';
import { RowFile } from '../../../../local/data/rowFile.ts';
import { TableStore } from '../../../../local/twins/dynamodb/store.ts';
import { WRITTEN_TABLES } from '../../../support/journalTables.ts';
import { temporaryFolder } from '../../../support/twins.ts';
import { until } from '../../../support/until.ts';

const WRITER = resolve(import.meta.dirname, '../../../support/journalWriter.ts');
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const opened = (path: string, waste?: number) =>
  new TableStore(path, WRITTEN_TABLES as never, ['Trail'], {
    rows: `${path}.rows`,
    ...(waste !== undefined && { waste }),
  });
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').length - 1;

/** What a process has answered before it was killed, `ms` after its first answer. */
async function killedAfter(ms: number, path: string, first: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, path, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), ms);
    said += bytes;
  });
  await new Promise((done) => child.on('close', done));
  // The last line may be cut.
  return said.split('\n').slice(0, -1);
}

test('keeps what was answered when the process is killed at any moment', async () => {
  const path = join(folder.path, 'killed');
  const rows = new Map<string, number>();
  const entered = new Set<string>();
  const read = new Set<string>();
  let first = 0;

  for (let round = 0; round < 12; round++) {
    for (const line of await killedAfter(20 + Math.random() * 150, path, first)) {
      const [what, value = ''] = line.split(' ');
      if (what === 'read') for (const id of value.split(',')) read.add(id);
      else {
        const n = Number(value);
        rows.set(`row${n % 40}`, n);
        if (n % 5 === 0) entered.add(`entry${n}`);
        first = Math.max(first, n + 1);
      }
    }
    const store = opened(path, 1e9);
    for (const [key, n] of rows) expect(Number(store.find('Things', key)?.['n']?.['N'])).toBeGreaterThanOrEqual(n);
    const unread = new Set(store.unread('Trail').map(({ keys }) => keys['id']?.['S'] as string));
    for (const id of entered) {
      expect([id, store.find('Trail', id) !== undefined]).toEqual([id, true]);
      if (read.has(id)) expect([id, unread.has(id)]).toEqual([id, false]);
    }
    // What nobody has dealt with is still there: reading is in order, so that the unread ones are the last.
    const numbers = [...entered].map((id) => Number(id.slice(5))).sort((one, other) => one - other);
    const missing = numbers.filter((n) => !unread.has(`entry${n}`));
    const least = Math.min(...[...unread].map((id) => Number(id.slice(5))));
    expect(missing.every((n) => n < least)).toBe(true);
    await store.close();
    // Numbers go on behind those that were written and not said.
    first += 100_000;
  }
  expect(first).toBeGreaterThan(1_200_000);
  // It was compacted on the way.
  expect(linesOf(path)).toBeLessThan(entered.size * 3 + 4_000);
}, 60_000);

describe('compacting', () => {
  test('leaves the same rows, the same unread changes and their numbers', async () => {
    const path = join(folder.path, 'same');
    const store = opened(path, 50);
    const put = (table: string, id: string, n: number) => store.put(table, id, { id: { S: id }, n: { N: String(n) } });
    for (let n = 0; n < 200; n++) await put('Trail', `t${n % 90}`, n);
    await store.acknowledge('Trail', 150);
    await store.remove('Trail', ['t3', 't89']);
    const writing: Promise<void>[] = [];
    for (let n = 0; n < 6_000; n++) {
      writing.push(put('Things', `a${n % 30}`, n));
      if (n % 50 === 0) writing.push(put('Trail', `t${n % 90}`, n));
      if (n % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(writing);
    // On a slow disk the compaction may still be waiting; further writes begin it.
    for (let n = 0; linesOf(path) >= 5_000; n++) await put('Things', `a${n % 30}`, n);
    const stateOf = (one: TableStore) => ({
      rows: ['Things', 'Trail'].map((table) => Object.fromEntries(one.all(table))),
      unread: one.unread('Trail').map(({ sequence, before, after }) => [sequence, before, after]),
    });
    const state = stateOf(store);
    await store.close();

    // Of over 6,100 that were written.
    expect(linesOf(path)).toBeLessThan(5_000);
    const again = opened(path, 1e9);
    expect(sorted(stateOf(again))).toEqual(sorted(state));
    await again.close();
  });

  test('keeps the old file and leaves none behind when it cannot be finished', async () => {
    const path = join(folder.path, 'failing');
    const journal = new Journal<number>(path, () => {});
    for (let n = 0; n < 100; n++) await journal.append(n);
    const size = statSync(path).size;

    const failing = journal.compact(function* () {
      yield '1';
      throw new Error('no state');
    });

    await expect(failing).rejects.toThrow('no state');
    await journal.append(100);
    await journal.close();
    expect(existsSync(`${path}.new`)).toBe(false);
    expect(statSync(path).size).toBeGreaterThan(size);
  });

  test('lets others have their turn again and again', async () => {
    const path = join(folder.path, 'pause');
    const store = opened(path, 1e9);
    const item = (n: number) => ({ id: { S: `t${n}` }, padding: { S: 'y'.repeat(900) } });
    const put = (n: number) => store.put('Things', `t${n}`, item(n));
    await Promise.all(Array.from({ length: 20_000 }, (_, n) => put(n)));
    let turns = 0;
    let next = setImmediate(function count() {
      turns++;
      next = setImmediate(count);
    });

    await store.compact();

    clearImmediate(next);
    await store.close();
    // 18 MB in one go would leave others a turn or two, for the files.
    expect(turns).toBeGreaterThan(20);
  });
});

const sorted = ({ rows, unread }: { rows: Record<string, unknown>[]; unread: unknown[] }) => ({
  rows: rows.map((table) => Object.entries(table).sort(([one], [other]) => (one < other ? -1 : 1))),
  unread,
});

test('with changes that nobody takes: they are neither rewritten again and again, nor looked for on the disk', async () => {
  const path = join(folder.path, 'waiting');
  const store = opened(path, 100);
  const count = 8_000;
  const compacted = jest.spyOn(Journal.prototype, 'compact');
  for (let n = 0; n < count; n++) {
    const written = store.put('Trail', `entry${n}`, { id: { S: `entry${n}` } });
    if (n % 50 === 0) await written;
  }
  const file = new RowFile(`${path}.rows`, ['Trail']);
  await until(() => file.page('Trail', {}, count).length >= count - 3_000);
  file.close();
  const timesWhileWritten = compacted.mock.calls.length;
  const looked = jest.spyOn(RowFile.prototype, 'get');

  const isDone = await store.compact();
  const looks = looked.mock.calls.length;
  await store.close();
  jest.restoreAllMocks();

  const again = opened(path, 100);
  expect([timesWhileWritten, isDone, looks]).toEqual([0, true, 0]);
  expect(again.unread('Trail')).toHaveLength(count);
  await again.close();
});
