/**
 * The network: TCP only for connections with a ticket of the egress guard, and to the function's AWS endpoints (its bundle bucket, KMS, and
 * STS, Secrets Manager and SSM if the deployment allows roles and secrets), which are known when the process starts. No servers, no UDP, no local sockets, no DNS queries that could carry data out.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import dnsPromises from 'node:dns/promises';
import net from 'node:net';
import tls from 'node:tls';
import { redeemTicket } from '../../../egress/connector.ts';
import { deny, fix, functionsOf, refusal, SandboxDenied } from './deny.ts';
import { refuseTampered } from './intrinsics.ts';

/** A host and port that may be reached without the egress guard. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** This function's AWS endpoints, overridden or of the region, and the Lambda runtime interface. */
export function allowedDestinations(environment: Readonly<Record<string, string | undefined>>): Destination[] {
  const allowed: Destination[] = [];
  const services = [
    ...['s3', 'kms'],
    ...(environment['UPSTREAM_ROLES'] ? ['sts'] : []),
    ...(environment['UPSTREAM_SECRETS'] ? ['secretsmanager', 'ssm'] : []),
  ];
  for (const service of services) {
    const override = environment[`AWS_ENDPOINT_URL_${service.toUpperCase()}`];
    const region = environment['AWS_REGION'];
    if (override) {
      const { hostname, port, protocol } = new URL(override);
      allowed.push({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || (protocol === 'https:' ? 443 : 80)),
      });
    } else if (region) {
      const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
      allowed.push({ host: `${service}.${region}.${suffix}`, port: 443 });
    }
  }
  const [, host, port] = /^([^:]+):(\d+)$/.exec(environment['AWS_LAMBDA_RUNTIME_API'] ?? '') ?? [];
  if (host !== undefined) allowed.push({ host, port: Number(port) });
  return allowed;
}

interface ConnectOptions {
  readonly host?: string;
  readonly port?: number | string;
  readonly path?: string;
  readonly lookup?: unknown;
  readonly fd?: unknown;
  readonly handle?: unknown;
}

/** Denies the network except for the egress guard and these destinations. */
export function denyNetwork(allowed: readonly Destination[]): void {
  const hosts = new Set(allowed.map(({ host }) => host));
  gateSockets(allowed);
  deny(net.Server.prototype, 'net.Server', ['listen', '_listen2']);
  deny(net, 'net', ['_createServerHandle']);
  deny(dgram.Socket.prototype ?? {}, 'dgram.Socket', ['bind', 'connect', 'send']);
  deny(dgram, 'dgram', functionsOf(dgram));

  const lookup = dns.lookup;
  const lookupPromise = dnsPromises.lookup;
  const checkName = (name: unknown): void => {
    refuseTampered();
    if (typeof name !== 'string' || !hosts.has(name)) throw new SandboxDenied('dns.lookup of a foreign name');
  };
  deny(
    dns,
    'dns',
    functionsOf(dns).filter((name) => name !== 'lookup' && name !== 'getDefaultResultOrder'),
  );
  deny(
    dnsPromises,
    'dns.promises',
    functionsOf(dnsPromises).filter((name) => name !== 'lookup' && name !== 'getDefaultResultOrder'),
  );
  fix(dns, 'lookup', (name: string, ...rest: unknown[]) => {
    checkName(name);
    return Reflect.apply(lookup, dns, [name, ...rest]);
  });
  fix(dnsPromises, 'lookup', async (name: string, ...rest: unknown[]) => {
    checkName(name);
    return Reflect.apply(lookupPromise, dnsPromises, [name, ...rest]);
  });
  for (const name of ['fetch', 'WebSocket', 'EventSource']) {
    if (!(name in globalThis)) continue;
    // Deleted first: merely reading the descriptor of WebSocket loads Node's own undici, 30 ms of each cold start.
    Reflect.deleteProperty(globalThis, name);
    fix(globalThis, name, refusal(name));
  }
}

function gateSockets(allowed: readonly Destination[]): void {
  const connect = net.Socket.prototype.connect as (...args: unknown[]) => net.Socket;
  const gate = function (this: net.Socket, ...args: unknown[]): net.Socket {
    // net.connect passes one array of normalized arguments, a socket's own connect passes plain ones.
    const [first, ...rest] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
    const options: ConnectOptions =
      typeof first === 'object' && first !== null
        ? Object.assign(Object.create(null), first)
        : plainOptions(first, rest[0]);
    refuseTampered();
    if (!isAllowed(options, allowed)) throw new SandboxDenied('a connection that is not the egress guard’s');
    const callback = [...rest, args.at(-1)].find((value) => typeof value === 'function');
    return Reflect.apply(connect, this, callback === undefined ? [options] : [options, callback]);
  };
  fix(net.Socket.prototype, 'connect', gate);
  // So that nobody can insert a method that would see a ticket before it is used.
  fix(tls.TLSSocket.prototype, 'connect', gate);
}

function plainOptions(first: unknown, second: unknown): ConnectOptions {
  const isPort = typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first));
  if (!isPort) return { path: String(first) };
  return { port: Number(first), host: typeof second === 'string' ? second : 'localhost' };
}

function isAllowed(options: ConnectOptions, allowed: readonly Destination[]): boolean {
  if (options.path || options.handle || options.fd !== undefined) return false;
  if (redeemTicket(options as object as Record<PropertyKey, unknown>)) return true;
  // A custom look-up function could return any address, so it is not accepted.
  if (typeof options.lookup === 'function') return false;
  return allowed.some(({ host, port }) => options.host === host && Number(options.port) === port);
}
