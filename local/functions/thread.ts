/** Entry of a function's worker thread. */
import { parentPort } from 'node:worker_threads';
import { giveWay } from './priority.ts';
import type { FromEnvironment, ToEnvironment } from './protocol.ts';
import { Runtime } from './runtime.ts';

/**
 * What runs here takes milliseconds (management, sealing, reading of documents); MCP clients, in the host's own thread, count in fractions.
 * Steps of nice(2) hold against every other program, too: with ten, a machine that is busy otherwise leaves next to nothing.
 */
const BEHIND_CLIENTS = 5;

giveWay(BEHIND_CLIENTS);
const port = parentPort;
if (port) {
  const runtime = new Runtime({ send: (message: FromEnvironment) => port.postMessage(message), binary: true });
  port.on('message', (message: ToEnvironment) => runtime.receive(message));
}
