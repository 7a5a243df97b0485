/** The dashboard's bucket as CloudFront serves it: content types, gzip for compressible files, caching by name. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { decodePath } from './function-url.ts';
import type { EdgeRequest } from './headers.ts';

const COMPRESSIBLE = /^(text\/|application\/(javascript|json)|image\/svg)/;

/** Bytes of a file of the site, or undefined when there is none. */
export type SiteFiles = (key: string) => Buffer | undefined;

/** The dashboard as an origin. `root`: key of the default page. */
export function siteOrigin(files: SiteFiles, root: string) {
  const cache = new Map<string, { identity: Buffer; br?: Buffer; gzip?: Buffer }>();
  const load = (key: string) => {
    const known = cache.get(key);
    if (known) return known;
    const identity = files(key);
    if (identity) cache.set(key, { identity });
    return cache.get(key);
  };
  return (request: EdgeRequest, response: ServerResponse): void => {
    const key = decodePath(request.uri).replace(/^\//, '') || root;
    const found = load(key);
    if (!found) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
    const { identity } = found;
    const contentType = contentTypeOf(key);
    const accepted = request.headers['accept-encoding'] ?? '';
    const compress = COMPRESSIBLE.test(contentType) && identity.length > 1_000;
    let body = identity;
    const headers: Record<string, string | number> = {
      'content-type': contentType,
      'cache-control': key.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    if (compress && accepted.includes('br')) {
      found.br ??= brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
      body = found.br;
      headers['content-encoding'] = 'br';
    } else if (compress && accepted.includes('gzip')) {
      found.gzip ??= gzipSync(identity);
      body = found.gzip;
      headers['content-encoding'] = 'gzip';
    }
    response.writeHead(200, { ...headers, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
};

const contentTypeOf = (path: string): string => TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'binary/octet-stream';
