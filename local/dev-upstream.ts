/**
 * `--dev-upstream http://localhost:3000`: an API on this machine under a name of its own, so that it can be called as an upstream is: by a
 * public-looking name and over TLS, through a pin that only the functions of this local stack have. A small proxy ends TLS and passes
 * requests and answers on as they come. It listens on loopback and reaches only the address that the flag names; no deployed stack has it.
 */
import { type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { devAddress, devHost, loopbackPort } from '../core/lib/url/devUpstream.ts';
import type { PinnedAddress } from '../egress/types.ts';
import type { DataFolder } from './data/folder.ts';
import { localCertificate } from './demo/authority.ts';

/** A running proxy. */
export interface DevUpstream {
  /** As the flag gave it. */
  readonly url: string;
  /** Under its name. */
  readonly baseUrl: string;
  readonly pinned: readonly PinnedAddress[];
  /** PEM. */
  readonly ca: string;
  close(): Promise<void>;
}

/** Headers of one connection (RFC 9110 section 7.6.1), which a proxy does not pass on. */
const HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** @param url a plain http origin on this machine, with a port (`readFlags` checks it) */
export async function startDevUpstream(data: DataFolder, url: string): Promise<DevUpstream> {
  const port = loopbackPort(url) as number;
  const host = devHost(port);
  const target = new URL(url);
  const { ca, cert, key } = await localCertificate(data, host);
  const server = createServer({ cert, key, keepAliveTimeout: 30_000 }, (request, response) =>
    passOn(request, response, target),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port: addressPort } = server.address() as AddressInfo;
  return {
    url: target.origin,
    baseUrl: `https://${host}`,
    pinned: [{ host, port: 443, address: '127.0.0.1', addressPort }],
    ca,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(request: IncomingMessage, response: ServerResponse, target: URL): void {
  // Development servers compare Host with the names that they know.
  const headers = { ...without(request.headers, HOP), host: target.host };
  const { method, url: path } = request;
  const hostname = target.hostname.replace(/^\[|\]$/g, '');
  const upstream = requestOf({ hostname, port: target.port, method, path, headers }, (answer) => {
    const { location, ...others } = without(answer.headers, HOP);
    // A redirect to itself stays under the name; to anywhere else the egress guard decides.
    const moved = typeof location === 'string' ? { location: devAddress(location) } : {};
    response.writeHead(answer.statusCode ?? 502, { ...others, ...moved });
    pipeline(answer, response, () => undefined);
  });
  upstream.on('error', () => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(502, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: `Nothing answers at ${target.origin} on this machine. Start the API there.` }),
    );
  });
  pipeline(request, upstream, () => undefined);
  response.on('close', () => upstream.destroy());
}

const without = <Headers extends object>(headers: Headers, names: readonly string[]): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))) as Headers;
