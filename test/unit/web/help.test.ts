/** Help is there before anything is installed: in a copy of the repository's own files, on the Node that somebody has. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');
let clone: string;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'portcullis-help-'));
  for (const path of ['scripts', 'cli', 'verify', 'local', 'package.json', 'package-lock.json']) {
    cpSync(join(root, path), join(clone, path), { recursive: true });
  }
});
afterAll(() => rmSync(clone, { recursive: true }));

describe('help', () => {
  test.each([
    ['start.mjs', ['--help'], 'cli/usage/start.txt'],
    ['start.mjs', ['--port', '9000', '-h'], 'cli/usage/start.txt'],
    ['cli.mjs', ['--help'], 'cli/usage/portcullis.txt'],
    ['cli.mjs', ['help'], 'cli/usage/portcullis.txt'],
    ['cli.mjs', ['demo', '--help'], 'cli/usage/demo.txt'],
    ['cli.mjs', ['lock', 'check', '-h'], 'cli/usage/lock.txt'],
    ['verify.mjs', ['--help'], 'verify/usage.txt'],
    ['cli.mjs', ['limits', 'set', '--help'], 'cli/usage/limits.txt'],
  ])('of %s %j is told without an installation', (script, args, file) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, 'scripts', script), ...args], {
      encoding: 'utf8',
    });

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(readFileSync(join(root, file), 'utf8'));
    expect(existsSync(join(clone, 'node_modules'))).toBe(false);
  });
});
