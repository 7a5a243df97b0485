/**
 * Which parts of a description are deferred, that is read only when somebody asks for them. Some make no tool:
 * responses, callbacks, vendor extensions, and each component, of which most APIs use some in requests and the others
 * in answers. Others are repeated: the parameters and bodies of operations; equal texts are one part. A placeholder
 * stands for a deferred part, and `reveal` parses it once.
 */
import { Buffer } from 'node:buffer';
import type { JsonValue } from '../../json/value.ts';

/** A document with placeholders for its deferred parts. */
export interface DeferredDocument {
  readonly value: JsonValue;
  /**
   * The value of a placeholder, always the same object; undefined when it cannot be parsed. Other values are returned
   * as they are.
   */
  readonly reveal: (value: JsonValue) => JsonValue | undefined;
  /**
   * The members called `name`, at any depth of a deferred part, whose key or text holds `word`, found without parsing
   * the rest.
   * @returns undefined when the value is not a placeholder, or is better searched after `reveal`
   */
  readonly find: (value: JsonValue, name: string, word: string) => JsonValue[] | undefined;
  /** False when nothing in the document is read-only; then no schema needs to be tested for it. */
  readonly hasReadOnly: boolean;
}

/** How the members of an object are treated. */
export interface Rule {
  /** First letters of the keys that matter; absent when all members are treated alike. */
  readonly initials?: string;
  readonly of: (key: string) => Treatment;
}

/**
 * What happens to a member: deferred (`later`); deferred, and equal texts are one part (`shared`); each item of its
 * list is shared (`items`); its own members follow a rule; or kept as it is (undefined).
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
const each: Rule = { of: () => 'later' };
const components: Rule = { initials: 'serphlcxm', of: (key) => (key === 'securitySchemes' ? undefined : each) };
const SECTIONS: Readonly<Record<string, Rule>> = {
  paths,
  components,
  definitions: each,
  parameters: each,
  responses: each,
};
/** The rule for the root of a description. */
export const root: Rule = {
  initials: 'pcdrx',
  of: (key) => (Object.hasOwn(SECTIONS, key) ? SECTIONS[key] : isExtension(key) ? 'later' : undefined),
};

/** Prefix of placeholders, different in each process so that no document can contain one. */
const MARK = `@later-${Math.random().toString(36).slice(2, 10)}/`;
/** Characters of a part below which deferring it is not worth it; longer than any placeholder. */
export const MIN_LENGTH = 48;

/** The placeholder of a part, as JSON text. */
export const placeholderOf = (index: number): string => `"${MARK}${index}"`;

const OPENING = Buffer.from(`"${MARK}`, 'latin1');
const QUOTE = 0x22;
const ZERO = 0x30;

/**
 * Writes a placeholder into a buffer byte by byte, which is faster than a call for so few.
 * @returns the offset behind it
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
 * @param read parses the part of a number; called once for each
 * @param parts values that are known already
 */
export function revealer(
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

/** The number of the part that a placeholder stands for; undefined for any other value. */
export function indexOf(value: JsonValue): number | undefined {
  if (typeof value !== 'string' || !value.startsWith(MARK)) return undefined;
  let index = 0;
  for (let at = MARK.length; at < value.length; at++) index = 10 * index + value.charCodeAt(at) - ZERO;
  return index;
}
