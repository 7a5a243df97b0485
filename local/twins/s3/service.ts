/**
 * S3 over HTTP, path style: objects, multi-object delete, lists, retention. The caller's policies are checked for each object; without
 * the right to list, a missing object is a denial, as on AWS.
 */
import type { ServerResponse } from 'node:http';
import { AwsError } from '../../aws/errors.ts';
import type { AwsRequest, AwsService } from '../../aws/gateway.ts';
import { notFound, type ObjectStore, type Retention, type Version } from './store.ts';
import { textsOf, toXml } from './xml.ts';

const MAX_KEY = 1_024;
const MAX_LIST = 1_000;
const NOT_ALLOWED = 'The specified method is not allowed against this resource.';

/** The S3 twin over the stores of its buckets. */
export function s3Service(buckets: ReadonlyMap<string, ObjectStore>): AwsService {
  return {
    name: 'S3',
    async serve(request, response) {
      const [, name = '', rest = ''] = /^\/([^/]+)\/?(.*)$/.exec(request.path) ?? [];
      const store = buckets.get(name);
      if (!store) throw new AwsError(404, 'NoSuchBucket', 'The specified bucket does not exist');
      const key = decodeURIComponent(rest);
      if (key === '') await onBucket(store, request, response);
      else await onObject(store, key, request, response);
    },
    refuse(error, response) {
      const code = error.code === 'AccessDeniedException' ? 'AccessDenied' : error.code;
      xml(response, error.status, toXml('Error', { Code: code, Message: error.message }));
    },
  };
}

const arnOf = (bucket: string, key?: string): string => `arn:aws:s3:::${bucket}${key === undefined ? '' : `/${key}`}`;

async function onObject(store: ObjectStore, key: string, request: AwsRequest, response: ServerResponse): Promise<void> {
  const { method, query, headers, caller } = request;
  const arn = arnOf(store.settings.name, key);
  const versionId = query.get('versionId') ?? undefined;
  if (Buffer.byteLength(key) > MAX_KEY) throw new AwsError(400, 'KeyTooLongError', 'Your key is too long');
  if (query.has('retention')) return onRetention(store, key, versionId, request, response);
  switch (method) {
    case 'PUT': {
      if (headers['x-amz-copy-source']) throw new AwsError(501, 'NotImplemented', 'The local S3 does not copy.');
      caller.demand('s3:PutObject', arn, { 's3:if-none-match': headers['if-none-match'] });
      if (store.settings.lock && !hasChecksum(headers)) {
        throw new AwsError(
          400,
          'InvalidRequest',
          'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
        );
      }
      const version = await store.put(key, bodyOf(request), {
        contentType: headers['content-type'] ?? 'binary/octet-stream',
        metadata: metadataOf(request),
        onlyNew: headers['if-none-match'] === '*',
        ...retentionOf(request),
        legalHold: headers['x-amz-object-lock-legal-hold'] === 'ON',
      });
      response.writeHead(200, versionHeaders(version)).end();
      return;
    }
    case 'GET':
    case 'HEAD': {
      caller.demand(versionId ? 's3:GetObjectVersion' : 's3:GetObject', arn);
      const version = store.find(key, versionId);
      if (!version) {
        // Without a prefix, because a right to list one folder does not reveal that an object is missing.
        caller.demand('s3:ListBucket', arnOf(store.settings.name));
        const marker = store.marker(key, versionId);
        if (marker) {
          response.setHeader('x-amz-delete-marker', 'true');
          response.setHeader('x-amz-version-id', marker.id);
          if (versionId !== undefined) throw new AwsError(405, 'MethodNotAllowed', NOT_ALLOWED);
        }
        throw notFound(versionId);
      }
      const body = method === 'GET' ? await store.body(version) : undefined;
      const range = body && /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '');
      if (range) {
        const [from, to] = [Number(range[1]), Math.min(Number(range[2]), body.length - 1)];
        if (from > to) throw new AwsError(416, 'InvalidRange', 'The requested range is not satisfiable');
        const piece = body.subarray(from, to + 1);
        const place = { 'content-length': piece.length, 'content-range': `bytes ${from}-${to}/${version.size}` };
        response.writeHead(206, { ...objectHeaders(version), ...place }).end(piece);
        return;
      }
      response.writeHead(200, { ...objectHeaders(version), 'content-length': version.size }).end(body);
      return;
    }
    case 'DELETE': {
      const removed = await remove(store, key, versionId, request);
      response.writeHead(204, {
        ...(removed.marker ? { 'x-amz-delete-marker': 'true', 'x-amz-version-id': removed.marker } : {}),
      });
      response.end();
      return;
    }
    default:
      throw new AwsError(405, 'MethodNotAllowed', NOT_ALLOWED);
  }
}

async function onRetention(
  store: ObjectStore,
  key: string,
  versionId: string | undefined,
  request: AwsRequest,
  response: ServerResponse,
): Promise<void> {
  const arn = arnOf(store.settings.name, key);
  if (request.method === 'PUT') {
    request.caller.demand('s3:PutObjectRetention', arn);
    const text = request.body.toString();
    const retention = asRetention(textsOf(text, 'Mode')[0], textsOf(text, 'RetainUntilDate')[0]);
    await store.retain(key, versionId, retention, { bypass: mayBypass(request, arn) });
    response.writeHead(200).end();
    return;
  }
  request.caller.demand('s3:GetObjectRetention', arn);
  const found = store.find(key, versionId)?.retention;
  if (!found) throw new AwsError(404, 'NoSuchObjectLockConfiguration', 'The object has no retention.');
  xml(response, 200, toXml('Retention', { Mode: found.mode, RetainUntilDate: found.until }));
}

async function onBucket(store: ObjectStore, request: AwsRequest, response: ServerResponse): Promise<void> {
  const { method, query, caller } = request;
  const { name } = store.settings;
  if (method === 'POST' && query.has('delete')) {
    const wanted = request.body
      .toString()
      .split('</Object>')
      .map((part) => ({ key: textsOf(part, 'Key')[0], id: textsOf(part, 'VersionId')[0] }))
      .filter((each): each is { key: string; id: string | undefined } => each.key !== undefined);
    if (wanted.length > MAX_LIST) throw new AwsError(400, 'MalformedXML', `At most ${MAX_LIST} objects at once.`);
    const isQuiet = textsOf(request.body.toString(), 'Quiet')[0] === 'true';
    const results = [];
    for (const { key, id } of wanted) {
      try {
        const { marker } = await remove(store, key, id, request);
        const markers = marker === undefined ? {} : { DeleteMarker: true, DeleteMarkerVersionId: marker };
        if (!isQuiet) results.push(toXml('Deleted', { Key: key, VersionId: id, ...markers }));
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        const code = error.code.replace(/Exception$/, '');
        results.push(toXml('Error', { Key: key, VersionId: id, Code: code, Message: error.message }));
      }
    }
    return xml(response, 200, `<DeleteResult>${results.join('')}</DeleteResult>`);
  }
  if (method === 'GET' && query.has('versions')) {
    const prefix = query.get('prefix') ?? '';
    caller.demand('s3:ListBucketVersions', arnOf(name), { 's3:prefix': prefix });
    const most = mostOf(query);
    const from = { key: query.get('key-marker') ?? '', id: query.get('version-id-marker') ?? undefined };
    const { versions, more } = most === 0 ? NOTHING : store.listVersions(prefix, from, most);
    const last = versions.at(-1)?.version;
    const body = toXml('ListVersionsResult', {
      Name: name,
      Prefix: prefix,
      MaxKeys: most,
      IsTruncated: more,
      NextKeyMarker: more ? last?.key : undefined,
      NextVersionIdMarker: more ? last?.id : undefined,
      Version: versions.filter(({ version }) => !version.isMarker).map(versionFields),
      DeleteMarker: versions.filter(({ version }) => version.isMarker).map(versionFields),
    });
    return xml(response, 200, body);
  }
  if (method === 'GET' && query.get('list-type') === '2') {
    const prefix = query.get('prefix') ?? '';
    caller.demand('s3:ListBucket', arnOf(name), { 's3:prefix': prefix });
    if (query.get('delimiter')) throw new AwsError(501, 'NotImplemented', 'The local S3 lists without delimiter.');
    const most = mostOf(query);
    const after = fromToken(query.get('continuation-token')) ?? query.get('start-after') ?? '';
    const { versions, more } = most === 0 ? NOTHING : store.list(prefix, after, most);
    const body = toXml('ListBucketResult', {
      Name: name,
      Prefix: prefix,
      KeyCount: versions.length,
      MaxKeys: most,
      IsTruncated: more,
      NextContinuationToken: more ? toToken(versions.at(-1)?.key ?? '') : undefined,
      Contents: versions.map(({ key, modified, etag, size }) => ({
        Key: key,
        LastModified: modified,
        ETag: `"${etag}"`,
        Size: size,
        StorageClass: 'STANDARD',
      })),
    });
    return xml(response, 200, body);
  }
  throw new AwsError(501, 'NotImplemented', 'The local S3 does not offer this bucket operation.');
}

const mostOf = (query: URLSearchParams): number => Math.min(Number(query.get('max-keys') ?? MAX_LIST), MAX_LIST);

/** A list that may have no member says that there is no more, as S3 does. */
const NOTHING = { versions: [], more: false };

const versionFields = ({ version, isLatest }: { version: Version; isLatest: boolean }) => ({
  Key: version.key,
  VersionId: version.id,
  IsLatest: isLatest,
  LastModified: version.modified,
  ...(!version.isMarker && { ETag: `"${version.etag}"`, Size: version.size, StorageClass: 'STANDARD' }),
});

/** SDKs send a checksum in a header, or announce that it follows the body. */
const hasChecksum = (headers: AwsRequest['headers']): boolean =>
  Object.keys(headers).some(
    (name) => name === 'content-md5' || /^x-amz-(checksum-|sdk-checksum-algorithm$|trailer$)/.test(name),
  );

function remove(store: ObjectStore, key: string, id: string | undefined, request: AwsRequest) {
  const arn = arnOf(store.settings.name, key);
  request.caller.demand(id === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion', arn);
  return store.remove(key, id, { bypass: mayBypass(request, arn) });
}

function mayBypass({ headers, caller }: AwsRequest, arn: string): boolean {
  if (headers['x-amz-bypass-governance-retention'] !== 'true') return false;
  caller.demand('s3:BypassGovernanceRetention', arn);
  return true;
}

const toToken = (key: string): string => Buffer.from(key).toString('base64url');
const fromToken = (token: string | null): string | undefined =>
  token === null ? undefined : Buffer.from(token, 'base64url').toString();

const versionHeaders = (version: Version): Record<string, string> => ({
  etag: `"${version.etag}"`,
  ...(version.id === 'null' ? {} : { 'x-amz-version-id': version.id }),
});

const objectHeaders = (version: Version): Record<string, string> => ({
  ...versionHeaders(version),
  'content-type': version.contentType,
  'last-modified': new Date(version.modified).toUTCString(),
  ...Object.fromEntries(Object.entries(version.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  ...(version.retention
    ? {
        'x-amz-object-lock-mode': version.retention.mode,
        'x-amz-object-lock-retain-until-date': version.retention.until,
      }
    : {}),
});

const metadataOf = ({ headers }: AwsRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('x-amz-meta-'))
      .map(([name, value]) => [name.slice('x-amz-meta-'.length), String(value)]),
  );

function retentionOf({ headers }: AwsRequest): { retention?: Retention } {
  const mode = headers['x-amz-object-lock-mode'];
  if (mode === undefined) return {};
  return { retention: asRetention(String(mode), String(headers['x-amz-object-lock-retain-until-date'])) };
}

function asRetention(mode: string | undefined, until: string | undefined): Retention {
  const time = Date.parse(until ?? '');
  if ((mode !== 'GOVERNANCE' && mode !== 'COMPLIANCE') || !(time > Date.now())) {
    throw new AwsError(400, 'InvalidArgument', 'A retention needs a mode and a date in the future.');
  }
  return { mode, until: new Date(time).toISOString() };
}

/** SDKs send streams in chunks with a trailing checksum: `<hex size>[;…]CRLF bytes CRLF` until a chunk of size 0. */
function bodyOf({ headers, body }: AwsRequest): Buffer {
  if (!/aws-chunked/.test(String(headers['content-encoding'] ?? ''))) return body;
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, line), 16);
    if (line < 0 || !(size > 0)) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

function xml(response: ServerResponse, status: number, body: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>${body}`;
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
