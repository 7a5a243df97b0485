/**
 * Which parts of a description are deferred, that is, parsed only when their value is needed: responses, callbacks,
 * vendor extensions and components, because the tools need few of them; parameters and bodies of operations, because
 * many are repeated, and equal texts become one part. A placeholder takes the place of a deferred part, and `reveal`
 * parses the part at most once. What it saves is told in design/import.md. YAML is read whole.
 */
import { Buffer } from 'node:buffer';
import type { JsonValue } from '../../lib/json/value.ts';
import type { RepeatedKey } from './location.ts';

/** A document with placeholders for its deferred parts. */
export interface DeferredDocument {
  readonly value: JsonValue;
  /**
   * The value of a placeholder, the same object at each call; undefined when the part cannot be parsed. Any other value
   * is returned unchanged.
   */
  readonly reveal: (value: JsonValue) => JsonValue | undefined;
  /**
   * The values of all members called `name`, at any depth of a deferred part, whose key or string value contains `word`;
   * found without parsing the rest of the part.
   * @returns undefined when the value is not a placeholder, or when the caller has to `reveal` it and search the value
   */
  readonly find: (value: JsonValue, name: string, word: string) => JsonValue[] | undefined;
  /** False when `readOnly` occurs nowhere in the document; then no schema needs to be tested for it. */
  readonly hasReadOnly: boolean;
  /** The keys that are repeated, when reading has met one so far, else none. */
  readonly repeatedKeys: () => readonly RepeatedKey[];
}

/** Which members of an object are deferred. */
export interface Rule {
  /** First letters of the keys for which `of` has a treatment; absent when it treats all members alike. */
  readonly initials?: string;
  readonly of: (key: string) => Treatment;
}

/**
 * What happens to a member: it is deferred (`later`); it is deferred, and equal texts are one part (`shared`); each item
 * of its array is deferred as `shared` (`items`); its own members follow a rule; or it is parsed at once (undefined).
 */
export type Treatment = Rule | 'later' | 'shared' | 'items' | undefined;

const VERB = /^(?:get|put|post|delete|options|head|patch|trace|query)$/i;
const isExtension = (key: string): boolean => key.startsWith('x-') && !key.includes('mcp');

const operation: Rule = {
  initials: 'prcx',
  of: (key) => {
    if (key === 'parameters') return 'items';
    if (key === 'requestBody') return 'shared';
    return key === 'responses' || key === 'callbacks' || isExtension(key) ? 'later' : undefined;
  },
};
const pathItem: Rule = {
  initials: 'gpdohtqGPDOHTQ',
  of: (key) => (key === 'parameters' ? 'items' : VERB.test(key) ? operation : undefined),
};
const paths: Rule = { of: () => pathItem };
const deferEach: Rule = { of: () => 'later' };
const components: Rule = { initials: 'serphlcxm', of: (key) => (key === 'securitySchemes' ? undefined : deferEach) };
const SECTIONS: Readonly<Record<string, Rule>> = {
  paths,
  components,
  definitions: deferEach,
  parameters: deferEach,
  responses: deferEach,
};
/** The rule for the root of a description. */
export const ROOT_RULE: Rule = {
  initials: 'pcdrx',
  of: (key) => (Object.hasOwn(SECTIONS, key) ? SECTIONS[key] : isExtension(key) ? 'later' : undefined),
};

/** Prefix of placeholders. Random in each process, so that a document cannot contain one. */
const PLACEHOLDER_PREFIX = `@later-${Math.random().toString(36).slice(2, 10)}/`;
/** Length below which a part is not deferred, in bytes. More than any placeholder has. */
export const MIN_LENGTH = 48;

/** The placeholder of a part, as JSON text. */
export const placeholderOf = (index: number): string => `"${PLACEHOLDER_PREFIX}${index}"`;

const OPENING = Buffer.from(`"${PLACEHOLDER_PREFIX}`, 'latin1');
const QUOTE = 0x22;
const ZERO = 0x30;

/**
 * Writes a placeholder into a buffer byte by byte, which is faster than `Buffer.write` for so few bytes.
 * @returns the offset after it
 */
export function writePlaceholder(bytes: Uint8Array, start: number, index: number): number {
  let at = start;
  for (const byte of OPENING) bytes[at++] = byte;
  let unit = 1;
  while (unit * 10 <= index) unit *= 10;
  for (; unit >= 1; unit /= 10) bytes[at++] = ZERO + (Math.floor(index / unit) % 10);
  bytes[at++] = QUOTE;
  return at;
}

/**
 * Makes `reveal`.
 * @param read parses the part with an index; called at most once for each
 * @param parts values that are parsed already, by index
 */
export function createReveal(
  read: (index: number) => JsonValue | undefined,
  parts: Array<JsonValue | undefined> = [],
): DeferredDocument['reveal'] {
  return (value) => {
    const index = indexOf(value);
    if (index === undefined) return value;
    const known = parts[index];
    if (known !== undefined || index in parts) return known;
    parts[index] = read(index);
    return parts[index];
  };
}

/** The index of the part that a placeholder stands for; undefined for any other value. */
export function indexOf(value: JsonValue): number | undefined {
  if (typeof value !== 'string' || !value.startsWith(PLACEHOLDER_PREFIX)) return undefined;
  let index = 0;
  for (let at = PLACEHOLDER_PREFIX.length; at < value.length; at++) index = 10 * index + value.charCodeAt(at) - ZERO;
  return index;
}
