/**
 * Parses the bytes of a document: undoes gzip, removes a byte order mark, tries JSON and then YAML, whatever the file
 * extension or Content-Type. Does not follow references. Also has the accessors for own members of parsed values.
 */
import { Buffer, isAscii } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { byteOrderMark, withoutUtf8Mark } from '../../lib/charset.ts';
import { PortcullisError } from '../../lib/errors.ts';
import { JsonByteScanner } from '../../lib/json/byteScanner.ts';
import {
  mayEscapeLoneSurrogates,
  mayHoldLoneSurrogates,
  replaceLoneSurrogates,
} from '../../lib/json/loneSurrogates.ts';
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import { deferJsonParts } from './deferJson.ts';
import type { DeferredDocument } from './deferredParts.ts';
import { escapesOf, hiddenInJson, isHiddenBetween, mayHideInYaml } from './hiddenCharacters.ts';
import type { RepeatedKey } from './location.ts';
import { countMembers, repeatedJsonKeys } from './repeatedKeys.ts';
import { createDigitsOf, type DigitsOf } from './sourceText.ts';
import { parseYaml, repeatedYamlKeys } from './yaml.ts';

/** A parsed document, some parts of which may be deferred. */
export type Opened = Pick<DeferredDocument, 'value' | 'repeatedKeys'> &
  Partial<DeferredDocument> & {
    /** The digits of an integer that was rounded, as the text has them. */
    readonly digitsOf: DigitsOf;
    /** Whether it may have characters that nobody sees. */
    readonly mayHide: () => boolean;
    /** The same of the part that a placeholder stands for; true of other values. */
    readonly mayHideIn?: (value: JsonValue) => boolean;
  };

/**
 * Parses an API description; of JSON, the parts that are seldom needed are deferred.
 * @param limit bytes after decompression
 * @throws PortcullisError as {@link readDocument}
 */
export function openDocument(input: Uint8Array | string, limit: number): Opened {
  const bytes = unpacked(typeof input === 'string' ? Buffer.from(input) : input, limit);
  const plain = withoutUtf8Mark(bytes);
  const escapes = escapesOf(plain);
  if (escapes.hasUnicode && mayEscapeLoneSurrogates(bytes)) {
    const text = decode(bytes);
    if (mayHoldLoneSurrogates(text)) return whole(text);
  }
  const deferred = isUtf16(bytes) ? undefined : deferJsonParts(plain, escapes.hasUnicode);
  if (deferred) {
    const digitsOf = createDigitsOf(() => bytes.toString('latin1'));
    let places: readonly number[] | undefined;
    const hidden = () => (places ??= hiddenInJson(plain, escapes));
    const mayHideIn = (value: JsonValue) => {
      const span = deferred.spanOf(value);
      return !span || isHiddenBetween(hidden(), ...span);
    };
    return { ...deferred, digitsOf, mayHide: () => hidden().length > 0, mayHideIn };
  }
  return whole(decode(bytes));
}

/**
 * Parses a document without deferring parts.
 * @param limit bytes after decompression
 * @throws PortcullisError `spec_invalid` or `spec_too_large`
 */
export function openWhole(input: Uint8Array | string, limit: number): Opened {
  return whole(decode(unpacked(typeof input === 'string' ? Buffer.from(input) : input, limit)));
}

/** The value of {@link openWhole}. */
export const readDocument = (input: Uint8Array | string, limit: number): JsonValue => openWhole(input, limit).value;

/**
 * The error of JSON.parse for a text that begins like JSON, at most 200 characters.
 * @returns undefined when the text is valid JSON, or does not begin with a brace or bracket
 */
export function jsonFault(input: Uint8Array, limit: number): string | undefined {
  const text = decode(unpacked(input, limit));
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(0, 200);
  }
}

function whole(text: string): Opened {
  const { value, repeatedKeys } = parsed(text);
  return {
    value: mayHoldLoneSurrogates(text) ? replaceLoneSurrogates(value) : value,
    repeatedKeys,
    digitsOf: createDigitsOf(() => text),
    mayHide: () => mayHideInYaml(Buffer.from(text)),
  };
}

function parsed(text: string): Pick<Opened, 'value' | 'repeatedKeys'> {
  const start = /[^\s]/.exec(text)?.[0];
  if (start === undefined) throw new PortcullisError('spec_invalid', 'The document is empty.');
  if (start === '<') {
    throw new PortcullisError(
      'spec_invalid',
      'This is an HTML or XML page, not an API description. Give the address of the JSON or YAML file itself (often openapi.json, behind a "download" or "raw" link).',
    );
  }
  let jsonFault: string | undefined;
  if (start === '{' || start === '[' || start === '"') {
    try {
      const value = JSON.parse(text) as JsonValue;
      return { value, repeatedKeys: () => repeatedIn(text, value) };
    } catch (error) {
      jsonFault = (error as Error).message;
    }
  }
  try {
    let hasRepeats = false;
    const value = parseYaml(text, () => {
      hasRepeats = true;
    });
    return { value, repeatedKeys: () => (hasRepeats ? repeatedYamlKeys(text) : []) };
  } catch (error) {
    if (error instanceof PortcullisError) throw error;
    if (error instanceof RangeError) {
      throw new PortcullisError('spec_invalid', 'The document is nested more deeply than any API description.');
    }
    const { reason = 'unknown reason', mark } = error as { reason?: string; mark?: { line: number; column: number } };
    const where = mark ? ` (line ${mark.line + 1}, column ${mark.column + 1})` : '';
    throw new PortcullisError(
      'spec_invalid',
      jsonFault
        ? `The document is no valid JSON: ${jsonFault.slice(0, 200)}.`
        : `The document is neither JSON nor valid YAML: ${reason}${where}.`,
    );
  }
}

/** The repeated keys of a JSON text that was parsed as a whole. */
function repeatedIn(text: string, value: JsonValue): readonly RepeatedKey[] {
  if (typeof value !== 'object' || value === null) return [];
  const bytes = Buffer.from(text);
  const scanner = new JsonByteScanner(bytes);
  scanner.afterValue(scanner.afterSpace(0));
  return countMembers(value) < scanner.members ? repeatedJsonKeys(bytes) : [];
}

function unpacked(bytes: Uint8Array, limit: number): Buffer {
  const raw = isGzip(bytes) ? gunzip(bytes, limit) : bytes;
  if (raw.byteLength > limit) throw tooLarge(limit);
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
}

/** True when the document has a byte order mark of UTF-16. */
const isUtf16 = (bytes: Uint8Array): boolean => byteOrderMark(bytes)?.startsWith('utf-16') === true;

function decode(bytes: Buffer): string {
  if (isUtf16(bytes)) return new TextDecoder(byteOrderMark(bytes)).decode(bytes);
  return withoutUtf8Mark(bytes).toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/** True when the bytes begin with the magic number of gzip (RFC 1952). */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function gunzip(bytes: Uint8Array, limit: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: limit + 1 });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw new PortcullisError('spec_invalid', 'The document starts like gzip but cannot be unpacked.');
  }
}

const tooLarge = (limit: number): PortcullisError =>
  new PortcullisError(
    'spec_too_large',
    `The document is larger than ${Math.floor(limit / 1024 / 1024)} MB, the limit for API descriptions. Leave out examples or split it.`,
    { context: { limit } },
  );

/** An own member of an object, never one of its prototype. */
export const member = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** The member when it is a string. */
export const stringMember = (value: JsonValue | undefined, key: string): string | undefined => {
  const found = member(value, key);
  return typeof found === 'string' ? found : undefined;
};

/** The member when it is an object, else an empty one. */
export const objectMember = (value: JsonValue | undefined, key: string): JsonObject => {
  const found = member(value, key);
  return isObject(found) ? found : {};
};

/** The member when it is an array, else an empty one. */
export const arrayMember = (value: JsonValue | undefined, key: string): JsonValue[] => {
  const found = member(value, key);
  return Array.isArray(found) ? found : [];
};
