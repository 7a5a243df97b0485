/** Environments in the host's own thread: as separate from each other and from the host as their code can tell. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';

interface Said {
  readonly calls: number;
  readonly name: string;
  readonly imported: string;
  readonly later: string | null;
  readonly pid: number;
}
interface Told {
  readonly first: readonly [Said, Said];
  readonly second: readonly [Said];
  readonly thrown: object;
  readonly timedOut: object;
  readonly afterTimeout: Said;
  readonly streamed: object;
  readonly endedOnly: object;
  readonly rejected: object;
  readonly isFirstFit: boolean;
  readonly exited: object;
  readonly hostName: string | null;
  readonly logs: Readonly<Record<string, string>>;
}

let told: Told;
beforeAll(async () => {
  const script = join(import.meta.dirname, '../../../support/here.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', script]);
  told = JSON.parse(stdout.trim().split('\n').at(-1) as string) as Told;
});

test('each has its own variables, which handler code finds by either way', () => {
  expect(told.first[0]).toMatchObject({ name: 'first', imported: 'first', later: null });
  expect(told.second[0]).toMatchObject({ name: 'second', imported: 'second' });
  expect(told.first[1].later).toBe('set');
  expect(told.second[0].later).toBeNull();
  expect(told.hostName).toBeNull();
});

test('each has its own memory, in one process', () => {
  expect(told.first.map(({ calls }) => calls)).toEqual([1, 2]);
  expect(told.second[0].calls).toBe(1);
  expect(told.second[0].pid).toBe(told.first[0].pid);
});

test('what handler code says goes to its own log', () => {
  expect(told.logs['first']).toContain('said by first');
  expect(told.logs['first']).not.toContain('said by second');
  expect(told.logs['second']).toContain('said by second');
});

test('an error of the handler is the answer', () => {
  expect(told.thrown).toEqual({ errorType: 'TypeError', message: 'thrown' });
});

test('an invocation that takes too long fails, and the environment goes on', () => {
  expect(told.timedOut).toEqual({ errorType: 'Sandbox.Timedout', message: 'Task timed out after 2.00 seconds' });
  expect(told.afterTimeout.name).toBe('first');
});

test('status and headers leave with the first write; an answer of `end` alone has none, as with the runtime of Lambda', () => {
  expect(told.streamed).toEqual([{ statusCode: 418, headers: { 'x-kind': 'pot' } }, 'short']);
  expect(told.endedOnly).toEqual({ errorType: 'Runtime.PreludeMissing', heard: [] });
});

test('a rejection that nobody handles ends its environment, not the host', () => {
  expect(told.rejected).toMatchObject({ errorType: 'Runtime.ExitError' });
  expect(told.isFirstFit).toBe(false);
  expect(told.logs['first']).toContain('nobody handles this');
});

test('handler code that asks for an end ends its environment, not the host', () => {
  expect(told.exited).toMatchObject({ errorType: 'Runtime.ExitError' });
});
