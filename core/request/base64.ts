/**
 * File arguments: base64 (plain or URL-safe, RFC 4648), a data: URL (RFC 2397), or an object with content, file name and
 * media type. Decoding is strict: text that is not base64 is refused.
 */
import { Buffer } from 'node:buffer';
import { isPlainObject } from '../lib/json/lossless.ts';
import type { JsonValue } from '../lib/json/value.ts';
import { argumentInvalid } from './errors.ts';

/** A file given as an argument. */
export interface FileArgument {
  readonly bytes: Uint8Array;
  readonly filename?: string;
  readonly mediaType?: string;
}

/**
 * Decodes base64; white space and missing padding are accepted.
 * @param argument name of the argument, for the error
 * @throws `argument_invalid`
 */
export function decodeBase64(text: string, argument: string): Uint8Array {
  const compact = text
    .replace(/\s+/g, '')
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/={0,2}$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(compact) || compact.length % 4 === 1) {
    throw argumentInvalid(argument, 'base64', 'must be the file’s bytes as base64 text');
  }
  return Buffer.from(compact, 'base64');
}

const first = (value: { [key: string]: JsonValue }, keys: readonly string[]): string | undefined => {
  for (const key of keys) if (typeof value[key] === 'string') return value[key] as string;
  return undefined;
};

const CONTENT_KEYS = ['data', 'content', 'base64', 'bytes', 'blob'];

/** True for `{data, filename?, mediaType?}`, with any of the usual key names. */
export const isFileObject = (value: JsonValue): boolean =>
  isPlainObject(value) && first(value, CONTENT_KEYS) !== undefined;

/**
 * Reads one file argument.
 * @throws `argument_invalid` when it is not a file or not base64
 */
export function fileOf(value: JsonValue, argument: string): FileArgument {
  if (typeof value === 'string') {
    const dataUrl = /^data:([^,;]*(?:;(?!base64)[^,;]*)*);base64,/i.exec(value);
    if (!dataUrl) return { bytes: decodeBase64(value, argument) };
    const [mediaType, ...parameters] = (dataUrl[1] ?? '').split(';');
    const name = parameters.find((parameter) => parameter.startsWith('name='))?.slice(5);
    return {
      bytes: decodeBase64(value.slice(dataUrl[0].length), argument),
      ...(mediaType ? { mediaType } : {}),
      ...(name ? { filename: safeDecode(name) } : {}),
    };
  }
  if (isPlainObject(value)) {
    const content = first(value, CONTENT_KEYS);
    if (content !== undefined) {
      const filename = first(value, ['filename', 'fileName', 'name']);
      const mediaType = first(value, ['mediaType', 'contentType', 'mimeType', 'type']);
      const file = fileOf(content, argument);
      return { ...file, ...(filename ? { filename } : {}), ...(mediaType ? { mediaType } : {}) };
    }
  }
  throw argumentInvalid(argument, 'file', 'must be base64 text, or {data, filename, mediaType}');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
