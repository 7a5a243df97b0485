import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DataFolder } from '../../../../local/data/folder.ts';
import { type EarlierFolder, layOut } from '../../../support/earlier.ts';
import { temporaryFolder } from '../../../support/twins.ts';
import { until } from '../../../support/until.ts';

let folder: ReturnType<typeof temporaryFolder>;
let count = 0;
const newPath = () => join(folder.path, `data-${count++}`);
/** Process id of the holder; undefined when nobody holds the folder. */
const holderOf = (path: string): number | undefined =>
  existsSync(join(path, 'host.pid')) ? Number.parseInt(readFileSync(join(path, 'host.pid'), 'utf8'), 10) : undefined;
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
    expect(holderOf(path)).toBeUndefined();

    const next = new DataFolder(path);
    expect(holderOf(path)).toBe(process.pid);

    next.release();
  });

  test('is free again when its holder was killed, even if the process id is another process now', () => {
    const path = newPath();
    new DataFolder(path).release();

    for (const left of ['4194303 77', `${process.pid} 1`]) {
      writeFileSync(join(path, 'host.pid'), left);
      const data = new DataFolder(path);
      expect(readFileSync(join(path, 'host.pid'), 'utf8')).not.toBe(left);
      expect(holderOf(path)).toBe(process.pid);
      data.release();
    }
  });

  test('is held by one of several that find it left behind by a killed host at the same moment', async () => {
    const path = newPath();
    new DataFolder(path).release();
    writeFileSync(join(path, 'host.pid'), '4194303 77');
    const module = new URL('../../../../local/data/folder.ts', import.meta.url).href;
    // Each waits for a word before it tries, and whoever holds the folder until its input ends.
    const script = `const { DataFolder } = await import(${JSON.stringify(module)});
      console.log('ready');
      process.stdin.once('data', () => {
        try { globalThis.data = new DataFolder(${JSON.stringify(path)}); console.log('held'); }
        catch (error) { console.log(error.code); }
      });`;
    const racers = Array.from({ length: 3 }, () => {
      const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
      const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
      return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
    });
    for (const { lines } of racers) await lines.next();

    for (const { child } of racers) child.stdin.write('go');
    const outcomes = await Promise.all(racers.map(async ({ lines }) => (await lines.next()).value));

    expect(outcomes.sort()).toEqual(['data_in_use', 'data_in_use', 'held']);
    expect(readdirSync(path).sort()).toEqual(['host.pid', 'portcullis.json']);
    for (const { child } of racers) child.stdin.end();
    await Promise.all(racers.map(({ child }) => once(child, 'exit')));
  });

  const onLinux = process.platform === 'linux' ? test : test.skip;
  onLinux('is free when its holder has ended and its parent has not waited for it', async () => {
    const path = newPath();
    const script = `import('${join(import.meta.dirname, '../../../../local/data/folder.ts')}').then(({ DataFolder }) => {
      new DataFolder('${path}');
      console.log(process.pid);
      process.kill(process.pid, 'SIGKILL');
    })`;
    const command = `"${process.execPath}" --disable-warning=ExperimentalWarning -e "$0" & exec sleep 60`;
    const parent = spawn('sh', ['-c', command, script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = Number((await createInterface(parent.stdout)[Symbol.asyncIterator]().next()).value);
    await until(async () => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')), 100);

    const data = new DataFolder(path);

    expect(holderOf(path)).toBe(process.pid);
    data.release();
    parent.kill('SIGKILL');
  });

  test('is free when it is a copy of one that is in use', () => {
    const [path, copy] = [newPath(), newPath()];
    const data = new DataFolder(path);
    cpSync(path, copy, { recursive: true });

    const other = new DataFolder(copy);

    expect([holderOf(path), holderOf(copy)]).toEqual([process.pid, process.pid]);

    other.release();
    data.release();
  });

  test('is begun again when the very first start was killed in the middle of its first file', () => {
    const path = newPath();
    mkdirSync(path);
    writeFileSync(join(path, 'portcullis.json.new'), '{"for');

    const data = new DataFolder(path);

    expect(data.read('portcullis.json')).toEqual({ format: 2 });

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

  test('says so and names the way out when it cannot be written', () => {
    const path = newPath();
    mkdirSync(join(path, 'portcullis.json.new'), { recursive: true });

    expect(() => new DataFolder(path)).toThrow(
      expect.objectContaining({
        code: 'data_unwritable',
        message: expect.stringMatching(/cannot be written .*--data/),
      }),
    );
  });

  test.each<[EarlierFolder, string]>([
    ['bareCredentials', 'kms.json'],
    ['bareCredentials', 's3'],
    ['unboundCredentials', 'kms.json'],
  ])('refuses one of an earlier version (%s) that lost %s, and names it', (name, lost) => {
    const path = newPath();
    layOut(name, path);
    rmSync(join(path, lost), { recursive: true });

    expect(() => new DataFolder(path)).toThrow(
      expect.objectContaining({ code: 'data_incomplete', message: expect.stringContaining(lost) }),
    );
    expect(existsSync(join(path, lost))).toBe(false);
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
