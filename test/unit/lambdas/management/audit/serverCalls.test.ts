/** What is read of a server with more calls in a month than one answer may read, and how far back the answer says that it reaches. */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CallParts } from '../../../../../lambdas/management/audit/callParts.ts';
import { callsOf } from '../../../../../lambdas/management/audit/serverCalls.ts';
import { AuditTable } from '../../../../support/auditTable.ts';

const NOW = Date.parse('2026-11-20T15:04:05.678Z');
const DAY = 86_400_000;
const ID = 'srv_000000000001';
const MONTH = { from: NOW - 30 * DAY, to: NOW };

let table: AuditTable;
beforeEach(() => {
  table = new AuditTable(ID);
  jest.spyOn(Date, 'now').mockImplementation(() => NOW);
});
afterEach(() => {
  jest.restoreAllMocks();
  table.dynamo.restore();
});

/** Spreads entries evenly over the month. */
function fill(entries: number): void {
  for (let n = 0; n < entries; n++) table.enter(MONTH.from + Math.floor((30 * DAY * n) / entries), n);
}

describe('the calls of a month', () => {
  test('are all read within the bound, each once, and the end alone the next time', async () => {
    fill(150_000);
    const parts = new CallParts();

    const first = await callsOf(parts, ID, MONTH);
    const read = table.read;
    table.read = 0;
    const again = await callsOf(parts, ID, MONTH);

    expect(first.since).toBe(MONTH.from);
    expect(new Set(first.calls.map(({ bytesIn }) => bytesIn)).size).toBe(150_000);
    expect(first.calls).toHaveLength(150_000);
    expect(read).toBe(150_000);
    expect(again.calls).toHaveLength(150_000);
    expect(table.read).toBeLessThan(150);
  });

  test('beyond the bound reach back to the time that is told, and are complete from there on', async () => {
    fill(260_000);
    const parts = new CallParts();

    const first = await callsOf(parts, ID, MONTH);
    const read = table.read;
    const again = await callsOf(parts, ID, MONTH);

    // Four days are read side by side, a page each beyond the bound.
    expect(read).toBeLessThanOrEqual(204_000);
    expect(first.since).toBeGreaterThan(MONTH.from);
    const entered = [...table.days.values()].flat().filter(({ at }) => Date.parse(at as string) >= first.since);
    expect(first.calls.filter(({ at }) => at >= first.since)).toHaveLength(entered.length);
    expect(again.since).toBe(MONTH.from);
    expect(again.calls).toHaveLength(260_000);
  });
});
