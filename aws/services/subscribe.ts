/**
 * Receives from the push channel: MQTT 3.1.1 over WebSocket, QoS 0. The streams that one process holds share connections (on Lambda there
 * is one stream per process), as many topics to a connection as AWS IoT allows; a connection ends with its last stream. A lost connection
 * is not re-established: each stream is told and closes, because it may have missed messages.
 */
import { randomBytes } from 'node:crypto';
import aws4 from 'aws4';
import type { MqttClient } from 'mqtt';
import { credentials } from '../direct/environment.ts';
import { requireEnvironment } from '../lib/environment.ts';

/** AWS IoT Core's limit of subscriptions per connection. */
const TOPICS_PER_CONNECTION = 50;
const CONNECT_MS = 5_000;
const ANSWER_MS = 5_000;
/** AWS does not charge for pings of 30 s and more; a lost peer is noticed within one and a half intervals. */
const KEEP_ALIVE_S = 60;

/** Callbacks of a subscription. */
export interface Listener {
  message(topic: string, payload: Uint8Array): void;
  /** The connection is lost; no further message will arrive. */
  lost(): void;
}

/** A subscription to topics; the connection ends with its last one. */
export interface Subscription {
  close(): void;
}

/** Resolves when the broker has accepted every topic. Rejects when the broker cannot be reached. */
export async function subscribe(topics: readonly string[], listener: Listener): Promise<Subscription> {
  const connection = connectionFor(topics.length);
  try {
    await connection.add(topics, listener);
    return { close: () => connection.remove(topics, listener) };
  } catch (error) {
    // No new streams on a connection that refuses more topics; those it has stay.
    if (!(error instanceof SubscriptionRefused) || connection.isFresh) throw error;
    connection.isFull = true;
    return subscribe(topics, listener);
  }
}

class SubscriptionRefused extends Error {
  override readonly name = 'SubscriptionRefused';
}

const connections = new Set<Connection>();

function connectionFor(topics: number): Connection {
  for (const connection of connections) {
    if (!connection.isFull && connection.reserved + topics <= TOPICS_PER_CONNECTION) return connection;
  }
  const connection = new Connection();
  connections.add(connection);
  return connection;
}

class Connection {
  /** Topics that are subscribed or being subscribed, counted once for each listener. */
  reserved = 0;
  /** The broker refused a subscription on this connection after it had accepted others. */
  isFull = false;
  /** The broker has accepted no subscription on this connection yet. */
  isFresh = true;
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly client: Promise<MqttClient>;

  constructor() {
    this.client = this.connect();
    this.client.catch(() => this.discard());
  }

  async add(topics: readonly string[], listener: Listener): Promise<void> {
    this.reserved += topics.length;
    for (const topic of topics) {
      const known = this.listeners.get(topic);
      if (known) known.add(listener);
      else this.listeners.set(topic, new Set([listener]));
    }
    try {
      const client = await this.client;
      // Also for topics that another stream has subscribed: only the broker's answer proves that this stream will get their messages.
      await answered(client.subscribeAsync([...topics], { qos: 0 }));
      this.isFresh = false;
    } catch (error) {
      this.remove(topics, listener);
      // MQTT.js rejects with the broker's SUBACK when one of its return codes is a failure.
      const { packet } = error as { packet?: { cmd?: string } };
      if (packet?.cmd === 'suback') throw new SubscriptionRefused('The broker refused a subscription.');
      throw error;
    }
  }

  remove(topics: readonly string[], listener: Listener): void {
    const idle: string[] = [];
    for (const topic of topics) {
      const set = this.listeners.get(topic);
      if (!set?.delete(listener)) continue;
      this.reserved--;
      if (set.size > 0) continue;
      this.listeners.delete(topic);
      idle.push(topic);
    }
    if (this.reserved === 0) this.discard();
    else if (idle.length > 0) void this.client.then((client) => client.unsubscribeAsync(idle)).catch(() => {});
  }

  private async connect(): Promise<MqttClient> {
    // As its default: a CommonJS package has no other export in a file of its own of a bundle.
    const { default: mqtt } = await import('mqtt');
    const { protocol, hostname, port, pathname, search } = new URL(brokerUrl());
    // In parts, because the package reads a text with the deprecated url.parse, for which Node writes a warning to the error log.
    const client = await mqtt.connectAsync({
      protocol: protocol === 'wss:' ? 'wss' : 'ws',
      host: hostname,
      ...(port !== '' && { port: Number(port) }),
      path: `${pathname}${search}`,
      protocolVersion: 4,
      clientId: `mcp-${randomBytes(12).toString('hex')}`,
      clean: true,
      keepalive: KEEP_ALIVE_S,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_MS,
    });
    client.on('message', (topic, payload) => {
      for (const listener of this.listeners.get(topic) ?? []) listener.message(topic, payload);
    });
    client.on('error', () => {});
    client.on('close', () => this.discard());
    return client;
  }

  private discard(): void {
    if (!connections.delete(this)) return;
    void this.client.then((client) => client.endAsync(true)).catch(() => {});
    const left = new Set([...this.listeners.values()].flatMap((set) => [...set]));
    this.listeners.clear();
    for (const listener of left) listener.lost();
  }
}

/** Rejects when the broker takes too long: otherwise the stream would wait for as long as the function may run. */
async function answered(subscribing: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`The broker did not answer a subscription within ${ANSWER_MS / 1_000} s.`);
    timer = setTimeout(() => reject(error), ANSWER_MS);
  });
  try {
    await Promise.race([subscribing, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** AWS: WSS, signed by query. With an endpoint override: WebSocket on the override's host. */
function brokerUrl(): string {
  const override = process.env['AWS_ENDPOINT_URL_IOT_DATA_PLANE'];
  if (!override) return presignedUrl(requireEnvironment('IOT_ENDPOINT'));
  const { protocol, host } = new URL(override);
  return presignedUrl(host, protocol === 'https:' ? 'wss' : 'ws');
}

/** Exported for its test. AWS IoT signs the URL without the session token and wants it appended afterwards (AWS IoT developer guide, SigV4). */
export function presignedUrl(host: string, scheme: 'ws' | 'wss' = 'wss'): string {
  const { sessionToken, ...pair } = credentials();
  const request = {
    service: 'iotdevicegateway',
    region: requireEnvironment('AWS_REGION'),
    method: 'GET',
    host,
    path: '/mqtt?X-Amz-Expires=60',
    signQuery: true,
  };
  const { path } = aws4.sign(request, pair);
  const token = sessionToken === undefined ? '' : `&X-Amz-Security-Token=${encodeURIComponent(sessionToken)}`;
  return `${scheme}://${host}${path}${token}`;
}
