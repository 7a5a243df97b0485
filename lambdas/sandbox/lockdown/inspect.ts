/**
 * Tries, in the running sandbox, what the lock-down must deny, and reports what came of it. Every try is harmless if it succeeds: it reads
 * what is the same on every machine, writes an empty file below /tmp and deletes it, or opens a connection and closes it. The many other
 * ways are tried in tests (test/unit/lambdas/sandbox/breakout.test.ts); this shows that the lock-down is in force under the runtime of AWS.
 */
import childProcess from 'node:child_process';
import { randomUUID } from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns/promises';
import fs from 'node:fs';
import net from 'node:net';
import workerThreads from 'node:worker_threads';
import type { DenialTry, SandboxInspection } from '../../../core/sandbox/inspection.ts';

/** Id of this process, made when it starts. */
const ENVIRONMENT = randomUUID();
const CONNECT_MS = 1_000;
/** Codes of the lock-down and of Node's permission model. */
const DENIALS = new Set(['ERR_SANDBOX_DENIED', 'ERR_ACCESS_DENIED']);
const CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

const connect = (host: string, port: number) => () =>
  new Promise<void>((done, fail) => {
    const socket = net.connect({ host, port, timeout: CONNECT_MS });
    socket.once('connect', done).once('error', fail);
    socket.once('timeout', () => fail(new Error('timeout')));
    socket.once('close', () => fail(new Error('closed')));
    socket.once('connect', () => socket.destroy()).once('timeout', () => socket.destroy());
  });

const ACTIONS: Readonly<Record<string, () => unknown>> = {
  'read a file of the system': () => fs.readFileSync('/etc/hostname'),
  'read the environment of the process': () => fs.readFileSync('/proc/self/environ'),
  'list the root folder': () => fs.readdirSync('/'),
  'write a file': () => {
    const file = `/tmp/portcullis-${ENVIRONMENT}`;
    fs.writeFileSync(file, '');
    fs.rmSync(file);
  },
  'start a process': () => childProcess.spawnSync('/bin/true').pid,
  'start a thread': () => new workerThreads.Worker('', { eval: true }).terminate(),
  'run code from a string': () => Reflect.construct(Function, ['return 1']),
  'import code from a URL': () => import(['data:text/javascript', 'export default 1'].join(',')),
  'send a UDP packet': () => dgram.createSocket('udp4').close(),
  'look a foreign name up': () => dns.lookup('portcullis.example'),
  'connect to another host': connect('192.0.2.1', 443),
  'connect to the metadata address': connect('169.254.169.254', 80),
  'connect to the address of container credentials': connect('169.254.170.2', 80),
  fetch: () => fetch('https://192.0.2.1/', { signal: AbortSignal.timeout(CONNECT_MS) }),
};

/**
 * Tries everything.
 * @param isTenant whether the runtime names the server as the environment's tenant
 */
export async function inspect(isTenant: boolean): Promise<SandboxInspection> {
  const tries = await Promise.all(Object.entries(ACTIONS).map(([action, run]) => tried(action, run)));
  const left = CREDENTIALS.filter((name) => process.env[name]);
  tries.push({
    action: "read the role's keys in process.env",
    isDenied: left.length === 0,
    result: left.length === 0 ? 'absent' : left.join(', '),
  });
  return {
    environment: ENVIRONMENT,
    isTenant,
    ageMs: Math.round(process.uptime() * 1_000),
    node: process.version,
    tries,
  };
}

async function tried(action: string, run: () => unknown): Promise<DenialTry> {
  try {
    await run();
    return { action, isDenied: false, result: 'succeeded' };
  } catch (error) {
    const { name = 'unknown', code = name } = error as Partial<NodeJS.ErrnoException>;
    return { action, isDenied: DENIALS.has(code) || isCodeFromString(error), result: code };
  }
}

/** V8's own refusal (--disallow-code-generation-from-strings). */
const isCodeFromString = (error: unknown): boolean => error instanceof EvalError;
