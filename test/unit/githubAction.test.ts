/** The action for GitHub: on which events it applies. test/local/declarations.test.ts runs it against an installation. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { load } from 'js-yaml';

const root = resolve(import.meta.dirname, '..', '..');

/** The first argument of the command line, which prints it in place of its work. */
async function commandOn(event: string): Promise<string> {
  const { runs } = load(await readFile(join(root, 'ci/github/action.yml'), 'utf8')) as {
    runs: { steps: Array<{ run: string }> };
  };
  const temporary = await mkdtemp(join(tmpdir(), 'runner-'));
  const command = join(temporary, 'portcullis/node_modules/.bin/portcullis');
  await mkdir(dirname(command), { recursive: true });
  await writeFile(command, '#!/bin/sh\necho "$1"\n');
  await chmod(command, 0o755);
  const { stdout } = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', runs.steps.at(-1)?.run ?? ''], {
    env: {
      ...process.env,
      PACKAGE: 'portcullis.tgz',
      FILES: 'servers',
      URL: 'https://tools.example.com',
      COMMAND: 'auto',
      GITHUB_EVENT_NAME: event,
      RUNNER_TEMP: temporary,
      GITHUB_OUTPUT: join(temporary, 'output'),
      GITHUB_STEP_SUMMARY: join(temporary, 'summary'),
    },
  });
  await rm(temporary, { recursive: true });
  return stdout.trim();
}

test.each([
  ['pull_request', 'diff'],
  ['pull_request_target', 'diff'],
  ['pull_request_review', 'diff'],
  ['merge_group', 'diff'],
  ['push', 'apply'],
  ['workflow_dispatch', 'apply'],
])('on %s it does %s', async (event, command) => {
  expect(await commandOn(event)).toBe(command);
});
