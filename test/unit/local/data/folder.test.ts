import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DataFolder } from '../../../../local/data/folder.ts';
import { temporaryFolder } from '../../../support/twins.ts';

let folder: ReturnType<typeof temporaryFolder>;
let count = 0;
const newPath = () => join(folder.path, `data-${count++}`);
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

describe('the data folder', () => {
  test('is made on first use, for its owner only', () => {
    const path = newPath();
    const data = new DataFolder(path);
    data.write('secrets.json', { a: 1 });
    expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const name of ['secrets.json', 'portcullis.json', 'host.pid']) {
      expect([name, statSync(join(path, name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    data.release();
  });

  test('gives back what it remembered', () => {
    const path = newPath();
    const data = new DataFolder(path);
    expect(data.remembered('x.json', () => ({ made: 1 }))).toEqual({ made: 1 });
    expect(data.remembered('x.json', () => ({ made: 2 }))).toEqual({ made: 1 });
    data.release();
  });

  test('refuses a second holder while the first lives, and says whose it is', () => {
    const path = newPath();
    const data = new DataFolder(path);
    expect(() => new DataFolder(path)).toThrow(
      expect.objectContaining({ code: 'data_in_use', message: expect.stringContaining(String(process.pid)) }),
    );
    data.release();
    new DataFolder(path).release();
  });

  test('is free again when its holder was killed, even if the process id is another process now', () => {
    const path = newPath();
    new DataFolder(path).release();
    writeFileSync(join(path, 'host.pid'), '4194303 77');
    new DataFolder(path).release();
    writeFileSync(join(path, 'host.pid'), `${process.pid} 1`);
    new DataFolder(path).release();
  });

  test('is begun again when the very first start was killed in the middle of its first file', () => {
    const path = newPath();
    mkdirSync(path);
    writeFileSync(join(path, 'portcullis.json.new'), '{"for');
    const data = new DataFolder(path);
    expect(data.read('portcullis.json')).toEqual({ format: 1 });
    data.release();
  });

  test('refuses a folder with foreign files and touches nothing', () => {
    const path = newPath();
    mkdirSync(path);
    writeFileSync(join(path, 'thesis.txt'), 'mine');
    expect(() => new DataFolder(path)).toThrow(expect.objectContaining({ code: 'data_foreign' }));
    expect(readFileSync(join(path, 'thesis.txt'), 'utf8')).toBe('mine');
    expect(existsSync(join(path, 'portcullis.json'))).toBe(false);
  });

  test('refuses a path that is a file', () => {
    const path = newPath();
    writeFileSync(path, '');
    expect(() => new DataFolder(path)).toThrow(expect.objectContaining({ code: 'data_foreign' }));
  });

  test('names a damaged file and the way out', () => {
    const path = newPath();
    const data = new DataFolder(path);
    writeFileSync(join(path, 'kms.json'), '{"half');
    expect(() => data.remembered('kms.json', () => ({}))).toThrow(
      expect.objectContaining({ code: 'data_corrupt', message: expect.stringMatching(/kms\.json.*--data/) }),
    );
    expect(readFileSync(join(path, 'kms.json'), 'utf8')).toBe('{"half');
    data.release();
  });
});
