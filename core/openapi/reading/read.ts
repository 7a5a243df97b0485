/**
 * Bytes → parsed document: gzip, byte order marks, JSON first and YAML second, whatever the extension or content type says.
 * Knows nothing of OpenAPI. References are not looked at.
 */
import { Buffer, isAscii } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import type { JsonObject, JsonValue } from '../../json.ts';
import { ImportRefused } from '../errors.ts';
import { parseYaml } from './yaml.ts';

/** Parses one document. Throws ImportRefused `spec_invalid` or `spec_too_large`; `limit` is in bytes after decompression. */
export function readDocument(input: Uint8Array | string, limit: number): JsonValue {
  const text = typeof input === 'string' ? input.replace(/^\ufeff/, '') : decode(input, limit);
  if (typeof input === 'string' && Buffer.byteLength(input) > limit) throw tooLarge(limit);
  const start = /[^\s]/.exec(text)?.[0];
  if (start === undefined) throw new ImportRefused('spec_invalid', 'The document is empty.');
  if (start === '<') {
    throw new ImportRefused(
      'spec_invalid',
      'This is an HTML or XML page, not an API description. Give the address of the JSON or YAML file itself (often openapi.json, behind a "download" or "raw" link).',
    );
  }
  let jsonFault: string | undefined;
  if (start === '{' || start === '[' || start === '"') {
    try {
      return JSON.parse(text) as JsonValue;
    } catch (error) {
      jsonFault = (error as Error).message;
    }
  }
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    if (error instanceof RangeError) {
      throw new ImportRefused('spec_invalid', 'The document is nested more deeply than any API description.');
    }
    const { reason = 'unknown reason', mark } = error as { reason?: string; mark?: { line: number; column: number } };
    const where = mark ? ` (line ${mark.line + 1}, column ${mark.column + 1})` : '';
    throw new ImportRefused(
      'spec_invalid',
      jsonFault
        ? `The document is no valid JSON: ${jsonFault.slice(0, 200)}.`
        : `The document is neither JSON nor valid YAML: ${reason}${where}.`,
    );
  }
}

function decode(bytes: Uint8Array, limit: number): string {
  const raw = isGzip(bytes) ? gunzip(bytes, limit) : bytes;
  if (raw.byteLength > limit) throw tooLarge(limit);
  if (raw[0] === 0xff && raw[1] === 0xfe) return new TextDecoder('utf-16le').decode(raw);
  if (raw[0] === 0xfe && raw[1] === 0xff) return new TextDecoder('utf-16be').decode(raw);
  const buffer = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  return isAscii(buffer) ? buffer.toString('latin1') : buffer.toString('utf8').replace(/^\ufeff/, '');
}

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function gunzip(bytes: Uint8Array, limit: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: limit + 1 });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw new ImportRefused('spec_invalid', 'The document starts like gzip but cannot be unpacked.');
  }
}

const tooLarge = (limit: number): ImportRefused =>
  new ImportRefused(
    'spec_too_large',
    `The document is larger than ${Math.floor(limit / 1024 / 1024)} MB, the limit for API descriptions. Leave out examples or split it.`,
    { context: { limit } },
  );

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member, never one of the prototype's. */
export const member = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const stringMember = (value: JsonValue | undefined, key: string): string | undefined => {
  const found = member(value, key);
  return typeof found === 'string' ? found : undefined;
};

export const objectMember = (value: JsonValue | undefined, key: string): JsonObject => {
  const found = member(value, key);
  return isObject(found) ? found : {};
};

export const arrayMember = (value: JsonValue | undefined, key: string): JsonValue[] => {
  const found = member(value, key);
  return Array.isArray(found) ? found : [];
};
