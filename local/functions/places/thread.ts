/** A worker thread of the host: its own heap with a limit, its own variables, an end that takes everything with it. */
import { Worker } from 'node:worker_threads';
import type { ToEnvironment } from '../protocol.ts';
import type { Die, EnvironmentOptions, Receive, Started } from './place.ts';

/** There are some twenty of these threads; each would fill 48 MB with garbage before it collects any. */
const YOUNG_MB = 12;

/** Handed over instead of being copied. */
const handedOver = (message: ToEnvironment): ArrayBuffer[] =>
  message.type === 'invoke' && 'body' in message ? [message.body.buffer as ArrayBuffer] : [];

/** Starts an environment in a worker thread. */
export function startThread({ start, variables, log }: EnvironmentOptions, receive: Receive, die: Die): Started {
  const worker = new Worker(new URL('../thread.ts', import.meta.url), {
    env: { ...variables },
    stdout: true,
    stderr: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: Math.max(128, start.memoryMb), maxYoungGenerationSizeMb: YOUNG_MB },
  });
  for (const output of [worker.stdout, worker.stderr]) output.on('data', (chunk: Buffer) => log.write(chunk));
  worker.on('message', receive);
  worker.on('error', (error) => die('Runtime.ExitError', `RequestId: worker failed: ${(error as Error).name}`));
  worker.on('exit', (code) => die('Runtime.ExitError', `Runtime exited with code ${code}`));
  worker.postMessage({ type: 'start', start } satisfies ToEnvironment);
  return { post: (message) => worker.postMessage(message, handedOver(message)), kill: () => void worker.terminate() };
}
