/**
 * The way of an answer through the edge: cached, compressed, changed by the behaviour's function and its response headers policy, and
 * given CloudFront's own headers. An origin writes to Node's response as if it were alone; what it writes is taken up here.
 */
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DISTRIBUTION } from '../stack/physical.ts';
import { type EdgeCache, LARGEST_BODY, type StoredAnswer } from './cache.ts';
import type { EdgeResponse } from './edge-function.ts';
import { EdgeFunctionFailed } from './function-run.ts';
import type { Headers } from './headers.ts';
import { NO_RESPONSE_HEADERS, type ResponseHeadersPolicy } from './policies.ts';

type Values = Record<string, string | number | readonly string[]>;

const VIA = `1.1 ${DISTRIBUTION} (CloudFront)`;

/** What becomes of each answer of a behaviour. */
export interface AnswerRules {
  readonly responseHeaders: ResponseHeadersPolicy;
  readonly viewerResponse?: (response: EdgeResponse) => EdgeResponse;
}

/**
 * Status and headers as the viewer gets them. `source`: CloudFront's word for where the answer comes from.
 * As at CloudFront, no function runs for a status of 400 or more.
 */
export function finished(rules: AnswerRules, source: string, given: { status: number; headers: Values }): EdgeResponse {
  const made = rules.viewerResponse && given.status < 400 ? rules.viewerResponse(given) : given;
  const values = withPolicy(rules.responseHeaders, made.headers as Values);
  const isError = given.status >= 400 && source !== 'FunctionGeneratedResponse';
  values['x-cache'] = `${isError ? 'Error' : source} from cloudfront`;
  values['via'] = VIA;
  return { status: made.status, headers: values };
}

function withPolicy(policy: ResponseHeadersPolicy, headers: Values): Values {
  if (policy === NO_RESPONSE_HEADERS) return { ...headers };
  const values: Values = { ...policy.add };
  for (const name in headers) {
    const lower = name.toLowerCase();
    if (!policy.remove.has(lower)) values[lower] = headers[name] as string;
  }
  return Object.assign(values, policy.override);
}

/** Sends a stored answer, or 304 when the viewer has it already. */
export function sendStored(
  response: ServerResponse,
  rules: AnswerRules,
  { method, headers }: { readonly method: string; readonly headers: Headers },
  stored: StoredAnswer & { readonly age: number },
): void {
  const { etag } = stored.headers;
  const isKnown =
    stored.status === 200 && etag !== undefined && (headers['if-none-match'] ?? '').split(/, */).includes(etag);
  const given = { status: isKnown ? 304 : stored.status, headers: { ...stored.headers } as Values };
  given.headers['age'] = String(stored.age);
  if (isKnown) delete given.headers['content-length'];
  const made = finished(rules, 'Hit', given);
  response.writeHead(made.status, made.headers as Record<string, string>);
  response.end(isKnown || method === 'HEAD' ? undefined : stored.body);
}

/** Where the answer to a request is kept, and how it may be compressed. */
export interface Keeping {
  readonly cache: EdgeCache;
  readonly key: string;
  readonly ttlOf: (status: number, headers: Headers) => number;
  /** Undefined when the behaviour or the viewer takes no compressed answers. */
  readonly encoding: 'br' | 'gzip' | undefined;
}

/** Takes up what an origin answers; undefined `keeping` for answers that are neither cached nor compressed. */
export function throughEdge(response: ServerResponse, rules: AnswerRules, keeping: Keeping | undefined): void {
  const { writeHead } = response;
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  const send = (status: number, headers: Values) => {
    const made = finishedOrFailed(rules, { status, headers });
    return writeHead.call(response, made.status, made.headers as Record<string, string>);
  };
  response.writeHead = ((status: number, given: Values = {}) => {
    const headers = keeping ? textsOf(given) : {};
    const ttl = keeping?.ttlOf(status, headers) ?? 0;
    const encoding = keeping?.encoding !== undefined && isCompressible(status, headers) ? keeping.encoding : undefined;
    if (!keeping || (ttl === 0 && encoding === undefined)) {
      response.writeHead = writeHead;
      return send(status, given);
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: unknown) => {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
      const bytes = Buffer.from(chunk as string);
      size += bytes.length;
      if (size > LARGEST_BODY && encoding === undefined) chunks.length = 0;
      else chunks.push(bytes);
    };
    const store = (stored: StoredAnswer) => {
      if (ttl > 0 && size <= LARGEST_BODY) keeping.cache.store(keeping.key, stored, ttl);
    };
    response.writeHead = writeHead;
    if (encoding === undefined) {
      send(status, given);
      response.write = (...given: unknown[]) => {
        take(given[0]);
        return write(...given);
      };
      response.end = (...given: unknown[]) => {
        take(given[0]);
        store({ status, headers, body: Buffer.concat(chunks) });
        return end(...given);
      };
      return response;
    }
    response.write = (chunk: unknown) => {
      take(chunk);
      return true;
    };
    response.end = (chunk?: unknown) => {
      take(chunk);
      void compressed(Buffer.concat(chunks), encoding).then((body) => {
        const made = compressedHeaders(headers, encoding, body.length);
        store({ status, headers: made, body });
        if (response.destroyed) return;
        send(status, made);
        end(body);
      });
      return response;
    };
    return response;
  }) as typeof writeHead;
}

/** An answer whose function fails becomes CloudFront's error; its body is that of the origin, which nobody reads. */
function finishedOrFailed(rules: AnswerRules, given: { status: number; headers: Values }): EdgeResponse {
  try {
    return finished(rules, 'Miss', given);
  } catch (error) {
    if (!(error instanceof EdgeFunctionFailed)) throw error;
    console.error(error.message);
    return { status: error.status, headers: { 'x-cache': `${error.kind} from cloudfront`, via: VIA } };
  }
}

function textsOf(given: Values): Headers {
  const texts: Headers = {};
  for (const name in given) texts[name.toLowerCase()] = String(given[name]);
  return texts;
}

/** Statuses and types that CloudFront compresses (developer guide, "Serve compressed files"), and the smallest body. */
const COMPRESSED_STATUSES: ReadonlySet<number> = new Set([200, 403, 404]);
const COMPRESSED_TYPES: ReadonlySet<string> = new Set(
  (
    'application/dash+xml application/eot application/font application/font-sfnt application/javascript application/json ' +
    'application/opentype application/otf application/pdf application/pkcs7-mime application/protobuf application/rss+xml ' +
    'application/truetype application/ttf application/vnd.apple.mpegurl application/vnd.mapbox-vector-tile ' +
    'application/vnd.ms-fontobject application/wasm application/xhtml+xml application/xml application/x-font-opentype ' +
    'application/x-font-truetype application/x-font-ttf application/x-httpd-cgi application/x-javascript application/x-mpegurl ' +
    'application/x-opentype application/x-otf application/x-perl application/x-ttf font/eot font/opentype font/otf font/ttf ' +
    'image/svg+xml text/css text/csv text/html text/javascript text/js text/plain text/richtext text/tab-separated-values text/xml ' +
    'text/x-component text/x-java-source text/x-script vnd.apple.mpegurl'
  ).split(' '),
);
const SMALLEST_BODY = 1_000;

function isCompressible(status: number, headers: Headers): boolean {
  const length = Number(headers['content-length'] ?? 0);
  const type = (headers['content-type'] ?? '').split(';', 1)[0] as string;
  return (
    COMPRESSED_STATUSES.has(status) &&
    COMPRESSED_TYPES.has(type.trim().toLowerCase()) &&
    headers['content-encoding'] === undefined &&
    length >= SMALLEST_BODY &&
    length <= LARGEST_BODY
  );
}

const [gzipped, brotliCompressed] = [promisify(gzip), promisify(brotliCompress)];
const compressed = (body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'gzip' ? gzipped(body) : brotliCompressed(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

function compressedHeaders(headers: Headers, encoding: string, length: number): Headers {
  const { etag } = headers;
  return {
    ...headers,
    'content-encoding': encoding,
    'content-length': String(length),
    vary: headers['vary'] === undefined ? 'Accept-Encoding' : `${headers['vary']}, Accept-Encoding`,
    // A compressed body has other bytes, so its validator is a weak one.
    ...(etag !== undefined && !etag.startsWith('W/') && { etag: `W/${etag}` }),
  };
}
