/** The dashboard's bucket as an origin: S3's answers to GET and HEAD. Caching and compression are the edge's. */
import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SiteFiles } from '../twins/s3/buckets.ts';
import { decodePath } from './function-url.ts';
import type { EdgeRequest } from './headers.ts';

/** The bucket as an origin. `root`: key of the default page. */
export function siteOrigin(files: SiteFiles, root: string) {
  const since = new Date().toUTCString();
  return async ({ uri, method }: EdgeRequest, response: ServerResponse): Promise<void> => {
    const key = decodePath(uri).replace(/^\//, '') || root;
    const found = await files(key);
    if (!found) return accessDenied(response);
    const { body, cacheControl } = found;
    response.writeHead(200, {
      'content-type': contentTypeOf(key),
      'content-length': body.length,
      etag: `"${createHash('md5').update(body).digest('hex')}"`,
      'last-modified': since,
      ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    });
    response.end(method === 'HEAD' ? undefined : body);
  };
}

/** S3's answer to who may not read, and to a key that is not there and that the caller may not list. */
export function accessDenied(response: ServerResponse): void {
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>${randomUUID()}</RequestId></Error>`;
  response.writeHead(403, { 'content-type': 'application/xml', 'content-length': body.length }).end(body);
}

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain',
};

const contentTypeOf = (path: string): string => TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'binary/octet-stream';
