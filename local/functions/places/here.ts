/**
 * The host's own thread. What answers MCP clients runs here, because a change of threads costs as much as all the rest of an
 * answer, and a call would need ten of them. An instance of its own (instance.ts) for each environment keeps its memory apart.
 *
 * It has no heap limit of its own and can't be ended in the middle of its work; nothing that takes long may run here.
 */

import { openInstance } from '../instance.ts';
import { offerWay, type Way, wayOver } from '../loopback.ts';
import type { TwinChannel } from '../protocol.ts';
import { Runtime } from '../runtime.ts';
import type { Die, EnvironmentOptions, Receive, Started } from './place.ts';

/** Starts an environment in the host's own thread. */
export function startHere({ start, variables, log, twins }: EnvironmentOptions, receive: Receive, die: Die): Started {
  const instance = openInstance(variables, log, (error) => {
    instance.console.error(error);
    die('Runtime.ExitError', 'The function failed outside of an invocation');
  });
  const { egress: _egress, hasTwins, ...rest } = start;
  if (hasTwins && twins) offerTwins(variables['AWS_ACCESS_KEY_ID'] ?? '', twins);
  const runtime = new Runtime({ send: receive, binary: true }, instance.console);
  runtime.receive({ type: 'start', start: { ...rest, module: instance.urlOf(start.module) } });
  return { post: (message) => runtime.receive(message), kill: () => instance.close() };
}

/** One way for the thread; a request finds its stack's twins by the key of who asks. */
const ways = new Map<string, Way>();

function offerTwins(accessKeyId: string, twins: TwinChannel): void {
  if (ways.size === 0) {
    offerWay({
      perform: (request, onPiece, signal) => (ways.get(request.accessKeyId) as Way).perform(request, onPiece, signal),
    });
  }
  ways.set(accessKeyId, wayOver(twins));
}
