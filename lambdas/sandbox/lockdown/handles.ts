/**
 * The native classes behind sockets. Any open connection leads to them (`socket._handle.constructor`), and they connect, bind
 * and listen without asking the methods that are gated. They can no longer be constructed by what is found on an instance, nor
 * their methods be replaced; binding and listening are shut. What a socket itself needs of them stays.
 */
import asyncHooks from 'node:async_hooks';
import net from 'node:net';
import { deny, fix, refusal } from './deny.ts';

/** A Linux socket name without a file; nobody listens there. */
const NOWHERE = '\0portcullis';

type WithHandle = { readonly _handle: object | null };

/** Shuts the classes of native sockets and pipes. */
export function denyHandles(): void {
  // Neither is ever connected: one is ended before it looks the name up, the other's attempt fails.
  for (const options of [{ host: 'localhost', port: 1, lookup() {} }, { path: NOWHERE }]) {
    const socket = new net.Socket().on('error', () => {});
    socket.connect(options as net.SocketConnectOpts);
    const { _handle } = socket as unknown as WithHandle;
    socket.destroy();
    for (let held = _handle; held !== null && held !== Object.prototype; held = Object.getPrototypeOf(held) as object) {
      if (held === _handle) continue;
      fix(held, 'constructor', refusal('a native handle'));
      deny(held, 'a native handle', ['bind', 'bind6', 'listen', 'fchmod']);
      Object.freeze(held);
    }
  }
  // They show the resources of the runtime, and the request of a connection among them.
  deny(asyncHooks, 'async_hooks', ['createHook', 'executionAsyncResource']);
}
