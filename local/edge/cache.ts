/**
 * CloudFront's cache: which answers are kept, for how long, and under which key. Unlike CloudFront's, a stale entry is not revalidated
 * but fetched again, and requests for one entry at the same moment all reach the origin.
 */
import type { EdgeRequest, Headers } from './headers.ts';
import { type CachePolicy, type Selection, takes, takesAll } from './policies.ts';

/** An answer of an origin. */
export interface StoredAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Headers;
  readonly body: Buffer;
}

interface Entry extends StoredAnswer {
  readonly storedAt: number;
  readonly freshUntil: number;
}

/** All bodies together. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** The largest body that is kept, and the largest that is compressed (CloudFront quotas, file compression). */
export const LARGEST_BODY = 10_000_000;

/** The cache of a distribution. */
export class EdgeCache {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** A fresh answer, with its age in seconds. */
  find(key: string): (StoredAnswer & { readonly age: number }) | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (entry.freshUntil <= this.now()) {
      this.drop(key, entry);
      return undefined;
    }
    const { status, headers, body, storedAt } = entry;
    return { status, headers, body, age: Math.floor((this.now() - storedAt) / 1_000) };
  }

  /** Keeps an answer for some seconds; the entries that were stored first make room for it. */
  store(key: string, answer: StoredAnswer, ttl: number): void {
    const known = this.entries.get(key);
    if (known) this.drop(key, known);
    this.entries.set(key, { ...answer, storedAt: this.now(), freshUntil: this.now() + ttl * 1_000 });
    this.bytes += answer.body.length;
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= CACHE_BYTES) return;
      this.drop(oldest, entry);
    }
  }

  private drop(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.bytes -= entry.body.length;
  }
}

/** The encoding of an answer for this viewer: `br` before `gzip`, as CloudFront prefers it; undefined for none. */
export function acceptedEncoding({ encodings }: CachePolicy, headers: Headers): 'br' | 'gzip' | undefined {
  const accepted = headers['accept-encoding'] ?? '';
  return encodings.find((encoding) => accepted.includes(encoding));
}

/** The value of Accept-Encoding in cache key and origin request; '' for none. */
export function normalizedEncodings({ encodings }: CachePolicy, headers: Headers): string {
  const accepted = headers['accept-encoding'] ?? '';
  return encodings.filter((encoding) => accepted.includes(encoding)).join(',');
}

/** The parameters of a raw query that a selection takes, as they are. */
export function selectedQuery(query: string, selection: Selection): string {
  if (query === '' || takesAll(selection)) return query;
  return query
    .split('&')
    .filter((pair) => takes(selection, pair.split('=', 1)[0] as string))
    .join('&');
}

/** The cookies of a Cookie header that a selection takes. */
export function selectedCookies(cookie: string | undefined, selection: Selection): string {
  if (cookie === undefined || takesAll(selection)) return cookie ?? '';
  return cookie
    .split(/; */)
    .filter((pair) => takes(selection, pair.split('=', 1)[0] as string))
    .join('; ');
}

/** The cache key: the path, and what the policy names. Neither the host nor the behaviour is part of it. */
export function cacheKey(policy: CachePolicy, { method, uri, query, headers }: EdgeRequest): string {
  return [
    method === 'OPTIONS' ? 'OPTIONS' : 'GET',
    uri,
    selectedQuery(query, policy.queries),
    selectedCookies(headers['cookie'], policy.cookies),
    normalizedEncodings(policy, headers),
    ...policy.headers.map((name) => headers[name] ?? ''),
  ].join('\n');
}

/**
 * Statuses of errors that are cached whatever the origin says, and those that are cached when it gives them an age (developer guide, "How
 * CloudFront processes HTTP 4xx and 5xx status codes from your origin").
 */
const KEPT_ERRORS: ReadonlySet<number> = new Set([404, 405, 414, 500, 501, 502, 503, 504]);
const KEPT_ERRORS_WITH_AGE: ReadonlySet<number> = new Set([400, 403, 412, 415]);
const DEFAULT_ERROR_TTL = 10;
const KEPT: ReadonlySet<number> = new Set([200, 203, 301, 302, 303, 307, 308]);

/** Seconds by error status (`ErrorCachingMinTTL`). */
export type ErrorTtls = ReadonlyMap<number, number>;

/** For how many seconds an answer is cached; 0 for not at all. */
export function ttlOf(policy: CachePolicy, status: number, headers: Headers, errorTtls: ErrorTtls): number {
  const control = (headers['cache-control'] ?? '').toLowerCase();
  const age = /(?:^|[\s,])s-maxage=(\d+)/.exec(control)?.[1] ?? /(?:^|[\s,])max-age=(\d+)/.exec(control)?.[1];
  if (status >= 400) {
    const isKept = KEPT_ERRORS.has(status) || (KEPT_ERRORS_WITH_AGE.has(status) && age !== undefined);
    return isKept ? Math.max(errorTtls.get(status) ?? DEFAULT_ERROR_TTL, Number(age ?? 0)) : 0;
  }
  const { minTtl, defaultTtl, maxTtl } = policy;
  if (!KEPT.has(status)) return 0;
  if (/(?:^|[\s,])(no-cache|no-store|private)\b/.test(control)) return minTtl;
  const expires = headers['expires'];
  const wanted =
    age !== undefined
      ? Number(age)
      : expires !== undefined
        ? (Date.parse(expires) - Date.now()) / 1_000 || 0
        : Math.max(defaultTtl, minTtl);
  return Math.min(Math.max(wanted, minTtl), maxTtl);
}
