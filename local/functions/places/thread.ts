/**
 * Runs an environment in a worker thread of the host: with a heap and heap limit of its own and variables of its own; it can be ended at
 * any time.
 */
import { Worker } from 'node:worker_threads';
import { compiledOf } from '../runtime/compiled.ts';
import { entryOf } from '../runtime/entries.ts';
import type { ToEnvironment } from '../runtime/protocol.ts';
import type { ThreadData } from '../runtime/thread.ts';
import type { Die, EnvironmentOptions, Receive, Started } from './place.ts';

/** There are about twenty such threads; by default each would fill 48 MB before it collects garbage. */
const YOUNG_MB = 12;

/** Transferred instead of copied. */
const handedOver = (message: ToEnvironment): ArrayBuffer[] =>
  message.type === 'invoke' && 'body' in message.given ? [message.given.body.buffer as ArrayBuffer] : [];

/** Starts an environment in a worker thread. */
export function startThread({ start, variables, log }: EnvironmentOptions, receive: Receive, die: Die): Started {
  const worker = new Worker(entryOf('thread'), {
    env: { ...variables },
    workerData: { assembly: compiledOf() } satisfies ThreadData,
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
  return {
    post: (message) => worker.postMessage(message, handedOver(message)),
    kill: () => void worker.terminate(),
    async heapBytes() {
      const { total_heap_size, external_memory } = await worker.getHeapStatistics();
      return total_heap_size + external_memory;
    },
  };
}
