/** What of a viewer's request reaches the origin: what the cache policy and the origin request policy name, and what CloudFront adds. */
import { normalizedEncodings, selectedCookies, selectedQuery } from './cache.ts';
import type { EdgeRequest, Headers } from './headers.ts';
import { type CachePolicy, type OriginRequestPolicy, type Selection, takes, takesAll } from './policies.ts';

/** Headers that reach the origin whatever the policies say (developer guide, "HTTP request headers and CloudFront behavior"). */
const ALWAYS: ReadonlySet<string> = new Set([
  'content-length',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
  'x-forwarded-for',
  'x-forwarded-proto',
]);
const NOTHING: Selection = { all: false, names: new Set() };

/** Changes a request into the one for the origin. `domain`: the origin's own name. */
export type Forward = (request: EdgeRequest, domain: string) => void;

/** What a behaviour does to requests before they reach their origin. */
export function forwarding(cache: CachePolicy, origin: OriginRequestPolicy | undefined): Forward {
  const { headers, cookies, queries } = origin ?? { headers: NOTHING, cookies: NOTHING, queries: NOTHING };
  const takesHost = takes(headers, 'host') || cache.headers.includes('host');
  const isWhole = headers.all && takesAll(cookies) && takesAll(queries) && cache.encodings.length === 0;
  const removed = [...headers.names].filter((name) => name !== 'host' && !cache.headers.includes(name));
  // The policies of this kind let everything through but some headers, so nothing is copied.
  if (isWhole)
    return (request, domain) => {
      for (const name of removed) delete request.headers[name];
      if (!takesHost) request.headers['host'] = domain;
      request.headers['user-agent'] ??= 'Amazon CloudFront';
    };
  const cached = new Set(cache.headers);
  const both = (a: Selection, b: Selection): Selection =>
    a.all || b.all
      ? { all: true, names: new Set([...(a.all ? a.names : b.names)].filter((name) => !takes(a.all ? b : a, name))) }
      : { all: false, names: new Set([...a.names, ...b.names]) };
  const [takenCookies, takenQueries] = [both(cookies, cache.cookies), both(queries, cache.queries)];
  return (request, domain) => {
    const kept: Headers = {};
    for (const name in request.headers) {
      if (name === 'host' || name === 'cookie') continue;
      if (ALWAYS.has(name) || cached.has(name) || takes(headers, name)) kept[name] = request.headers[name] as string;
    }
    kept['host'] = takesHost ? (request.headers['host'] ?? domain) : domain;
    kept['user-agent'] ??= 'Amazon CloudFront';
    if (cache.encodings.length > 0) {
      const encodings = normalizedEncodings(cache, request.headers);
      if (encodings === '') delete kept['accept-encoding'];
      else kept['accept-encoding'] = encodings;
    }
    const cookie = selectedCookies(request.headers['cookie'], takenCookies);
    if (cookie !== '') kept['cookie'] = cookie;
    request.query = selectedQuery(request.query, takenQueries);
    request.headers = kept;
  };
}
