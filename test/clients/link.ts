/**
 * A way over loopback TCP that can be cut, as a network does: both ends of every connection are reset. `close` cuts it as well, and leaves
 * nothing that would keep the process alive.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Link {
  private readonly server: Server;
  private readonly sockets: ReadonlySet<Socket>;
  readonly port: number;

  private constructor(server: Server, sockets: ReadonlySet<Socket>, port: number) {
    this.server = server;
    this.sockets = sockets;
    this.port = port;
  }

  /** @param to the port that the way leads to, on 127.0.0.1 */
  static async start(to: number): Promise<Link> {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(to, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.setNoDelay(true);
        one.on('error', () => {});
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new Link(server, sockets, (server.address() as { port: number }).port);
  }

  cut(): void {
    for (const socket of this.sockets) {
      // libuv refuses to reset a socket whose end is still being sent (uv_tcp_close_reset: EINVAL). Node then never closes its handle, and its
      // event loop turns without a pause for the end that nobody takes.
      if (socket.writableEnded) socket.destroy();
      else socket.resetAndDestroy();
    }
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
