/** Text of Cedar: strings, patterns and types as they stand in policies and schemas. */
import type { CedarRecord, CedarType } from './types.ts';

/** A string literal. What is no character becomes U+FFFD, as it does in the values that are compared with it. */
export const cedarString = (text: string): string => `"${escaped(text)}"`;

/** The text of a pattern for `like` that stands for itself: its `*` are no wildcards. */
export const cedarPattern = (text: string): string => escaped(text).replaceAll('*', '\\*');

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/["\\\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) =>
      character === '"' || character === '\\'
        ? `\\${character}`
        : `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
    );

/** A comment, or a string. */
const LITERAL = /\/\/[^\n]*|"((?:[^"\\]|\\[\s\S])*)"/g;
const ESCAPE = /\\(?:u\{([0-9a-fA-F_]{1,9})\}|x([0-9a-fA-F]{2})|\r?\n\s*|([\s\S]))/g;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0' };

/** The values of the strings in a text that is Cedar, however they are written. */
export const stringsIn = (text: string): string[] =>
  [...text.matchAll(LITERAL)].flatMap(([, inner]) => (inner === undefined ? [] : [unescaped(inner)]));

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, unicode?: string, byte?: string, character = '') => {
    const digits = unicode?.replaceAll('_', '') ?? byte;
    if (digits === undefined) return ESCAPED[character] ?? character;
    const code = Number.parseInt(digits, 16);
    return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
  });

/** A record as schemas have it, one attribute a line: `"amount": Long,`; `?` where it may be absent. */
export function recordText({ attributes }: CedarRecord, indent = ''): string {
  const lines = Object.entries(attributes).map(
    ([name, type]) => `${indent}  ${cedarString(name)}${type.required ? '' : '?'}: ${typeText(type, `${indent}  `)},`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

function typeText(type: CedarType, indent: string): string {
  if (type.type === 'Set') return `Set<${typeText(type.element, indent)}>`;
  return type.type === 'Record' ? recordText(type, indent) : typeName(type);
}

/** What schemas call the types of arguments. */
export const TYPE_NAMES = ['String', 'Long', 'decimal', 'Bool', 'Set', 'Record'] as const;
/** One of {@link TYPE_NAMES}. */
export type TypeName = (typeof TYPE_NAMES)[number];

/** The name of a type, without what it is made of. */
export const typeName = (type: CedarType): TypeName =>
  type.type === 'Boolean' ? 'Bool' : type.type === 'Extension' ? type.name : type.type;

/** What a policy begins with, behind comments and annotations; undefined for a text that is no policy. */
export function effectOf(text: string): 'permit' | 'forbid' | undefined {
  const before = /^(?:\s+|\/\/[^\n]*|@\w+(?:\s*\(\s*"(?:[^"\\]|\\.)*"\s*\))?)*/.exec(text)?.[0] ?? '';
  const effect = /^(permit|forbid)\b/.exec(text.slice(before.length))?.[1];
  return effect as 'permit' | 'forbid' | undefined;
}
