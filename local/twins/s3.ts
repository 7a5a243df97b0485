/** S3, path style: put, get, head, delete, list. Rights are asked of the caller's policies. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ObjectFolder } from './objects.ts';
import { AwsError, type Caller, type Callers, type Service, startService } from './service.ts';

const arnOf = (bucket: string, key?: string) => `arn:aws:s3:::${bucket}${key === undefined ? '' : `/${key}`}`;

const escapeXml = (text: string): string => text.replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`);
const unescapeXml = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&#(x?)([0-9a-f]+);/gi, (_match, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replace(/&amp;/g, '&');

export const startS3 = (buckets: ReadonlyMap<string, ObjectFolder>, callers: Callers): Promise<Service> =>
  startService(
    (request, body, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const [bucket = '', ...rest] = url.pathname.slice(1).split('/');
      const key = decodeURIComponent(rest.join('/'));
      const folder = buckets.get(bucket);
      const caller = callers.of(request);
      if (!folder) throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404);
      if (key === '') return onBucket({ folder, bucket, url, caller, request, body, response });
      return onObject({ folder, bucket, key, caller, request, body, response });
    },
    (response, error) => {
      if (response.headersSent) return void response.destroy();
      const known = error instanceof AwsError ? error : new AwsError('InternalError', 'internal', 500);
      if (known !== error) console.error(error);
      const code = known.name === 'AccessDeniedException' ? 'AccessDenied' : known.name;
      sendXml(
        response,
        `<Error><Code>${code}</Code><Message>${escapeXml(known.message)}</Message></Error>`,
        known.status,
      );
    },
  );

interface Exchange {
  readonly folder: ObjectFolder;
  readonly bucket: string;
  readonly caller: Caller;
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

function onObject({ folder, bucket, key, caller, request, body, response }: Exchange & { key: string }): void {
  switch (request.method) {
    case 'PUT': {
      caller.require('s3:PutObject', arnOf(bucket, key));
      const chunked = /aws-chunked/.test(String(request.headers['content-encoding'] ?? ''));
      folder.put(
        key,
        chunked ? withoutChunks(body) : body,
        String(request.headers['content-type'] ?? 'binary/octet-stream'),
      );
      response.writeHead(200, { etag: '"local"' }).end();
      return;
    }
    case 'GET':
    case 'HEAD': {
      caller.require('s3:GetObject', arnOf(bucket, key));
      const object = folder.get(key);
      if (!object) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
      response.writeHead(200, {
        'content-type': object.contentType,
        'content-length': object.bytes.length,
        etag: '"local"',
      });
      response.end(request.method === 'GET' ? object.bytes : undefined);
      return;
    }
    case 'DELETE':
      caller.require('s3:DeleteObject', arnOf(bucket, key));
      folder.delete(key);
      response.writeHead(204).end();
      return;
    default:
      throw new AwsError('MethodNotAllowed', 'The specified method is not allowed against this resource.', 405);
  }
}

function onBucket({ folder, bucket, url, caller, request, body, response }: Exchange & { url: URL }): void {
  if (request.method === 'POST' && url.searchParams.has('delete')) {
    const keys = [...body.toString().matchAll(/<Key>([\s\S]*?)<\/Key>/g)].map(([, key]) => unescapeXml(key as string));
    for (const key of keys) caller.require('s3:DeleteObject', arnOf(bucket, key));
    for (const key of keys) folder.delete(key);
    sendXml(response, '<DeleteResult></DeleteResult>');
    return;
  }
  if (request.method === 'GET' && url.searchParams.get('list-type') === '2') {
    const prefix = url.searchParams.get('prefix') ?? '';
    caller.require('s3:ListBucket', arnOf(bucket), { 's3:prefix': prefix });
    const most = Number(url.searchParams.get('max-keys') ?? 1_000);
    const after = url.searchParams.get('continuation-token') ?? '';
    const found = folder.list(prefix).filter(({ key }) => key > after);
    const page = found.slice(0, most);
    const more = found.length > page.length;
    const contents = page.map(
      ({ key, size }) => `<Contents><Key>${escapeXml(key)}</Key><Size>${size}</Size></Contents>`,
    );
    const next = more ? `<NextContinuationToken>${escapeXml(page.at(-1)?.key ?? '')}</NextContinuationToken>` : '';
    sendXml(
      response,
      `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
    return;
  }
  throw new AwsError('NotImplemented', 'The local stack does not offer this bucket operation.', 501);
}

function sendXml(response: ServerResponse, xml: string, status = 200): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>${xml}`;
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** The body of `aws-chunked` encoding: `<hex size>[;signature]CRLF bytes CRLF`, ended by a chunk of size 0 and trailers. */
function withoutChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, line).toString(), 16);
    if (!size) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
