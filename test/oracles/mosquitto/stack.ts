/**
 * Loaded into the local host before its own code: the push channel is a broker that others wrote (address in MOSQUITTO). Who may open a
 * connection and publish is asked as before; filters and messages of a connection are the broker's alone.
 */
import { connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import mqtt from 'mqtt';
import { IotTwin } from '../../../local/twins/iot.ts';

const url = process.env['MOSQUITTO'] ?? '';
const { hostname, port } = new URL(url);

/** The members of the twin that stand for its broker. */
interface Twin {
  readonly broker: { handle(stream: Duplex): Duplex };
  publish(topic: string, payload: Buffer): Promise<void>;
}

const { create } = IotTwin;
IotTwin.create = async (...args) => {
  const made = await create.apply(IotTwin, args);
  const twin = made as unknown as Twin;
  const publisher = await mqtt.connectAsync(url, { protocolVersion: 4 });
  twin.broker.handle = (stream) => {
    const socket = connect(Number(port), hostname);
    pipeline(stream, socket, stream, () => {});
    return socket;
  };
  // The broker acknowledges it, so the answer to a publisher comes when the broker has the message; subscribers have QoS 0.
  twin.publish = async (topic, payload) => {
    await publisher.publishAsync(topic, payload, { qos: 1 });
  };
  return made;
};
