/**
 * Which response headers a model gets: those that lead on (pages, locations of new resources, versions, retry times),
 * those that the description declares, and for HEAD all. Never cookies, authentication, or headers of one connection.
 * Values are governed by the names of their headers, and limited in number and length.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import type { JsonValue } from '../json/value.ts';
import { isHeaderName } from '../request/header.ts';

/** The headers of a response, as the Fetch API's Headers have them. */
export interface AnswerHeaders {
  get(name: string): string | null;
  /** Names in lower case. */
  keys(): Iterable<string>;
}

/** RFC 9110 (sections 8.8.3, 10.2, 14.4), RFC 8288, and where asynchronous operations of Azure APIs report. */
const TOLD = new Set([
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
 * Names that APIs use for pages and counts: `X-Total-Count`, `X-WP-TotalPages`, `X-Next-Page`, `Pagination-Count`,
 * `X-Has-More`.
 */
const PAGING =
  /^(?:x-(?:wp-|ms-)?(?:total|count|pages?|per-page|offset|limit|cursor|next|prev(?:ious)?|first-page|last-page|has-(?:more|next(?:-page)?)|continuation(?:-token)?|(?:total|next|prev(?:ious)?|page)-?(?:count|items?|pages?|results?|records?|elements?|size|number|limit|index|cursor|offset|token|link|url))|(?:total-(?:count|pages|results)|next-(?:page|cursor)|page-count)|(?:x-)?pagination(?:-[a-z-]{1,24})?)$/;

/** Rate limits matter once they are used up. */
const ALLOWANCE = /^(?:x-)?rate-?limit(?:-[a-z-]{1,24})?$/;
const REFUSED: ReadonlySet<number> = new Set([403, 429, 503]);

/** Also the result of a response without a body. */
const OF_EMPTY = new Set(['last-modified', 'allow']);

/** Cookies, authentication, and hop-by-hop headers (RFC 9110 section 7.6.1). */
const NEVER =
  /^(?:set-cookie2?|cookie2?|authorization|www-authenticate|authentication-info|proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings)$/;

const MAX_HEADERS = 40;
const MAX_VALUE_LENGTH = 2_000;
const MAX_TOTAL_LENGTH = 8_000;

/** Declared header names that a tool keeps. */
const MAX_DECLARED = 20;
const MAX_NAME_LENGTH = 60;

/** Declared names in lower case, sorted, without those that are always or never shown. */
export function declaredHeaders(names: Iterable<string>): string[] {
  const kept = new Set<string>();
  for (const name of names) {
    const lower = name.toLowerCase();
    if (kept.size < MAX_DECLARED && isHeaderName(name) && name.length <= MAX_NAME_LENGTH && isOfUse(lower))
      kept.add(lower);
  }
  return [...kept].sort();
}

/** False for headers that the content already shows, and for those meant for browsers. */
const isOfUse = (name: string): boolean =>
  !NEVER.test(name) &&
  !TOLD.has(name) &&
  !PAGING.test(name) &&
  !ALLOWANCE.test(name) &&
  !/^(?:content-|access-control-|date$|vary$|strict-transport-security$)/.test(name);

/** What decides which headers are shown. */
export interface HeaderQuestion {
  readonly method: string;
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The answer has no body. */
  readonly isEmpty: boolean;
  /** By `declaredHeaders`. */
  readonly declared: readonly string[];
}

/**
 * One line per shown header, without line breaks.
 * @param redact governance of a value by its name
 */
export function headerLines(question: HeaderQuestion, redact: (value: JsonValue) => JsonValue): string[] {
  const lines: string[] = [];
  let length = 0;
  let left = 0;
  for (const name of question.headers.keys()) {
    if (!isTold(name, question)) continue;
    const value = question.headers.get(name);
    if (value === null || value === '') continue;
    if (lines.length === MAX_HEADERS || length > MAX_TOTAL_LENGTH) {
      left++;
      continue;
    }
    const line = `${name}: ${shown(name, value, redact)}`;
    length += line.length;
    lines.push(line);
  }
  return left === 0 ? lines : [...lines, `(${left} more headers)`];
}

function isTold(name: string, { method, status, isEmpty, declared }: HeaderQuestion): boolean {
  if (NEVER.test(name) || name.length > MAX_NAME_LENGTH) return false;
  if (method === 'HEAD' || TOLD.has(name) || PAGING.test(name) || declared.includes(name)) return true;
  if ((isEmpty && OF_EMPTY.has(name)) || (status === 405 && name === 'allow')) return true;
  return REFUSED.has(status) && ALLOWANCE.test(name);
}

/** Controls, invisible characters and separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;

function shown(name: string, value: string, redact: (value: JsonValue) => JsonValue): string {
  const text = decoded(value).replace(UNSEEN, ' ').trim();
  const cut = text.length > MAX_VALUE_LENGTH ? text.slice(0, MAX_VALUE_LENGTH).toWellFormed() : text;
  const redacted = redact({ [name]: cut }) as { readonly [name: string]: JsonValue };
  const [clean] = Object.values(redacted);
  return cut === text ? String(clean) : `${String(clean)}… (the first ${cut.length} of ${text.length} characters)`;
}

/** Field values arrive as Latin-1; most with non-ASCII bytes are UTF-8. */
function decoded(value: string): string {
  if (/^[\u0000-\u007f]*$/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
