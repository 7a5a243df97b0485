/**
 * Which parts of a description make no tool and are left for later: responses, callbacks, vendor extensions, and each
 * component, of which most APIs use some in requests and the others in answers. A mark stands in the place of such a part,
 * and `reveal` reads it when a reference leads there.
 */
import type { JsonValue } from '../../json.ts';

export interface Skimmed {
  readonly value: JsonValue;
  /** What a mark stands for, always the same object; undefined when that part cannot be read. Other values as they are. */
  readonly reveal: (value: JsonValue) => JsonValue | undefined;
}

/** What becomes of the members of an object. */
export interface Rule {
  /** First letters of the keys that are looked at; absent when all members are treated alike. */
  readonly initials?: string;
  /** 'later', or the rule that the member's own members follow; undefined keeps it as it is. */
  readonly of: (key: string) => Rule | 'later' | undefined;
}

const VERB = /^(?:get|put|post|delete|options|head|patch|trace|query)$/i;
const isExtension = (key: string): boolean => key.startsWith('x-') && !key.includes('mcp');

const operation: Rule = {
  initials: 'rcx',
  of: (key) => (key === 'responses' || key === 'callbacks' || isExtension(key) ? 'later' : undefined),
};
const pathItem: Rule = { initials: 'gpdohtqGPDOHTQ', of: (key) => (VERB.test(key) ? operation : undefined) };
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
const MARK = `@read-later-${Math.random().toString(36).slice(2)}/`;
/** Shorter parts are not worth a mark, which is shorter still. */
export const MIN_LENGTH = 48;

export const markOf = (index: number): string => `"${MARK}${index}"`;

/** `read` gives the part of a mark's number; it is asked once for each. */
export function revealer(read: (index: number) => JsonValue | undefined): Skimmed['reveal'] {
  const parts: Array<JsonValue | undefined> = [];
  return (value) => {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    const index = Number(value.slice(MARK.length));
    if (!(index in parts)) parts[index] = read(index);
    return parts[index];
  };
}
