/** Entry of a function's worker thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../lib/priority.ts';
import { keepCompiled } from './compiled.ts';
import type { FromEnvironment, ToEnvironment } from './protocol.ts';
import { Runtime } from './runtime.ts';

/** Data of the worker. */
export interface ThreadData {
  /** Where compiled code is kept (compiled.ts). */
  readonly assembly?: string | undefined;
}

/** Longer payloads are transferred as bytes: as text, they would be copied by the host's thread and then encoded. */
const LONG_PAYLOAD = 32 * 1024;

/** The message as it is sent, and what is transferred with it. */
function sendable(message: FromEnvironment): [FromEnvironment, ArrayBuffer[]] {
  const payload = message.type === 'request' && 'Payload' in message.input ? message.input.Payload : undefined;
  if (message.type !== 'request' || typeof payload !== 'string' || payload.length < LONG_PAYLOAD) return [message, []];
  const bytes = new TextEncoder().encode(payload);
  return [{ ...message, input: { ...message.input, Payload: bytes } }, [bytes.buffer]];
}

giveWay();
const { assembly } = (workerData ?? {}) as ThreadData;
if (assembly !== undefined) keepCompiled(assembly);
const port = parentPort;
if (port) {
  const runtime = new Runtime({
    send: (message: FromEnvironment) => port.postMessage(...sendable(message)),
    binary: true,
  });
  port.on('message', (message: ToEnvironment) => runtime.receive(message));
}
