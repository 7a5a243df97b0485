/**
 * Lone surrogates (`\ud83d` without its pair), which JSON escapes can contain and UTF-8 cannot. In texts and names they
 * are replaced by U+FFFD, as every encoder does. The importer drops values of enum, const, default and example that
 * have one, with a warning, because replacing it would make another value.
 */
import type { Buffer } from 'node:buffer';
import type { JsonObject, JsonValue } from './value.ts';

const ESCAPED_LONE_SURROGATE =
  /\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F]|\\U0000[dD][89a-fA-F]/;
/** An escape of any surrogate. Searching this simple pattern first is several times faster. */
const SURROGATE = /\\(?:u|U0000)[dD][89abcdefABCDEF]/;
const SMALL_D = 0x64;
const LARGE_D = 0x44;
const VALUES = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** Maximum number of escapes that are checked one by one; with more, the whole text is searched. */
const MAX_CHECKED_ONE_BY_ONE = 500;
/** Characters of one escape. */
const ESCAPE = 6;
const LONE_SURROGATE_HERE = new RegExp(ESCAPED_LONE_SURROGATE, 'y');

/**
 * False when no `\u` escape of a JSON text is a lone surrogate; true when one is, or when there are too many escapes to
 * check.
 */
export function mayEscapeLoneSurrogates(bytes: Buffer): boolean {
  let seen = 0;
  for (let at = bytes.indexOf('\\u'); at >= 0; at = bytes.indexOf('\\u', at + 2)) {
    if (bytes[at + 2] !== SMALL_D && bytes[at + 2] !== LARGE_D) continue;
    if (++seen > MAX_CHECKED_ONE_BY_ONE) return true;
    const start = Math.max(0, at - ESCAPE);
    LONE_SURROGATE_HERE.lastIndex = at - start;
    if (LONE_SURROGATE_HERE.test(bytes.toString('latin1', start, at + 2 * ESCAPE))) return true;
  }
  return false;
}

/** Whether a JSON or YAML text may contain an escaped lone surrogate. Escaped pairs, as in emoji, do not count. */
export const mayHoldLoneSurrogates = (text: string): boolean =>
  SURROGATE.test(text) && ESCAPED_LONE_SURROGATE.test(text);

/**
 * Replaces lone surrogates in all texts and names by U+FFFD.
 * @param root a freshly parsed value, which is changed in place (YAML aliases stay shared)
 */
export function replaceLoneSurrogates(root: JsonValue): JsonValue {
  const seen = new Set<object>();
  const visit = (value: JsonValue, isValue = false): JsonValue => {
    if (typeof value === 'string') return isValue ? value : value.toWellFormed();
    if (typeof value !== 'object' || value === null || seen.has(value)) return value;
    seen.add(value);
    if (Array.isArray(value)) for (const [at, item] of value.entries()) value[at] = visit(item, isValue);
    else members(value, visit);
    return value;
  };
  return visit(root);
}

function members(value: JsonObject, visit: (value: JsonValue, isValue: boolean) => JsonValue): void {
  const names = Object.keys(value);
  const isWhole = names.every((name) => name.isWellFormed());
  for (const name of names) {
    const member = visit(value[name] ?? null, VALUES.has(name));
    // All members are defined again to keep their order. Assigning to `__proto__` would change the object itself, so
    // they are defined.
    if (!isWhole) delete value[name];
    const descriptor = { value: member, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(value, name.toWellFormed(), descriptor);
  }
}
