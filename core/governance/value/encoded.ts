/**
 * Redacts data that is encoded in a string: JSON, URL queries and percent-encoding (also applied twice), base64 in one
 * or more lines, also of gzip and zlib, `data:` URLs, hexadecimal text, characters written as escapes. The string keeps its form:
 * JSON is redacted in place, base64 is encoded again with the same line breaks, and only the finds are no longer encoded.
 */

import { deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import type { JsonValue } from '../../lib/json/value.ts';
import type { MarkerFor, Span } from '../../model/governance/span.ts';
import { isZlib, mayBeText } from '../facts/decodable.ts';
import { readEscapes } from '../facts/escapes.ts';
import { decodePercent, encodeLike, readPercent } from '../facts/percent.ts';
import { eachPair } from '../facts/query.ts';
import { isSignerId } from '../facts/signerId.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { mayBeLenient, readLenient } from '../formats/lenientJson.ts';
import { applyEdits, type Edit, editsOf } from '../formats/positions.ts';
import { Mark } from '../text/conclusions.ts';
import { replaceSpans } from './prose.ts';

/** Redacts the data inside a string. */
export interface InnerRedactor {
  walk(value: JsonValue): JsonValue;
  /** Redacts a text, with its field name if known. */
  text(value: string, name?: string): string;
  /** The personal data in a text without a field name. */
  spans(value: string): readonly Span[];
  readonly markerFor: MarkerFor;
  /** Counts decompressed text; false when the answer may have no more. */
  inflate(characters: number): boolean;
  /** The marker for what is not read; it is counted. */
  withheld(): string;
}

/** A string in which encoded data was redacted. */
export interface Decoded {
  readonly text: string;
  /** The whole string is a JSON document; there is no text outside its strings. */
  readonly whole: boolean;
}

/** Of a text whose characters are not known. */
const ALL_MARKS = -1;
const MAX_INNER = 2 * 1024 * 1024;
/** Maximum size of compressed text that is read in one answer. */
export const MAX_INFLATED = 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
/** base64 in lines of equal length and a last, shorter one (RFC 2045, RFC 7468). */
const WRAPPED = /^[A-Za-z0-9+/]{32,76}(?:\r?\n[A-Za-z0-9+/]{1,76}={0,2})+\s*$/;
const DATA_URL = /data:[\w.+-]{0,40}\/?[\w.+-]{0,60}(?:;[\w.=+-]{1,60}){0,4};base64,([A-Za-z0-9+/_-]{16,}={0,2})/g;
const HEX = /^(?:0[xX])?((?:[0-9a-f]{2}){10,}|(?:[0-9A-F]{2}){10,})$/;

/**
 * The redacted string; undefined when nothing is encoded in it or nothing was found.
 *
 * @param marks of its characters (`Mark`), if they are known
 */
export function redactEncoded(
  value: string,
  info: KeyInfo | undefined,
  inner: InnerRedactor,
  marks = ALL_MARKS,
): Decoded | undefined {
  if (value.length > MAX_INNER) return undefined;
  const blanks = value.charCodeAt(0) <= 0x20 ? Math.max(0, value.search(/\S/)) : 0;
  const first = value.charCodeAt(blanks);
  if (first === 0x7b || first === 0x5b) {
    if (first === 0x5b && value.startsWith('[REDACTED:')) return undefined;
    if (value.length <= 6) return undefined;
    if (/[}\]]\s*$/.test(value.slice(-16)) && isJson(value))
      return { text: fromJson(value, inner) ?? value, whole: true };
    return inText(fromNearlyJson(value, inner));
  }
  if (first === 0x22) {
    const text = fromJsonString(value, inner);
    if (text !== undefined) return { text, whole: true };
  }
  const brace = (marks & Mark.bracket) === 0 ? -1 : value.indexOf('{');
  const framed = brace > 0 ? fromNearlyJson(value, inner, brace) : undefined;
  return inText(fromOther(framed ?? value, info, inner, framed === undefined ? marks : ALL_MARKS) ?? framed);
}

function inText(text: string | undefined): Decoded | undefined {
  return text === undefined ? undefined : { text, whole: false };
}

function fromOther(value: string, info: KeyInfo | undefined, inner: InnerRedactor, marks: number): string | undefined {
  const mayBeEscaped = (marks & (Mark.escape | Mark.equals)) !== 0;
  const unescaped = mayBeEscaped ? fromEscapes(value, inner) : undefined;
  return fromEncoding(unescaped ?? value, info, inner, unescaped === undefined ? marks : ALL_MARKS) ?? unescaped;
}

function fromEscapes(value: string, inner: InnerRedactor): string | undefined {
  const plain = readEscapes(value);
  if (plain === undefined) return undefined;
  const spans = valued(inner.spans(plain.text), plain.text);
  return spans.length === 0 ? undefined : replaceSpans(value, plain.original(spans), inner.markerFor);
}

/** The finds with their decoded values, of which pseudonyms are made. */
const valued = (spans: readonly Span[], text: string): Span[] =>
  spans.map((span) => ({ ...span, value: span.value ?? text.slice(span.start, span.end) }));

function fromEncoding(
  value: string,
  info: KeyInfo | undefined,
  inner: InnerRedactor,
  marks: number,
): string | undefined {
  if (value.length >= 40 && (marks & Mark.semicolon) !== 0 && value.includes(';base64,'))
    return fromDataUrls(value, inner);
  const hasPercent = (marks & Mark.percent) !== 0 && value.includes('%');
  if ((marks & Mark.equals) !== 0 && (marks & Mark.query) !== 0 && hasQuery(value)) {
    // Data may precede the query as well: `mailto:ann%40x.org?subject=…`.
    const redactedQuery = fromQuery(value, inner);
    return (hasPercent ? fromPercent(redactedQuery ?? value, inner) : undefined) ?? redactedQuery;
  }
  if (hasPercent && /%[0-9A-Fa-f]{2}/.test(value)) return fromPercent(value, inner);
  if (value.length < 20 || info?.opaque === true) return undefined;
  if (value.length % 2 === 0 && HEX.test(value)) return fromHex(value, inner);
  if (value.length >= 24 && value.length % 4 !== 1 && BASE64.test(value)) return fromBase64(value, inner);
  return WRAPPED.test(value) ? fromWrapped(value, inner) : undefined;
}

function hasQuery(value: string): boolean {
  return value.includes('=') && (value.includes('?') || value.includes('&'));
}

function fromDataUrls(value: string, inner: InnerRedactor): string | undefined {
  const result = value.replace(DATA_URL, (whole, encoded: string) => {
    const next = fromBase64(encoded, inner);
    return next === undefined ? whole : whole.slice(0, whole.length - encoded.length) + next;
  });
  return result === value ? undefined : result;
}

function fromHex(value: string, inner: InnerRedactor): string | undefined {
  const digits = /^0[xX]/.test(value) ? value.slice(2) : value;
  if (!mayDecode(value)) return undefined;
  const text = Buffer.from(digits, 'hex').toString('utf8');
  if (!isPlainText(text)) return undefined;
  const redacted = inner.text(text);
  if (redacted === text) return undefined;
  const encoded = Buffer.from(redacted).toString('hex');
  return value.slice(0, value.length - digits.length) + (/[A-F]/.test(digits) ? encoded.toUpperCase() : encoded);
}

function mayDecode(value: string): boolean {
  const digits = Buffer.from(value.slice(0, 64), 'latin1');
  return mayBeText(digits, 0, digits.length);
}

/** Redacts base64 in lines, and encodes it in lines of the same length. */
function fromWrapped(value: string, inner: InnerRedactor): string | undefined {
  const [first = '', lineEnd = '\n'] = /^(\S+)(\r?\n)/.exec(value)?.slice(1) ?? [];
  const next = fromBase64(value.replace(/\s+/g, ''), inner);
  return next?.replace(new RegExp(`(.{${first.length}})(?=.)`, 'g'), `$1${lineEnd}`);
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Redacts a JSON document in place: numbers, white space and repeated names stay as they are. */
function fromJson(value: string, inner: InnerRedactor): string | undefined {
  const read = readLenient(value, value.search(/\S/));
  if (read === undefined) {
    const parsed = JSON.parse(value) as JsonValue;
    const walked = inner.walk(parsed);
    return walked === parsed ? undefined : JSON.stringify(walked);
  }
  const edits = editsOf(read.node, inner.walk);
  return edits.length === 0 ? undefined : applyEdits(value, edits);
}

/** Redacts what a JSON string holds that stands in the value with its quotes and escapes: `"{\"last_name\":\"Lee\"}"`. */
function fromJsonString(value: string, inner: InnerRedactor): string | undefined {
  if (value.length <= 6 || !value.endsWith('"') || !value.includes('\\') || !isJson(value)) return undefined;
  const text = JSON.parse(value) as string;
  const redacted = inner.text(text);
  return redacted === text ? undefined : JSON.stringify(redacted);
}

const MAX_TRIES = 8;

/**
 * Redacts nearly valid objects in place: with comments, single quotes or a missing end, and after other text
 * (`payload={…}`, `)]}',` and a line break, `callback({…})`, a message with an object in it).
 */
function fromNearlyJson(value: string, inner: InnerRedactor, first = value.search(/\S/)): string | undefined {
  const edits: Edit[] = [];
  let tries = 0;
  for (let at = first; at >= 0 && tries < MAX_TRIES; tries++) {
    const read = mayBeLenient(value, at) ? readLenient(value, at) : undefined;
    const isObject = read !== undefined && read.named > 0;
    if (isObject) edits.push(...editsOf(read.node, inner.walk));
    at = value.indexOf('{', isObject ? read.end : at + 1);
  }
  return edits.length === 0 ? undefined : applyEdits(value, edits);
}

function fromQuery(value: string, inner: InnerRedactor): string | undefined {
  let result = '';
  let from = 0;
  eachPair(value, (start, nameEnd, end) => {
    const [name, encoded] = [value.slice(start, nameEnd), value.slice(nameEnd + 1, end)];
    const next = isSignerId(name, decodePercent(encoded), value) ? undefined : pairValue(name, encoded, inner);
    if (next === undefined) return;
    result += value.slice(from, nameEnd + 1) + next;
    from = end;
  });
  const text = result + value.slice(from);
  return from === 0 || text === value ? undefined : text;
}

/** The value of a pair with its data redacted; undefined when there is none. */
function pairValue(name: string, encoded: string, inner: InnerRedactor): string | undefined {
  const plain = decodePercent(encoded);
  const redacted = inner.text(plain, name);
  if (redacted !== plain) return encodeLike(encoded, redacted);
  // A plus sign may stand for a space or for itself.
  if (!encoded.includes('+')) return undefined;
  const spaced = decodePercent(encoded.replaceAll('+', ' '));
  const other = inner.text(spaced, name);
  return other === spaced ? undefined : encodeLike(encoded, other).replaceAll(' ', '+');
}

function fromPercent(value: string, inner: InnerRedactor): string | undefined {
  const once = readPercent(value);
  if (once === undefined) return undefined;
  const hasDuplicate = readPercent(once.text);
  const plain = (hasDuplicate ?? once).text;
  if (/^\s*[[{]/.test(plain) && isJson(plain)) {
    const redacted = inner.text(plain);
    return redacted === plain ? undefined : encodeLike(value, redacted);
  }
  const spans = valued(inner.spans(plain), plain);
  return spans.length === 0
    ? undefined
    : replaceSpans(value, once.original(hasDuplicate ? hasDuplicate.original(spans) : spans), inner.markerFor);
}

function fromBase64(value: string, inner: InnerRedactor): string | undefined {
  if (!mayDecode(value)) return undefined;
  const bytes = Buffer.from(value, 'base64');
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return fromCompressed(bytes, inner, gunzipSync, gzipSync);
  if (isZlib(bytes[0], bytes[1])) return fromCompressed(bytes, inner, inflateSync, deflateSync);
  const text = bytes.toString('utf8');
  if (!isPlainText(text)) return undefined;
  const redacted = inner.text(text);
  if (redacted === text) return undefined;
  const encoded = Buffer.from(redacted).toString(/[-_]/.test(value) ? 'base64url' : 'base64');
  return value.length % 4 === 0 ? encoded : encoded.replace(/=+$/, '');
}

/** Redacts text that is compressed with gzip (RFC 1952) or zlib (RFC 1950). More than MAX_INFLATED of it in one answer is withheld. */
function fromCompressed(
  bytes: Uint8Array,
  inner: InnerRedactor,
  inflate: typeof gunzipSync,
  deflate: typeof gzipSync,
): string | undefined {
  let text: string;
  try {
    text = inflate(bytes, { maxOutputLength: MAX_INFLATED }).toString('utf8');
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? inner.withheld() : undefined;
  }
  if (!inner.inflate(text.length)) return inner.withheld();
  if (!isPlainText(text)) return undefined;
  const redacted = inner.text(text);
  return redacted === text ? undefined : deflate(redacted).toString('base64');
}

function isPlainText(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 0x7f || code === 0xfffd) return false;
  }
  return true;
}
