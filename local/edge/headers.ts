/** Header bags: Node's lists in, single lower-case values out (joined as CloudFront and API Gateway join them). */
import type { IncomingHttpHeaders } from 'node:http';

/** Header fields by lower-case name. */
export type Headers = Record<string, string>;

/** Node's headers with one value a name. */
export function singleHeaders(headers: IncomingHttpHeaders): Headers {
  const single: Headers = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) single[name] = Array.isArray(value) ? value.join(name === 'cookie' ? '; ' : ',') : value;
  }
  return single;
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'proxy-authorization',
  'proxy-connection',
]);

/** Without the fields that are meant for one connection (RFC 9110 section 7.6.1). */
export function withoutHopByHop(headers: Headers): Headers {
  const kept: Headers = {};
  for (const name in headers) if (!HOP_BY_HOP.has(name)) kept[name] = headers[name] as string;
  return kept;
}

/** Query parameters with several values joined, as the events of function URLs and HTTP APIs have them. */
export function singleQuery(query: string): Record<string, string> {
  const single: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    single[name] = Object.hasOwn(single, name) ? `${single[name]},${value}` : value;
  }
  return single;
}

/** One request on its way through the edge. */
export interface EdgeRequest {
  readonly method: string;
  /** Path, percent-encoded as it came. */
  uri: string;
  readonly query: string;
  readonly headers: Headers;
  /** Undefined when it has more bytes than `most`, or says so: then nothing is read. Rejects when the client goes away in the middle. */
  readonly readBody: (most: number) => Promise<Buffer | undefined>;
  readonly ip: string;
  /** What the request presented, a connection token or a login, has let it in. */
  readonly admitted: () => void;
}
