/** A DNS server on loopback with records from the test, so that look-ups in tests are real (RFC 1035). */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { defined } from './defined.ts';

/** Records of one name; a function is called for each query, so that answers can differ. */
export interface Zone {
  readonly A?: readonly string[] | (() => readonly string[]);
  readonly AAAA?: readonly string[] | (() => readonly string[]);
  readonly CNAME?: string;
}

export interface DnsServer {
  zones: Record<string, Zone>;
  /** Queries so far, as `name type`. */
  readonly queries: string[];
  /** All addresses of a name over the wire; rejects when there are none. */
  resolve(host: string): Promise<Array<{ address: string; family: number }>>;
  close(): Promise<void>;
}

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;

export async function startDnsServer(zones: Record<string, Zone>): Promise<DnsServer> {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  const server = { zones };
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message);
    queries.push(`${name} ${type === TYPES.A ? 'A' : 'AAAA'}`);
    const answers = answersFor(server.zones, name, type);
    const header = Buffer.from(message.subarray(0, 12));
    header.writeUInt16BE(answers.length > 0 || name in server.zones ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(answers.length, 6);
    header.fill(0, 8, 12);
    socket.send(Buffer.concat([header, message.subarray(12, end), ...answers]), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
  return {
    get zones() {
      return server.zones;
    },
    set zones(changed) {
      server.zones = changed;
    },
    queries,
    async resolve(host) {
      const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const all = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ];
      if (all.length > 0) return all;
      throw (four as PromiseRejectedResult).reason;
    },
    close: () => new Promise((done) => socket.close(done)),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = defined(message[at]); length > 0; length = defined(message[at])) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The whole chain of CNAMEs and the addresses at its end, as a recursive resolver returns them. */
function answersFor(zones: Record<string, Zone>, name: string, type: number, depth = 0): Buffer[] {
  const zone = zones[name];
  if (!zone || depth > 10) return [];
  if (zone.CNAME)
    return [record(name, TYPES.CNAME, nameBytes(zone.CNAME)), ...answersFor(zones, zone.CNAME, type, depth + 1)];
  const source = type === TYPES.AAAA ? zone.AAAA : type === TYPES.A ? zone.A : undefined;
  const addresses = typeof source === 'function' ? source() : (source ?? []);
  return addresses.map((address) => record(name, type, type === TYPES.A ? v4(address) : v6(address)));
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), fixed, data]);
}

const v4 = (address: string): Buffer => Buffer.from(address.split('.').map(Number));

function v6(address: string): Buffer {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address;
  const [head = '', tail = ''] = text.split('::');
  const words = (part: string) => (part === '' ? [] : part.split(':'));
  const gap = text.includes('::') ? 8 - words(head).length - words(tail).length : 0;
  const all = [...words(head), ...new Array(gap).fill('0'), ...words(tail)];
  return Buffer.concat(all.map((word) => Buffer.from(word.padStart(4, '0'), 'hex')));
}
