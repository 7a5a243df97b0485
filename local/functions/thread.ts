/** Entry of a function's worker thread. */
import { parentPort } from 'node:worker_threads';
import type { FromEnvironment, ToEnvironment } from './protocol.ts';
import { Runtime } from './runtime.ts';

const port = parentPort;
if (port) {
  const runtime = new Runtime({ send: (message: FromEnvironment) => port.postMessage(message), binary: true });
  port.on('message', (message: ToEnvironment) => runtime.receive(message));
}
