/**
 * Which parts of a description are left for later. Some make no tool: responses, callbacks, vendor extensions, and each
 * component, of which most APIs use some in requests and the others in answers. Others are written many times over: the
 * parameters and bodies of operations; those of the same text are one. A mark stands in the place of such a part, and
 * `reveal` reads it when it is asked for, once.
 */
import { Buffer } from 'node:buffer';
import type { JsonValue } from '../../json/value.ts';

export interface DeferredDocument {
  readonly value: JsonValue;
  /** What a mark stands for, always the same object; undefined when that part cannot be read. Other values as they are. */
  readonly reveal: (value: JsonValue) => JsonValue | undefined;
  /**
   * The members of a name, at any depth of what a mark stands for, whose key or text holds `word`, found without reading the rest.
   * Undefined when there is no mark, and when they are best looked for in what `reveal` gives.
   */
  readonly find: (value: JsonValue, name: string, word: string) => JsonValue[] | undefined;
  /** False when nothing in the whole text is said to be read-only: then it need not be asked of each schema. */
  readonly hasReadOnly: boolean;
}

/** What becomes of the members of an object. */
export interface Rule {
  /** First letters of the keys that are looked at; absent when all members are treated alike. */
  readonly initials?: string;
  readonly of: (key: string) => Treatment;
}

/**
 * 'later'; 'shared': the same, and equal texts are one part; 'items': each item of a list is shared; or the rule that the
 * member's own members follow. Undefined keeps it as it is.
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
export const root: Rule = {
  initials: 'pcdrx',
  of: (key) => (Object.hasOwn(SECTIONS, key) ? SECTIONS[key] : isExtension(key) ? 'later' : undefined),
};

/** Another one in each process, so that no document can hold it. */
const MARK = `@later-${Math.random().toString(36).slice(2, 10)}/`;
/** Shorter parts are not worth a mark, which is shorter still. */
export const MIN_LENGTH = 48;

export const placeholderOf = (index: number): string => `"${MARK}${index}"`;

const OPENING = Buffer.from(`"${MARK}`, 'latin1');
const QUOTE = 0x22;
const ZERO = 0x30;

/** Writes a mark as bytes, where a call for a few of them would cost more; gives the position behind it. */
export function writePlaceholder(bytes: Uint8Array, start: number, index: number): number {
  let at = start;
  for (let read = 0; read < OPENING.length; read++) bytes[at++] = OPENING[read]!;
  let unit = 1;
  while (unit * 10 <= index) unit *= 10;
  for (; unit >= 1; unit /= 10) bytes[at++] = ZERO + (Math.floor(index / unit) % 10);
  bytes[at++] = QUOTE;
  return at;
}

/** `read` gives the part of a mark's number; it is asked once for each that is not among `parts` already. */
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

/** The number of the part that a mark stands for; undefined for what is no mark. */
export function indexOf(value: JsonValue): number | undefined {
  if (typeof value !== 'string' || !value.startsWith(MARK)) return undefined;
  let index = 0;
  for (let at = MARK.length; at < value.length; at++) index = 10 * index + value.charCodeAt(at) - ZERO;
  return index;
}
