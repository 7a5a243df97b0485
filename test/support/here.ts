/**
 * Runs environments in the host's own thread and reports on them; a process of its own, because module hooks affect only modules that
 * Node itself loads, not those of a test runner. Prints one line of JSON.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startEnvironment } from '../../local/functions/environment.ts';
import { failInstance } from '../../local/functions/runtime/instance.ts';

/** Files that a bundle imports: at once, and when it is called. */
const CHUNKS = {
  'chunk.mjs': 'let calls = 0; export const count = () => { calls += 1; return calls; };',
  'later.mjs': 'export const name = process.env.NAME;',
};
const SOURCE = `
  import { env } from 'node:process';
  import { count } from './chunk.mjs';
  export const handler = async ({ act }) => {
    const calls = count();
    const { name } = await import('./later.mjs');
    if (act === 'throw') throw new TypeError('thrown');
    if (act === 'reject') { Promise.reject(new Error('nobody handles this')); await new Promise(() => {}); }
    if (act === 'exit') process.exit(3);
    if (act === 'hang') await new Promise(() => {});
    if (act === 'set') process.env.LATER = 'set';
    console.log('said by ' + process.env.NAME);
    return { calls, name, imported: env.NAME, later: process.env.LATER ?? null, pid: process.pid };
  };`;

/** Responds with a status, as function URLs do; with `end` alone, Lambda sends none. */
const STREAMING = `
  export const handler = awslambda.streamifyResponse(async ({ act }, stream) => {
    const answer = awslambda.HttpResponseStream.from(stream, { statusCode: 418, headers: { 'x-kind': 'pot' } });
    if (act === 'end') return void answer.end('short');
    answer.write('short');
    answer.end();
  });`;

process.on('uncaughtException', (error) => {
  if (!failInstance(error)) throw error;
});

const folder = mkdtempSync(join(tmpdir(), 'here-'));
const modules = { plain: join(folder, 'index.mjs'), streaming: join(folder, 'streaming.mjs') };
writeFileSync(modules.plain, SOURCE);
for (const [name, source] of Object.entries(CHUNKS)) writeFileSync(join(folder, name), source);
writeFileSync(modules.streaming, STREAMING);

const logs: Record<string, string> = {};
const start = (name: string, module = modules.plain) =>
  startEnvironment({
    start: { module, handler: 'handler', functionName: name, memoryMb: 128, timeoutMs: 2_000 },
    variables: { NAME: name },
    place: 'here',
    hearsLeaving: true,
    log: {
      write: (chunk) => {
        logs[name] = (logs[name] ?? '') + chunk.toString();
      },
    },
  });
const environments = { first: start('first'), second: start('second'), third: start('third', modules.streaming) };
const ask = (name: keyof typeof environments, act?: string) =>
  new Promise((resolve) => {
    environments[name].invoke(
      { event: { act } },
      {
        done: (payload) => resolve(JSON.parse(payload ?? 'null')),
        failed: (errorType, message) => resolve({ errorType, message }),
      },
      { requestId: 'r' },
    );
  });

const askStream = (act: string) =>
  new Promise((resolve) => {
    const heard: unknown[] = [];
    environments.third.invoke(
      { event: { act } },
      {
        prelude: (head) => heard.push(head),
        chunk: (piece) => heard.push(piece.toString()),
        done: () => resolve(heard),
        failed: (errorType) => resolve({ errorType, heard }),
      },
      { requestId: 'r' },
    );
  });

// The host's own timers do not keep a process alive.
const alive = setInterval(() => {}, 1_000);
const told = {
  first: [await ask('first'), await ask('first', 'set')],
  second: [await ask('second')],
  thrown: await ask('first', 'throw'),
  timedOut: await ask('first', 'hang'),
  afterTimeout: await ask('first'),
  streamed: await askStream('write'),
  endedOnly: await askStream('end'),
  rejected: await ask('first', 'reject'),
  isFirstFit: environments.first.isFit,
  exited: await ask('second', 'exit'),
  hostName: process.env['NAME'] ?? null,
  logs,
};
clearInterval(alive);
rmSync(folder, { recursive: true });
console.log(JSON.stringify(told));
process.exit(0);
