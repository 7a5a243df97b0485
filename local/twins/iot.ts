/** AWS IoT Core: the data plane's publish over HTTP and MQTT 3.1.1 over WebSocket (path /mqtt) on the same address. */
import type { Duplex } from 'node:stream';
import { Aedes } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { ACCOUNT, REGION } from '../template/resolve.ts';
import { AwsError, type Callers, failJson, type Service, sendJson, startService } from './service.ts';

const topicArn = (topic: string) => `arn:aws:iot:${REGION}:${ACCOUNT}:topic/${topic}`;
const PAYLOAD_BYTES = 128 * 1024;

export async function startIot(callers: Callers): Promise<Service> {
  const broker = await Aedes.createBroker({
    authorizePublish: (_client, _packet, done) => done(new Error('Publishing goes through the data plane.')),
  });
  const service = await startService((request, body, response) => {
    const match = /^\/topics\/(.+)$/.exec(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!match || request.method !== 'POST') throw new AwsError('ResourceNotFoundException', 'No such operation.', 404);
    const topic = decodeURIComponent(match[1] as string);
    callers.of(request).require('iot:Publish', topicArn(topic));
    if (body.length > PAYLOAD_BYTES) throw new AwsError('InvalidRequestException', 'The payload exceeds 128 KB.', 413);
    broker.publish({ cmd: 'publish', topic, payload: body, qos: 0, retain: false, dup: false }, () =>
      sendJson(response, {}),
    );
  }, failJson);

  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'mqtt' });
  service.server.on('upgrade', (request, socket: Duplex, head) => {
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mqtt') return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const stream = createWebSocketStream(webSocket);
      stream.on('error', () => stream.destroy());
      broker.handle(stream, request);
    });
  });
  return {
    ...service,
    async close() {
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      for (const client of sockets.clients) client.terminate();
      await service.close();
    },
  };
}
