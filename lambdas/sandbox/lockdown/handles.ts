/**
 * The native classes behind sockets. They are reachable from any open connection (`socket._handle.constructor`), and they connect, bind
 * and listen without passing the gated methods. They can no longer be constructed through an instance, and their methods cannot be
 * replaced; binding and listening are denied. What sockets need of them stays.
 */
import asyncHooks from 'node:async_hooks';
import net from 'node:net';
import { deny, fix, refusal } from './deny.ts';

/** A Linux abstract socket name on which nobody listens. */
const NOWHERE = '\0portcullis';

type WithHandle = { readonly _handle: object | null };

/** Denies the classes of native sockets and pipes. */
export function denyHandles(): void {
  // Neither connects: the first is destroyed before its name look-up, the second fails.
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
  // They expose the runtime's resources, including the request of a connection.
  deny(asyncHooks, 'async_hooks', ['createHook', 'executionAsyncResource']);
}
