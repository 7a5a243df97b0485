/** What a person is told of a folder that grows and of a disk that fills. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { warningsOf, watchSpace } from '../../../../local/data/space.ts';

const GB = 1024 ** 3;
const ROOMY = { journal: 20_000_000, rows: 5 * GB, free: 100 * GB };
const told = (space: object) => warningsOf('/data', { ...ROOMY, ...space });

describe('a data folder', () => {
  test('with room and an ordinary journal says nothing', () => {
    expect(told({})).toEqual([]);
  });

  test.each([
    ['a disk with little room', { free: 1.5 * GB }, /^The disk of \/data has 1\.5 GB left/],
    ['a disk without room for a second journal', { journal: 0.2 * GB, free: 0.3 * GB }, /has 307 MB left/],
    ['a full disk', { free: 0 }, /has 0 MB left/],
    ['a long journal', { journal: 0.3 * GB }, /^\/data\/tables\.journal has 307 MB/],
    ['many older entries', { rows: 11 * GB }, /^\/data\/rows\.db has 11\.0 GB/],
  ])('%s: says how much and the way out', (_name, space, text) => {
    expect(told(space)).toEqual([{ level: expect.any(String), text: expect.stringMatching(text) }]);
  });

  test('tells again when it has become twice as bad, and not before', () => {
    const level = (free: number) => told({ free })[0]?.level;

    expect(level(1.9 * GB)).toBe(level(1.2 * GB));
    expect(level(0.9 * GB)).not.toBe(level(1.2 * GB));
  });

  test('is looked at when the host starts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-space-'));
    writeFileSync(join(folder, 'tables.journal'), '');
    // Without taking the room.
    truncateSync(join(folder, 'tables.journal'), 400_000_000);
    const lines: string[] = [];

    watchSpace(folder, (line) => lines.push(line))();

    rmSync(folder, { recursive: true });
    expect(lines.filter((line) => line.includes('tables.journal has 381 MB'))).toHaveLength(1);
  });
});
