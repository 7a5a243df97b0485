/**
 * The demo upstream: an HTTPS API with a public-looking name, reached on loopback through a pin, as any upstream on this machine would
 * be. Its OpenAPI document is public; everything else requires the bearer token.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFolder } from '../data/folder.ts';
import { demoApi } from './api.ts';
import { localCertificate } from './authority.ts';
import { demoDocument } from './document.ts';
import { Refusal } from './input.ts';
import { demoData } from './records.ts';

/** Host name of the demo API. */
export const DEMO_HOST = 'demo.portcullis.example';
const PORT = 443;
const PUBLIC = new Set(['/openapi.json', '/status']);
const MAX_BODY = 1024 * 1024;

/** The running demo API. */
export interface Demo {
  readonly specUrl: string;
  readonly baseUrl: string;
  /** In the form of a server's `auth`. */
  readonly auth: { readonly type: 'bearer'; readonly token: string };
  readonly pinned: ReadonlyArray<{ host: string; port: number; address: string; addressPort: number }>;
  /** PEM. */
  readonly ca: string;
  close(): Promise<void>;
}

/** Starts it on a loopback port. */
export async function startDemo(data: DataFolder): Promise<Demo> {
  const { ca, cert, key } = await localCertificate(data, DEMO_HOST);
  const { token } = data.remembered('demo.json', () => ({ token: `demo_${randomBytes(18).toString('base64url')}` }));
  const baseUrl = `https://${DEMO_HOST}`;
  const document = JSON.stringify(demoDocument(baseUrl));
  const api = demoApi(demoData());

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', baseUrl);
    if (!PUBLIC.has(path) && !sameText(request.headers.authorization ?? '', `Bearer ${token}`)) {
      response.setHeader('www-authenticate', 'Bearer');
      throw new Refusal(401, 'unauthorized', 'A bearer token is needed.');
    }
    const { method = 'GET' } = request;
    const echoed = await echo(method, path, request);
    if (echoed !== undefined) return send(response, 200, 'application/json', JSON.stringify(echoed));
    if (path === '/openapi.json' && method === 'GET') return send(response, 200, 'application/json', document);
    const answer = api({ method, path, query, body: await jsonBody(request) });
    if (answer.png) send(response, answer.status, 'image/png', answer.png);
    else if (answer.json === undefined) response.writeHead(answer.status).end();
    else send(response, answer.status, 'application/json', JSON.stringify(answer.json));
  };

  const server = createServer({ cert, key, keepAliveTimeout: 30_000 }, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal', 'The demo failed.');
      const body = { error: { code: refusal.code, message: refusal.message } };
      send(response, refusal.status, 'application/json', JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port: addressPort } = server.address() as AddressInfo;
  return {
    specUrl: `${baseUrl}/openapi.json`,
    baseUrl,
    auth: { type: 'bearer', token },
    pinned: [{ host: DEMO_HOST, port: PORT, address: '127.0.0.1', addressPort }],
    ca,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** The two operations behind the test servers of `npm run verify` (verify/installation/upstream.ts); they are not in the demo's document. */
async function echo(method: string, path: string, request: IncomingMessage): Promise<object | undefined> {
  if (method === 'POST' && path === '/post') return { headers: request.headers, json: await jsonBody(request) };
  const [, seconds] = (method === 'GET' && /^\/delay\/(\d|10)$/.exec(path)) || [];
  if (seconds === undefined) return undefined;
  await sleep(Number(seconds) * 1_000);
  return { delay: seconds };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Refusal(413, 'too_large', 'The body is over 1 MB.');
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new Refusal(400, 'bad_json', 'The body is not JSON.');
  }
}
