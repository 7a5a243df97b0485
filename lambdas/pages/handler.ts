/**
 * Serves the files of the dashboard where there is no distribution (`entrance=private`). What the distribution does with the request of a page is done here by
 * the same text, which lies beside this file (lib/pages-code.ts), as the files do. A path is looked up in the list of files and
 * never put together to one.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { cameThroughEntrance } from '../shared/entrance.ts';
import { type HttpEvent, inFormat2 } from '../shared/restEvent.ts';

interface EdgeRequest {
  uri: string;
  readonly method: string;
  readonly headers: object;
}
interface EdgeAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, { readonly value: string }>>;
}

const folder = import.meta.dirname;
const { handler: viewerRequest } = (await import(join(folder, 'viewerRequest.mjs'))) as {
  handler(event: { readonly request: EdgeRequest }): EdgeRequest | EdgeAnswer;
};
const site = join(folder, 'site');
const files = new Map<string, string>(
  readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [`/${relative(site, path).split(sep).join('/')}`, path] as const),
);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest\+json)|image\/svg)/;

interface Served {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Undefined where compression is of no use. */
  readonly gzip: Buffer | undefined;
}

const served = new Map<string, Served>();

/** A file, read once. */
function fileAt(uri: string): Served | undefined {
  const path = files.get(uri);
  if (path === undefined) return undefined;
  const known = served.get(uri);
  if (known) return known;
  const body = readFileSync(path);
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const made = {
    body,
    gzip: COMPRESSIBLE.test(type) && body.length > 1_000 ? gzipSync(body) : undefined,
    headers: {
      'content-type': type,
      // Names of assets have a digest; pages name them.
      'cache-control': /^\/(docs\/)?assets\//.test(uri) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`,
    },
  };
  served.set(uri, made);
  return made;
}

const security = JSON.parse(requireEnvironment('PAGE_HEADERS')) as Record<string, string>;

/** Answers a request of API Gateway. */
export async function handler(given: HttpEvent): Promise<APIGatewayProxyResult> {
  const event = inFormat2(given);
  if (!cameThroughEntrance(event)) return empty(403, {});
  const { method } = event.requestContext.http;
  const found = viewerRequest({ request: { method, uri: event.rawPath, headers: {} } });
  if ('statusCode' in found) {
    const headers = Object.entries(found.headers).map(([name, { value }]) => [name, value]);
    return empty(found.statusCode, Object.fromEntries(headers));
  }
  const file = fileAt(found.uri);
  if (!file) return empty(404, { 'cache-control': 'no-store' });
  if (event.headers['if-none-match']?.split(/, */).includes(file.headers['etag'] as string))
    return empty(304, file.headers);
  const gzip = /\bgzip\b/.test(event.headers['accept-encoding'] ?? '') ? file.gzip : undefined;
  const headers = {
    ...security,
    ...file.headers,
    ...(file.gzip && { vary: 'accept-encoding' }),
    ...(gzip && { 'content-encoding': 'gzip' }),
  };
  if (method === 'HEAD') return { statusCode: 200, headers, body: '' };
  return { statusCode: 200, headers, body: (gzip ?? file.body).toString('base64'), isBase64Encoded: true };
}

const empty = (statusCode: number, headers: Readonly<Record<string, string>>): APIGatewayProxyResult => ({
  statusCode,
  headers: { ...security, ...headers },
  body: '',
});
