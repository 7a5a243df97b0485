/**
 * Serializes header parameters (style simple, no percent-encoding), and lists the headers that an argument may not set.
 * Values are sent as UTF-8. Refuses line breaks and other control characters.
 */
import type { JsonValue } from '../lib/json/value.ts';
import { PLAIN } from '../lib/url/percentEncoding.ts';
import { isMethodOverride } from '../model/methodOverride.ts';
import type { WireParameter } from '../model/tool.ts';
import { argumentInvalid } from './errors.ts';
import { separatorOf } from './query.ts';
import { shapeOf } from './value.ts';

/** Framing, routing and hop-by-hop headers (RFC 9110 section 7.6.1), and Authorization. Those that change the method are in methodOverride.ts. */
const FORBIDDEN = new Set([
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'max-forwards',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-original-url',
  'x-rewrite-url',
]);

/**
 * True when no argument (and no custom credential header) may set this header. An underscore counts as a dash, because upstreams that follow
 * CGI (RFC 3875 section 4.1.18: PHP, WSGI, Rack) read `X_HTTP_Method_Override` as the header with dashes.
 */
export function isForbiddenHeader(name: string): boolean {
  const lower = name.toLowerCase();
  if (FORBIDDEN.has(lower.replaceAll('_', '-')) || lower.startsWith('proxy-') || lower.startsWith('sec-')) return true;
  return isMethodOverride(name);
}

/** True for a valid field name (RFC 9110 section 5.1). */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);

/** True for a valid field value: no control characters except the tab (RFC 9110 section 5.5). */
export const isHeaderValue = (text: string): boolean => /^[\t\u0020-\u007e\u0080-\u{10ffff}]*$/u.test(text);

/**
 * The value of a header; undefined when the argument is absent.
 * @throws `argument_invalid`
 */
export function headerText(parameter: WireParameter, value: JsonValue | undefined): string | undefined {
  const { argument } = parameter;
  const shape = shapeOf(value, argument, parameter.itemStyles);
  if (shape.kind === 'absent') return undefined;
  if (isForbiddenHeader(parameter.name) || !isHeaderName(parameter.name)) {
    throw argumentInvalid(argument, 'header_forbidden', `the header ${parameter.name} cannot be set by an argument`);
  }
  const texts =
    shape.kind === 'one'
      ? [shape.text]
      : shape.kind === 'list'
        ? shape.items
        : parameter.explode
          ? shape.entries.map(([key, item]) => `${key}=${item}`)
          : shape.entries.flat();
  return checkedHeader(texts.join(separatorOf(parameter.style, PLAIN)), argument);
}

/**
 * The text, if it is a valid field value.
 * @throws `argument_invalid`
 */
export function checkedHeader(text: string, argument: string): string {
  if (isHeaderValue(text)) return text;
  throw argumentInvalid(argument, 'header_value', 'may not hold line breaks or other control characters');
}
