/** An MQTT broker over WebSocket on loopback, in the role of the push channel. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';

export interface Broker {
  /** For AWS_ENDPOINT_URL_IOT_DATA_PLANE. */
  readonly url: string;
  readonly connections: number;
  publish(topic: string, payload: string): Promise<void>;
  /** Closes every connection and refuses new ones. */
  stop(): Promise<void>;
}

/** `most`: filters per connection; further ones are refused or, if `isSilent`, not answered. */
export async function startBroker(most = Number.POSITIVE_INFINITY, isSilent = false): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const accepted = new Map<string, number>();
  aedes.authorizeSubscribe = (client, subscription, done) => {
    const count = (accepted.get(client?.id ?? '') ?? 0) + 1;
    accepted.set(client?.id ?? '', count);
    if (count <= most || !isSilent) done(null, count <= most ? subscription : null);
  };
  const server = createServer();
  const sockets = new WebSocketServer({ server, path: '/mqtt', handleProtocols: () => 'mqtt' });
  sockets.on('connection', (socket, request) => {
    const stream = createWebSocketStream(socket);
    stream.on('error', () => {});
    aedes.handle(stream, request);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return sockets.clients.size;
    },
    publish: (topic, payload) =>
      new Promise((done) => {
        aedes.publish({ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, retain: false, dup: false }, () =>
          done(),
        );
      }),
    async stop() {
      for (const client of sockets.clients) client.terminate();
      await new Promise((done) => server.close(done));
      await new Promise<void>((done) => aedes.close(done));
    },
  };
}
