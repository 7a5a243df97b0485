/**
 * The IoT Core twin: MQTT 3.1.1 over WebSocket (aedes) and Publish over HTTP. Refuses what IoT Core refuses: topics of more than seven
 * slashes, messages over 128 KB, retained messages, QoS 2, more than 8 topics in one SUBSCRIBE or 50 on one connection, and client ids,
 * topics and filters that the role of the connection's signer does not allow.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Aedes, type Client } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Caller, Callers } from '../aws/caller.ts';
import { AwsError } from '../aws/errors.ts';
import type { AwsService } from '../aws/gateway.ts';
import { restError } from '../aws/rest.ts';
import { ACCOUNT } from '../template/resolve.ts';

const MAX_BYTES = 128 * 1024;
const MAX_SLASHES = 7;
const MAX_IN_SUBSCRIBE = 8;
const MAX_SUBSCRIPTIONS = 50;

const arnPrefix = (region: string) => `arn:aws:iot:${region}:${ACCOUNT}:`;

/** The IoT Core twin. */
export class IotTwin {
  readonly service: AwsService;
  private readonly broker: Aedes;
  private readonly callers: Pick<Callers, 'known'>;
  /** The caller that signed the URL of a connection. */
  private readonly openers: WeakMap<IncomingMessage, Caller>;
  private readonly sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'mqtt' });

  private constructor(
    broker: Aedes,
    callers: Pick<Callers, 'known'>,
    openers: WeakMap<IncomingMessage, Caller>,
    region: string,
  ) {
    this.broker = broker;
    this.callers = callers;
    this.openers = openers;
    this.service = {
      name: 'IOT_DATA_PLANE',
      serve: async ({ method, path, query, body, caller }, response) => {
        const topic = decodeURIComponent(/^\/topics\/(.+)$/.exec(path)?.[1] ?? '');
        if (method !== 'POST' || !topic) throw new AwsError(404, 'UnsupportedOperationException', 'No such operation.');
        checkTopic(topic, body.length);
        if (query.get('retain') === 'true' || Number(query.get('qos') ?? 0) > 1) {
          throw new AwsError(400, 'InvalidRequestException', 'Only QoS 0 and 1 without retain are supported here.');
        }
        caller.demand('iot:Publish', `${arnPrefix(region)}topic/${topic}`);
        await this.publish(topic, body);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":"OK"}');
      },
      refuse: restError,
    };
  }

  static async create(callers: Pick<Callers, 'known'>, region: string): Promise<IotTwin> {
    const openers = new WeakMap<IncomingMessage, Caller>();
    const may = (client: Client | null, action: string, resource: string): boolean => {
      const opener = client?.req && openers.get(client.req);
      return opener !== undefined && isAllowedTo(opener, action, `${arnPrefix(region)}${resource}`);
    };
    const broker = await Aedes.createBroker({ heartbeatInterval: 60_000, concurrency: 10_000 });
    broker.authenticate = (client, _user, _password, done) => {
      done(null, may(client, 'iot:Connect', `client/${client.id}`));
    };
    broker.authorizePublish = (_client, _packet, done) => done(new Error('publishing is over HTTP only'));
    /** Subscribing to the same filter again replaces the subscription, so filters are counted, not requests. */
    const held = new WeakMap<object, Set<string>>();
    broker.authorizeSubscribe = (client, subscription, done) => {
      const filters = (client && held.get(client)) ?? new Set<string>();
      const isAllowed =
        (filters.has(subscription.topic) || filters.size < MAX_SUBSCRIPTIONS) &&
        subscription.qos < 2 &&
        may(client, 'iot:Subscribe', `topicfilter/${subscription.topic}`);
      if (client && isAllowed) held.set(client, filters.add(subscription.topic));
      // A refused filter gets return code 128 in the SUBACK.
      done(null, isAllowed ? subscription : null);
    };
    broker.authorizeForward = (client, packet) => (may(client, 'iot:Receive', `topic/${packet.topic}`) ? packet : null);
    broker.on('unsubscribe', (topics, client) => {
      for (const topic of topics) if (client) held.get(client)?.delete(topic);
    });
    return new IotTwin(broker, callers, openers, region);
  }

  publish(topic: string, payload: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    if (pathname !== '/mqtt') return void socket.destroy();
    try {
      const [accessKeyId = ''] = (searchParams.get('X-Amz-Credential') ?? '').split('/');
      this.openers.set(request, this.callers.known(accessKeyId));
    } catch {
      return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    }
    this.sockets.handleUpgrade(request, socket, head, (connection) => {
      const stream = createWebSocketStream(connection);
      stream.on('error', () => {});
      // IoT Core closes the connection on a SUBSCRIBE of more than eight filters.
      const client = this.broker.handle(stream as never, request);
      client.on('error', () => {});
      const original = client as unknown as {
        _parser?: { on(event: string, listener: (packet: never) => void): void };
      };
      original._parser?.on('packet', (packet: { cmd: string; subscriptions?: unknown[] }) => {
        if (packet.cmd === 'subscribe' && (packet.subscriptions?.length ?? 0) > MAX_IN_SUBSCRIBE) client.close();
      });
    });
  }

  async close(): Promise<void> {
    for (const connection of this.sockets.clients) connection.terminate();
    await new Promise<void>((resolve) => this.broker.close(() => resolve()));
  }
}

function isAllowedTo(caller: Caller, action: string, resource: string): boolean {
  try {
    caller.demand(action, resource);
    return true;
  } catch {
    return false;
  }
}

function checkTopic(topic: string, bytes: number): void {
  if (bytes > MAX_BYTES) {
    throw new AwsError(413, 'RequestEntityTooLargeException', `The payload is over ${MAX_BYTES} bytes.`);
  }
  const isWrong = /[#+]/.test(topic) || topic.split('/').length - 1 > MAX_SLASHES || Buffer.byteLength(topic) > 256;
  if (isWrong) throw new AwsError(400, 'InvalidRequestException', 'The topic is not valid.');
}
