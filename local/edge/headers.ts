/** Converts Node's headers and queries to single values per lower-case name, joined as CloudFront and API Gateway join them. */
import type { IncomingHttpHeaders } from 'node:http';

/** Header fields by lower-case name. */
export type Headers = Record<string, string>;

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
]);

/** Node's headers with one value per name, without hop-by-hop headers (RFC 9110 section 7.6.1). */
export function endToEndHeaders(headers: IncomingHttpHeaders): Headers {
  const single: Headers = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !HOP_BY_HOP.has(name))
      single[name] = Array.isArray(value) ? value.join(name === 'cookie' ? '; ' : ',') : value;
  }
  return single;
}

/** Query parameters; several values are joined as in the events of function URLs and HTTP APIs. */
export function singleQuery(query: string): Record<string, string> {
  const single: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    single[name] = Object.hasOwn(single, name) ? `${single[name]},${value}` : value;
  }
  return single;
}

/** A request on its way through the edge. */
export interface EdgeRequest {
  readonly method: string;
  /** Path, percent-encoded as received. */
  uri: string;
  query: string;
  headers: Headers;
  /**
   * Undefined when the body has, or declares, more than `most` bytes; in the second case nothing is read. Rejects when the client
   * disconnects.
   */
  readonly readBody: (most: number) => Promise<Buffer | undefined>;
  readonly ip: string;
  /** The VPC endpoint that it came through, on its way to a private API. */
  readonly vpceId?: string;
  /** Call it when the credential of the request (connection token or login) was accepted. */
  readonly admitted: () => void;
}
