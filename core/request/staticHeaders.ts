/**
 * Headers with fixed values that an owner gives a server or a tool: which names they may have. Refuses what the connection, the body or a
 * credential sets, because a second value there changes what a request is.
 */
import { isForbiddenHeader, isHeaderName } from './header.ts';

/** Maximum number of headers of a server, and of a tool. */
export const MAX_STATIC_HEADERS = 20;
/** Maximum characters of a name, and of a value. */
export const STATIC_HEADER_LENGTH = { name: 100, value: 2_000 };

/** Accept-Encoding is what the client can decode; the others belong to the trace of a call. */
const SET_BY_CLIENT = new Set(['accept-encoding', 'traceparent', 'tracestate', 'date', 'range', 'if-range']);

/** Why a header cannot have a fixed value; undefined when it can. */
export function staticHeaderFault(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!isHeaderName(name)) return 'is not a header name.';
  if (lower === 'authorization') return 'is the header of a credential; give it as one, then it is sealed.';
  if (lower === 'cookie')
    return 'is joined from arguments and credential; give a cookie as an API key of the credential.';
  if (isForbiddenHeader(lower) || SET_BY_CLIENT.has(lower)) {
    return 'is set by the connection and the client itself; another value would change what the request is.';
  }
  return undefined;
}
