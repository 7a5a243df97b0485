/**
 * The host's own thread. What answers MCP clients runs here, because a change of threads costs as much as all the rest of an
 * answer, and a call would need ten of them. An instance of its own (instance.ts) for each environment keeps its memory apart.
 *
 * It has no heap limit of its own and can't be ended in the middle of its work; nothing that takes long may run here.
 */
import type { Die, EnvironmentOptions, Receive, Started, TwinChannel } from '../environment.ts';
import { openInstance } from '../instance.ts';
import { type Handler, Loopback, type Options, offerDispatcher } from '../loopback.ts';
import { Mirror } from '../pending.ts';
import { Runtime } from '../runtime.ts';

export function startHere({ start, variables, log, twins }: EnvironmentOptions, receive: Receive, die: Die): Started {
  const instance = openInstance(variables, log, (error) => {
    instance.console.error(error);
    die('Runtime.ExitError', 'The function failed outside of an invocation');
  });
  const { egress: _egress, twins: origin, ...rest } = start;
  if (origin && twins) offerTwins(origin, twins);
  const runtime = new Runtime({ send: receive, binary: true }, instance.console);
  runtime.receive({ type: 'start', start: { ...rest, module: instance.urlOf(start.module) } });
  return { post: (message) => runtime.receive(message), kill: () => instance.close() };
}

/** One dispatcher for the thread; a request finds its stack's twins by their origin. */
const loopbacks = new Map<string, Loopback>();

function offerTwins(origin: string, twins: TwinChannel): void {
  if (loopbacks.size === 0) {
    offerDispatcher({
      dispatch(options: Options, handler: Handler) {
        const known = loopbacks.get(String(options.origin)) ?? [...loopbacks.values()][0];
        return (known as Loopback).dispatch(options, handler);
      },
    });
  }
  if (loopbacks.has(origin)) return;
  const asked = new Mirror<() => void>();
  const loopback = new Loopback(origin, (message) => {
    if (message.type === 'leave') asked.get(message.id)?.();
    if (message.type !== 'request') return;
    const leave = twins(message, (answer) => {
      if (answer.ends) asked.delete(message.id);
      loopback.receive(answer);
    });
    asked.set(message.id, leave);
  });
  loopbacks.set(origin, loopback);
}
