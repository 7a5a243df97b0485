/** What a crash may do to a journal, byte by byte, and what must never pass as data. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Journal } from '../../../../local/data/journal.ts';
import { temporaryFolder } from '../../../support/twins.ts';

let folder: ReturnType<typeof temporaryFolder>;
let count = 0;
const newFile = () => join(folder.path, `journal-${count++}`);
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const replayed = async (file: string): Promise<unknown[]> => {
  const entries: unknown[] = [];
  const journal = new Journal<unknown>(file, (entry) => entries.push(entry));
  await journal.close();
  return entries;
};

describe('a journal', () => {
  test('gives back in order what was appended, also when much arrives at once', async () => {
    const file = newFile();
    const journal = new Journal<number>(file, () => {});
    await Promise.all(Array.from({ length: 500 }, (_, at) => journal.append(at)));
    await journal.append(500);
    await journal.close();

    expect(await replayed(file)).toEqual(Array.from({ length: 501 }, (_, at) => at));
  });

  test('holds an entry as soon as append has resolved', async () => {
    const file = newFile();
    const journal = new Journal<string>(file, () => {});

    await journal.append('there');

    expect(readFileSync(file, 'utf8')).toContain('"there"');

    await journal.close();
  });

  test('drops what was half-written at its end, at every byte, and goes on from there', async () => {
    const file = newFile();
    const journal = new Journal<string>(file, () => {});
    await journal.append('first');
    const whole = statSync(file).size;
    await journal.append('second');
    await journal.close();
    const bytes = readFileSync(file);
    for (let cut = whole; cut < bytes.length; cut++) {
      writeFileSync(file, bytes.subarray(0, cut));
      expect(await replayed(file)).toEqual(['first']);
      expect(statSync(file).size).toBe(whole);
    }

    const again = new Journal<string>(file, () => {});
    await again.append('third');
    await again.close();
    expect(await replayed(file)).toEqual(['first', 'third']);
  });

  test('can be read by somebody else while it is written, who sees whole entries and changes nothing', async () => {
    const file = newFile();
    const journal = new Journal<string>(file, () => {});
    await journal.append('one');
    const half = `${readFileSync(file, 'utf8')}deadbeef "ha`;
    writeFileSync(file, half);

    const entries: string[] = [];

    expect(Journal.replay<string>(file, (entry) => entries.push(entry)).entries).toBe(1);
    expect(entries).toEqual(['one']);
    expect(readFileSync(file, 'utf8')).toBe(half);
    expect(Journal.replay(newFile(), () => {}).entries).toBe(0);

    await journal.close();
  });

  test('refuses damage in the middle, names the file and leaves it as it is', async () => {
    const file = newFile();
    const journal = new Journal<string>(file, () => {});
    for (const each of ['one', 'two', 'three']) await journal.append(each);
    await journal.close();
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('two')] = 120;
    writeFileSync(file, bytes);

    await expect(replayed(file)).rejects.toMatchObject({
      code: 'data_corrupt',
      message: expect.stringContaining(file),
    });
    expect(readFileSync(file)).toEqual(bytes);
  });

  test('can be rewritten as a whole', async () => {
    const file = newFile();
    Journal.rewrite(file, ['a', 'b']);

    expect(await replayed(file)).toEqual(['a', 'b']);
  });
});
