/**
 * Selects the response headers that a model gets: those that help with the next call (pages, locations of new
 * resources, versions, retry times), those that the API description declares, and all for HEAD. Never cookies,
 * authentication or hop-by-hop headers. Values are governed under the header's name and limited in number and length.
 */

import { Buffer, isUtf8 } from 'node:buffer';
import type { JsonValue } from '../lib/json/value.ts';
import { lazy } from '../lib/lazy.ts';
import { isHeaderName } from '../request/header.ts';

/** The headers of a response, with the methods of the Fetch API's Headers. */
export interface AnswerHeaders {
  get(name: string): string | null;
  /** Names in lower case, sorted. */
  keys(): Iterable<string>;
}

/** What no value has (RFC 9110 section 5.5). */
const NO_VALUE = /[\0\n\r]/;

/** Whitespace around a value is no part of it. */
function trimmed(value: string): string {
  const isBlank = (at: number) => '\t\n\r '.includes(value.charAt(at));
  let [start, end] = [0, value.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return value.slice(start, end);
}

/**
 * Headers of these fields. Values of a name that occurs several times are one list (RFC 9110 section 5.3); what is no name or no value is
 * left out. It stands in for the Fetch API's Headers, with the first of which Node loads all of its own undici: some 30 ms of processor time
 * in a process's first call.
 */
export function answerHeaders(fields: Iterable<readonly [name: string, value: string]> = []): AnswerHeaders {
  const values = new Map<string, string>();
  for (const [name, given] of fields) {
    const value = trimmed(given);
    if (!isHeaderName(name) || NO_VALUE.test(value)) continue;
    const lower = name.toLowerCase();
    const before = values.get(lower);
    values.set(lower, before === undefined ? value : `${before}, ${value}`);
  }
  return { get: (name) => values.get(name.toLowerCase()) ?? null, keys: () => [...values.keys()].sort() };
}

/**
 * Headers of RFC 9110 (sections 8.8.3, 10.2, 14.4) and RFC 8288, and those with which Azure APIs report asynchronous
 * operations.
 */
const FORWARDED = new Set([
  'link',
  'location',
  'content-location',
  'content-range',
  'retry-after',
  'etag',
  'operation-location',
  'azure-asyncoperation',
]);

/**
 * Names of headers for pages and counts: `X-Total-Count`, `X-WP-TotalPages`, `X-Next-Page`, `Pagination-Count`,
 * `X-Has-More`.
 */
const PAGING =
  /^(?:x-(?:wp-|ms-)?(?:total|count|pages?|per-page|offset|limit|cursor|next|prev(?:ious)?|first-page|last-page|has-(?:more|next(?:-page)?)|continuation(?:-token)?|(?:total|next|prev(?:ious)?|page)-?(?:count|items?|pages?|results?|records?|elements?|size|number|limit|index|cursor|offset|token|link|url))|(?:total-(?:count|pages|results)|next-(?:page|cursor)|page-count)|(?:x-)?pagination(?:-[a-z-]{1,24})?)$/;

/** Rate limit headers, which matter once the limit is reached. */
const RATE_LIMIT = /^(?:x-)?rate-?limit(?:-[a-z-]{1,24})?$/;
const REFUSED: ReadonlySet<number> = new Set([403, 429, 503]);

/** Also sent when the response has no body. */
const FORWARDED_WHEN_EMPTY = new Set(['last-modified', 'allow']);

/** Cookies, authentication, and hop-by-hop headers (RFC 9110 section 7.6.1). */
const NEVER =
  /^(?:set-cookie2?|cookie2?|authorization|www-authenticate|authentication-info|proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings)$/;

const MAX_HEADERS = 40;
const MAX_VALUE_LENGTH = 2_000;
const MAX_TOTAL_LENGTH = 8_000;

/** Maximum number of declared headers that a tool keeps. */
const MAX_DECLARED = 20;
const MAX_NAME_LENGTH = 60;

/** Declared names in lower case, sorted, without those that are always or never sent. */
export function declaredHeaders(names: Iterable<string>): string[] {
  const kept = new Set<string>();
  for (const name of names) {
    const lower = name.toLowerCase();
    if (kept.size < MAX_DECLARED && isHeaderName(name) && name.length <= MAX_NAME_LENGTH && isOfUse(lower))
      kept.add(lower);
  }
  return [...kept].sort();
}

/** False for headers whose information is in the content already, and for those meant for browsers. */
const isOfUse = (name: string): boolean =>
  !NEVER.test(name) &&
  !FORWARDED.has(name) &&
  !PAGING.test(name) &&
  !RATE_LIMIT.test(name) &&
  !/^(?:content-|access-control-|date$|vary$|strict-transport-security$)/.test(name);

/** The facts that decide which headers are sent. */
export interface HeaderQuestion {
  readonly method: string;
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The response has no body. */
  readonly isEmpty: boolean;
  /** Result of `declaredHeaders`. */
  readonly declared: readonly string[];
}

/**
 * One line for each header, without line breaks.
 * @param redact governs a value under its name
 */
export function headerLines(question: HeaderQuestion, redact: (value: JsonValue) => JsonValue): string[] {
  const lines: string[] = [];
  let length = 0;
  let left = 0;
  for (const name of question.headers.keys()) {
    if (!isForwarded(name, question)) continue;
    const value = question.headers.get(name);
    if (value === null || value === '') continue;
    if (lines.length === MAX_HEADERS || length > MAX_TOTAL_LENGTH) {
      left++;
      continue;
    }
    const line = `${name}: ${headerValue(name, value, redact)}`;
    length += line.length;
    lines.push(line);
  }
  return left === 0 ? lines : [...lines, `(${left} more headers)`];
}

function isForwarded(name: string, { method, status, isEmpty, declared }: HeaderQuestion): boolean {
  if (NEVER.test(name) || name.length > MAX_NAME_LENGTH) return false;
  if (method === 'HEAD' || FORWARDED.has(name) || PAGING.test(name) || declared.includes(name)) return true;
  if ((isEmpty && FORWARDED_WHEN_EMPTY.has(name)) || (status === 405 && name === 'allow')) return true;
  return REFUSED.has(status) && RATE_LIMIT.test(name);
}

/** Control characters, invisible characters and line separators. */
const UNSEEN = lazy(() => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu);

function headerValue(name: string, value: string, redact: (value: JsonValue) => JsonValue): string {
  const text = decoded(value).replace(UNSEEN(), ' ').trim();
  const cut = text.length > MAX_VALUE_LENGTH ? text.slice(0, MAX_VALUE_LENGTH).toWellFormed() : text;
  const redacted = redact({ [name]: cut }) as { readonly [name: string]: JsonValue };
  const [clean] = Object.values(redacted);
  return cut === text ? String(clean) : `${String(clean)}… (the first ${cut.length} of ${text.length} characters)`;
}

/** Field values are decoded as Latin-1 by the HTTP client; most that have other bytes are UTF-8. */
function decoded(value: string): string {
  if (/^[\u0000-\u007f]*$/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
