/**
 * Runs environments in the host's own thread. The functions that serve MCP clients run here, because a change of threads costs as much as
 * all the rest of a response, and a call would need ten of them. Each environment has an instance of its own (instance.ts), which
 * separates their state.
 *
 * There is no heap limit per environment, and none can be ended in the middle of its work, so nothing that takes long may run here.
 */

import { openInstance } from '../runtime/instance.ts';
import { offerWay, type Way, wayOver } from '../runtime/loopback.ts';
import type { TwinChannel } from '../runtime/protocol.ts';
import { Runtime } from '../runtime/runtime.ts';
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

/** There is one implementation for the thread; the caller's access key selects the twins of its stack. */
const ways = new Map<string, Way>();

function offerTwins(accessKeyId: string, twins: TwinChannel): void {
  if (ways.size === 0) {
    offerWay({
      perform: (request, onPiece, signal) => (ways.get(request.accessKeyId) as Way).perform(request, onPiece, signal),
    });
  }
  ways.set(accessKeyId, wayOver(twins));
}
