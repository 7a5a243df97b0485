/** Runs `portcullis` as a person would: in a process of its own, on a running stack. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LocalStack } from './stack.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** @param input written to standard input as JSON */
export async function commandLine(
  { edgeUrl, accessToken }: Pick<LocalStack, 'edgeUrl' | 'accessToken'>,
  args: readonly string[],
  input?: object,
) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'cli/main.ts', ...args, '--url', edgeUrl],
    { cwd: root, env: { ...process.env, PORTCULLIS_TOKEN: accessToken } },
  );
  child.stdin.end(input === undefined ? '' : JSON.stringify(input));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}
