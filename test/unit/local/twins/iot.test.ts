/** The IoT Core twin: the real data plane client publishes, real MQTT clients listen, and the limits of the service hold. */
import { IoTDataPlaneClient, PublishCommand } from '@aws-sdk/client-iot-data-plane';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mqtt, { type MqttClient } from 'mqtt';
import WebSocket from 'ws';
import { IotTwin } from '../../../../local/twins/iot.ts';
import { type Statement, startTwin, type TwinAccess } from '../../../support/twins.ts';

const arn = (rest: string) => `arn:aws:iot:us-east-1:000000000000:${rest}`;
const roles = {
  publisher: [{ Action: 'iot:Publish', Resource: arn('topic/mcp/*') }],
  listener: [
    { Action: 'iot:Connect', Resource: arn('client/mcp-*') },
    { Action: 'iot:Subscribe', Resource: arn('topicfilter/mcp/*') },
    { Action: 'iot:Receive', Resource: arn('topic/mcp/*') },
  ],
  narrow: [
    { Action: 'iot:Connect', Resource: arn('client/mcp-*') },
    { Action: 'iot:Subscribe', Resource: arn('topicfilter/mcp/*/revoked') },
    { Effect: 'Deny', Action: 'iot:Subscribe', Resource: [arn('topicfilter/*+*'), arn('topicfilter/*#*')] },
    { Action: 'iot:Receive', Resource: arn('topic/mcp/*/revoked') },
  ] as Statement[],
  deaf: [
    { Action: 'iot:Connect', Resource: arn('client/mcp-*') },
    { Action: 'iot:Subscribe', Resource: arn('topicfilter/mcp/*') },
    { Action: 'iot:Receive', Resource: arn('topic/mcp/other/*') },
  ],
};
let twin: TwinAccess;
let iot: IotTwin;
let client: IoTDataPlaneClient;
const open: MqttClient[] = [];

beforeAll(async () => {
  twin = await startTwin(async (callers) => {
    iot = await IotTwin.create(callers, 'us-east-1');
    return iot.service;
  }, roles);
  twin.gateway.onUpgrade((request, socket, head) => iot.accept(request, socket, head));
  client = new IoTDataPlaneClient(twin.as('publisher'));
});
afterAll(async () => {
  for (const each of open) await each.endAsync(true);
  await iot.close();
  await twin.close();
});
const addressFor = (role: keyof typeof roles) => {
  const { accessKeyId } = twin.as(role).credentials;
  return `ws://${twin.gateway.host}/mqtt?X-Amz-Credential=${encodeURIComponent(`${accessKeyId}/20261124/us-east-1`)}`;
};
const connect = async (options: object = {}, role: keyof typeof roles = 'listener') => {
  const connection = await mqtt.connectAsync(addressFor(role), {
    protocolVersion: 4,
    clientId: `mcp-${Math.random()}`,
    reconnectPeriod: 0,
    ...options,
  });
  connection.on('error', () => {});
  open.push(connection);
  return connection;
};
const publish = (topic: string, payload = 'x', more: object = {}) =>
  client.send(new PublishCommand({ topic, payload: Buffer.from(payload), ...more }));
const isRefused = (connection: MqttClient, filter: string): Promise<boolean> =>
  connection.subscribeAsync(filter).then(
    (grants) => grants.every(({ qos }) => qos === 128),
    () => true,
  );
const named = (name: string) => expect.objectContaining({ name });

describe('the IoT twin', () => {
  test('carries what is published to those who subscribed, and to nobody else', async () => {
    const [one, other] = [await connect(), await connect()];
    await one.subscribeAsync('mcp/a/revoked');
    await other.subscribeAsync('mcp/b/revoked');
    const got: string[] = [];
    one.on('message', (topic, payload) => got.push(`one ${topic} ${payload}`));
    other.on('message', (topic, payload) => got.push(`other ${topic} ${payload}`));
    const arrived = new Promise((done) => other.once('message', done));
    await publish('mcp/a/revoked', 'first');
    await publish('mcp/b/revoked', 'second');

    await arrived;

    expect(got).toEqual(['one mcp/a/revoked first', 'other mcp/b/revoked second']);
  });

  test.each([
    ['listener', 'srv/x/tools'],
    ['narrow', 'mcp/a/down'],
    // Patterns of a policy would take it, and with it what every session is told.
    ['narrow', 'mcp/+/revoked'],
    ['narrow', 'mcp/#'],
  ] as const)('refuses %s the filter %s', async (role, filter) => {
    const connection = await connect({}, role);

    expect(await isRefused(connection, filter)).toBe(true);
    expect(await isRefused(connection, 'mcp/a/revoked')).toBe(false);
  });

  test('refuses client ids that the role may not use, and roles without a right to connect', async () => {
    await expect(connect({ clientId: 'somebody' })).rejects.toThrow();
    await expect(connect({}, 'publisher')).rejects.toThrow();
  });

  test('delivers nothing that the role may not receive', async () => {
    const connection = await connect({}, 'deaf');
    await connection.subscribeAsync(['mcp/one/x', 'mcp/other/x']);
    const got: string[] = [];
    const arrived = new Promise<void>((done) => {
      connection.on('message', (topic) => {
        got.push(topic);
        if (topic === 'mcp/other/x') done();
      });
    });

    await publish('mcp/one/x');
    await publish('mcp/other/x');
    await arrived;

    expect(got).toEqual(['mcp/other/x']);
  });

  test.each([
    ['none', ''],
    ['an unknown one', '?X-Amz-Credential=LOCAL00%2F20261124'],
  ])('answers 403 to an address signed with %s', async (_name, query) => {
    const socket = new WebSocket(`ws://${twin.gateway.host}/mqtt${query}`, 'mqtt');
    await expect(new Promise((done, fail) => socket.once('open', done).once('error', fail))).rejects.toThrow('403');
  });

  test('lets no client publish over MQTT', async () => {
    const [listener, sender] = [await connect(), await connect()];
    await listener.subscribeAsync('mcp/c/revoked');
    let heard = false;
    listener.on('message', (_topic, payload) => {
      if (payload.toString() === 'forged') heard = true;
    });
    const closed = new Promise<void>((done) => sender.once('close', () => done()));
    sender.publish('mcp/c/revoked', 'forged');
    await closed;
    const arrived = new Promise((done) => listener.once('message', done));
    await publish('mcp/c/revoked', 'real');

    await arrived;

    expect(heard).toBe(false);
  });

  test('speaks MQTT 3.1.1 only', async () => {
    await expect(connect({ protocolVersion: 5 })).rejects.toThrow();
  });

  test('allows fifty subscriptions a connection and eight a packet', async () => {
    const connection = await connect();
    for (let at = 0; at < 50; at++) await connection.subscribeAsync(`mcp/${at}/x`);
    expect(await isRefused(connection, 'mcp/51/x')).toBe(true);

    const greedy = await connect();
    const closed = new Promise<void>((done) => greedy.once('close', () => done()));
    greedy.subscribe(Array.from({ length: 9 }, (_, at) => `mcp/${at}/y`));
    await closed;
  });

  test.each([
    ['a payload over 128 KB', () => publish('mcp/a/x', 'x'.repeat(128 * 1024 + 1)), 'RequestEntityTooLargeException'],
    ['a wildcard', () => publish('mcp/+/x'), 'InvalidRequestException'],
    ['more than seven slashes', () => publish('mcp/1/2/3/4/5/6/7/8'), 'InvalidRequestException'],
    ['a retained message', () => publish('mcp/a/x', 'x', { retain: true }), 'InvalidRequestException'],
    ['a topic outside of the role', () => publish('srv/a/x'), 'AccessDeniedException'],
  ])('refuses %s', async (_name, send, error) => {
    await expect(send()).rejects.toEqual(named(error));
  });

  test('counts a filter once, however often it is subscribed to', async () => {
    const connection = await connect();
    for (let round = 0; round < 60; round++) {
      const [grant] = await connection.subscribeAsync('mcp/shared/revoked');
      expect(grant?.qos).toBe(0);
    }
    await connection.unsubscribeAsync('mcp/shared/revoked');

    const filters = Array.from({ length: 50 }, (_, at) => `mcp/${at}/revoked`);
    for (const filter of filters) expect((await connection.subscribeAsync(filter))[0]?.qos).toBe(0);
  });

  test('answers no web page', async () => {
    const socket = new WebSocket(addressFor('listener'), 'mqtt', { origin: 'https://evil.example' });
    await expect(new Promise((done, fail) => socket.once('open', done).once('error', fail))).rejects.toThrow();
  });
});
