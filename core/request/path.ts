/**
 * Path templates: replaces each {variable} by an encoded value (styles simple, label, matrix; ssv, tsv, pipes of Swagger
 * 2.0). Refuses empty values and dot segments, with which a value could move the request to another resource: in plain,
 * encoded or double-encoded form and anywhere in the value, because servers and proxies decode and normalize in any
 * order.
 */
import { Buffer } from 'node:buffer';
import { PortcullisError } from '../lib/errors.ts';
import type { JsonValue } from '../lib/json/value.ts';
import { encodeReserved, encodeStrict, encodeTemplate, URI } from '../lib/url/percentEncoding.ts';
import type { WireParameter } from '../model/tool.ts';
import { argumentInvalid } from './errors.ts';
import { separatorOf } from './query.ts';
import { shapeOf } from './value.ts';

/**
 * Replaces the variables of a template (path only, no query).
 * @throws `argument_invalid`
 * @throws `tool_invalid` for a variable without a parameter
 */
export function fillPath(
  template: string,
  parameters: readonly WireParameter[],
  valueFor: (parameter: WireParameter) => JsonValue | undefined,
): string {
  let last = 0;
  let path = '';
  for (const match of template.matchAll(/\{([^{}]+)\}/g)) {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === match[1]);
    if (!parameter)
      throw new PortcullisError('tool_invalid', `The path ${template} has no parameter for {${match[1]}}.`);
    path += encodeTemplate(template.slice(last, match.index)) + pathText(parameter, valueFor(parameter));
    last = match.index + match[0].length;
  }
  path += encodeTemplate(template.slice(last));
  if (hasDotSegment(path)) {
    throw argumentInvalid(
      parameters.find((parameter) => parameter.in === 'path')?.argument ?? 'path',
      'dot_segment',
      'the path may not hold . or .. as a segment',
    );
  }
  return path;
}

/**
 * The serialized value of a path parameter.
 * @throws `argument_invalid`
 */
export function pathText(parameter: WireParameter, value: JsonValue | undefined): string {
  const { argument, style, explode } = parameter;
  const shape = shapeOf(value, argument, parameter.itemStyles);
  const empty = (): never => {
    throw argumentInvalid(argument, 'required', 'is part of the path and may not be empty or left out');
  };
  if (shape.kind === 'absent') return empty();
  const texts = shape.kind === 'one' ? [shape.text] : shape.kind === 'list' ? shape.items : shape.entries.flat();
  for (const text of texts) {
    // A dot among several items is no segment by itself; fillPath checks the whole path.
    if (text === '.' && texts.length > 1) continue;
    if (hasDotSegment(text)) throw argumentInvalid(argument, 'dot_segment', 'may not be or hold a . or .. segment');
  }
  const encode = encoderOf(parameter);
  const assign = (key: string, text: string) => `${encode(key)}=${encode(text)}`;
  const name = encodeStrict(parameter.name);

  if (style === 'matrix') {
    const pair = (key: string, text: string) => (text === '' ? `;${key}` : `;${key}=${text}`);
    if (shape.kind === 'one') return pair(name, encode(shape.text));
    if (!explode) return pair(name, texts.map(encode).join(','));
    if (shape.kind === 'list') return shape.items.map((item) => pair(name, encode(item))).join('');
    return shape.entries.map(([key, item]) => pair(encode(key), encode(item))).join('');
  }
  if (style === 'label') {
    if (explode && shape.kind === 'entries') return `.${shape.entries.map(([k, v]) => assign(k, v)).join('.')}`;
    return `.${texts.map(encode).join(explode ? '.' : ',')}`;
  }
  const joined =
    explode && shape.kind === 'entries'
      ? shape.entries.map(([key, item]) => assign(key, item)).join(',')
      : texts.map(encode).join(separatorOf(style, URI));
  return joined === '' ? empty() : joined;
}

function encoderOf({ slashes, allowReserved, argument }: WireParameter): (text: string) => string {
  if (slashes) return (text) => segments(text, argument);
  return allowReserved ? (text) => encodeReserved(text, '/?#[]') : encodeStrict;
}

/**
 * A value of several segments: reserved expansion (RFC 6570 section 3.2.3), but what would end the path is encoded. Refuses
 * what servers are known to read as a slash or to drop, encoded too, because the triplets of the value stay.
 * @throws `argument_invalid`
 */
function segments(text: string, argument: string): string {
  if (/[\\\u0000-\u001f\u007f]|%(?:5c|[01][0-9a-f]|7f)/i.test(text)) {
    throw argumentInvalid(argument, 'path_characters', 'may not hold a backslash or control characters');
  }
  return encodeReserved(text, '?#[]');
}

/**
 * True when a segment is . or .. after up to three rounds of percent-decoding, without `;parameters`. Also finds what
 * lenient servers read as dots: overlong UTF-8, full-width dots and one dot leaders (which normalization makes dots),
 * dots with control characters that parsers remove, and with spaces or NUL at the end.
 */
export function hasDotSegment(text: string): boolean {
  // Most values have no dot in any form, so they are not decoded.
  if (!/[.%\u2024\u2025\uff0e]/.test(text)) return false;
  let decoded = text;
  for (let round = 0; round < 4; round++) {
    if (
      plainDots(decoded)
        .split(/[/\\]/)
        .some((segment) => /^\.{1,2} *$/.test(segment.replace(/;.*$/s, '')))
    )
      return true;
    const next = decoded.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun);
    if (next === decoded) return false;
    decoded = next;
  }
  return false;
}

const plainDots = (text: string): string =>
  text
    .replace(/[\u2024\uff0e]/g, '.')
    .replace(/\u2025/g, '..')
    .replace(/[\u2215\u2044\uff0f]/g, '/')
    .replace(/[\0-\u001f\u007f]/g, '');

/** Decodes a run of %XX triplets. Of invalid UTF-8, the overlong forms of dot, slash and backslash are decoded, too. */
function decodeRun(run: string): string {
  const plain = run
    .replace(/%c0%ae/gi, '.')
    .replace(/%c0%af/gi, '/')
    .replace(/%c1%9c/gi, '\\');
  return plain.replace(/(?:%[0-9a-f]{2})+/gi, (rest) => Buffer.from(rest.replaceAll('%', ''), 'hex').toString());
}
