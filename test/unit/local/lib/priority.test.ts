import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { startBehind } from '../../../../local/lib/priority.ts';

/** Says its priority when it is asked to. */
const inProcess = `process.stdin.once('data', () => console.log(require('node:os').getPriority()));`;

(process.platform === 'win32' ? test.skip : test)(
  'a process that is started behind runs behind, and its starter as before',
  async () => {
    const before = getPriority();
    const child = spawn(process.execPath, ['-e', inProcess], { stdio: ['pipe', 'pipe', 'ignore'] });
    startBehind(child.pid);

    child.stdin.end('now');
    const [said] = await once(child.stdout, 'data');

    expect(Number(said)).toBe(Math.min(19, before + 5));
    expect(getPriority()).toBe(before);
  },
);

test('a process that has ended already is no error', () => {
  // Prepare
  const before = getPriority();

  // Act
  startBehind(undefined);
  startBehind(2 ** 30);

  // Assess
  expect(getPriority()).toBe(before);
});

const MODULE = new URL('../../../../local/lib/priority.ts', import.meta.url).href;

/** The priority of a thread that gave way, as it sees it itself. */
const inThread = `
  const { parentPort } = require('node:worker_threads');
  const { getPriority } = require('node:os');
  const { readlinkSync } = require('node:fs');
  import(${JSON.stringify(MODULE)}).then(({ giveWay }) => {
    giveWay(7);
    parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))));
  });
`;

(process.platform === 'linux' ? test : test.skip)('lowers the thread that calls it, and no other', async () => {
  const before = getPriority();
  const worker = new Worker(inThread, { eval: true });

  const lowered = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();

  expect(lowered).toBe(Math.min(19, before + 7));
  expect(getPriority()).toBe(before);
});
