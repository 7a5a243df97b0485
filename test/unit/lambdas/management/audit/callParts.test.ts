/** What figures read of the trail, over 100,000 calls of one day: each once, but for its end. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { decodeTime } from 'ulid';
import { CallStats } from '../../../../../core/audit/stats.ts';
import { CallParts } from '../../../../../lambdas/management/audit/callParts.ts';
import { AuditTable } from '../../../../support/auditTable.ts';

const NOW = Date.parse('2026-11-20T15:04:05.678Z');
const DAY = 86_400_000;
const CALLS = 100_000;
const ID = 'srv_000000000001';

let table: AuditTable;

beforeEach(() => {
  table = new AuditTable(ID);
  jest.spyOn(Date, 'now').mockImplementation(() => NOW);
  for (let n = 0; n < CALLS; n++) table.enter(NOW - DAY - 3_600_000 + Math.floor(((DAY + 3_600_000) * n) / CALLS), n);
});
afterEach(() => {
  jest.restoreAllMocks();
  table.dynamo.restore();
});

const time = { from: NOW - DAY, to: NOW };

async function figuresOf(parts: CallParts, most = Number.POSITIVE_INFINITY) {
  const figures = new CallStats(time.from, time.to, 'hour');
  let left = most;
  const since = await parts.each(
    ID,
    time,
    (call) => figures.add(call),
    (entries) => {
      left -= entries;
      return left > 0;
    },
  );
  return { isWhole: since === time.from, totals: figures.totals, series: figures.series, tools: figures.tools };
}

/** Counted over all rows, as if there were no parts. */
function counted() {
  const rows = [...table.days.values()].flat().filter(({ kind, at }) => {
    const ms = Date.parse(at as string);
    return kind === 'call' && ms >= time.from && ms <= time.to;
  });
  const sum = (key: string) => rows.reduce((all, row) => all + (row[key] as number), 0);
  return { calls: rows.length, bytesIn: sum('bytesIn'), bytesOut: sum('bytesOut'), redactions: sum('redactedFields') };
}

describe('the calls of a day', () => {
  test('are read once, and afterwards only those of the last minutes', async () => {
    const parts = new CallParts();
    const first = await figuresOf(parts);
    expect(first.isWhole).toBe(true);
    expect(first.totals).toMatchObject(counted());
    expect(table.read).toBeGreaterThan(95_000);

    table.read = 0;
    table.enter(NOW - 1_000, CALLS + 1);
    table.enter(NOW - 500, CALLS + 2, 'request');
    const began = performance.now();
    const again = await figuresOf(parts);
    const ms = performance.now() - began;

    expect(again.totals).toMatchObject(counted());
    expect(again.totals.calls).toBe(first.totals.calls + 1);
    // Ten minutes and the two that an entry may be late are some 700 of the 100,000; a part more at most.
    expect(table.read).toBeLessThan(1_500);
    expect(ms).toBeLessThan(2_000);
  });

  test('that are too many for one answer are read on by the next ones', async () => {
    const parts = new CallParts();
    const seen: number[] = [];

    for (let answer = 0; answer < 7; answer++) {
      const { isWhole, totals } = await figuresOf(parts, 20_000);
      seen.push(totals.calls);
      if (isWhole) break;
    }

    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(seen[0]).toBeLessThan(25_000);
    expect(seen.at(-1)).toBe(counted().calls);
  });

  test('are not taken for settled while a late one may come', async () => {
    const parts = new CallParts();
    await figuresOf(parts);
    table.enter(NOW - 90_000, CALLS + 3);
    for (const rows of table.days.values()) rows.sort((one, other) => (one.entryId < other.entryId ? -1 : 1));

    expect((await figuresOf(parts)).totals).toMatchObject(counted());
  });

  test('of more servers than it has room for by ten minutes each are read once all the same', async () => {
    const parts = new CallParts();
    const servers = Array.from({ length: 600 }, (_, n) => `srv_${String(n).padStart(12, '1')}`);
    const all = () =>
      Promise.all(
        servers.map((server) =>
          parts.each(
            server,
            time,
            () => {},
            () => true,
          ),
        ),
      );
    const ranges: number[] = [];
    table.dynamo.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values }) => {
      // Marks of spread days have no range.
      if (values[':first']) ranges.push(decodeTime(values[':first'].padEnd(26, '0')));
      return { Items: [], ScannedCount: 0 };
    });
    await all();
    ranges.length = 0;

    await all();

    expect(ranges).toHaveLength(servers.length);
    expect(Math.min(...ranges)).toBeGreaterThan(NOW - 1_800_000);
  });
});
