/**
 * Lone surrogates (`\ud83d` without its pair), which JSON escapes can write and UTF-8 cannot. In texts and names they
 * become U+FFFD, as every encoder writes them. Values of enum, const, default and example are left alone: replaced they
 * would be different values, so the converter drops them with a warning instead.
 */
import type { Buffer } from 'node:buffer';
import type { JsonObject, JsonValue } from './value.ts';

const ESCAPED_LONE_SURROGATE =
  /\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F]|\\U0000[dD][89a-fA-F]/;
/** Any escape of a surrogate, paired or not: searching for this simple pattern first is several times faster. */
const SURROGATE = /\\(?:u|U0000)[dD][89abcdefABCDEF]/;
const SMALL_D = 0x64;
const LARGE_D = 0x44;
const VALUES = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** Escapes that are looked at one by one; with more, the whole text is searched. */
const MAX_CHECKED_ONE_BY_ONE = 500;
/** Characters of one escape. */
const ESCAPE = 6;
const LONE_SURROGATE_HERE = new RegExp(ESCAPED_LONE_SURROGATE, 'y');

/**
 * False when no `\u` escape of a JSON text is a lone surrogate; true when one is, or when there are too many escapes to
 * look at.
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

/**
 * True when a JSON or YAML text may hold an escaped lone surrogate. Escaped pairs, as many write emoji, do not count.
 */
export const mayHoldLoneSurrogates = (text: string): boolean =>
  SURROGATE.test(text) && ESCAPED_LONE_SURROGATE.test(text);

/**
 * Replaces lone surrogates in all texts and names by U+FFFD.
 * @param root a freshly parsed value, changed in place (YAML aliases stay shared)
 */
export function replaceLoneSurrogates(root: JsonValue): JsonValue {
  const seen = new Set<object>();
  const visit = (value: JsonValue, isValue: boolean): JsonValue => {
    if (typeof value === 'string') return isValue ? value : value.toWellFormed();
    if (typeof value !== 'object' || value === null || seen.has(value)) return value;
    seen.add(value);
    if (Array.isArray(value)) for (const [at, item] of value.entries()) value[at] = visit(item, isValue);
    else members(value, visit);
    return value;
  };
  return visit(root, false);
}

function members(value: JsonObject, visit: (value: JsonValue, isValue: boolean) => JsonValue): void {
  const names = Object.keys(value);
  const isWhole = names.every((name) => name.isWellFormed());
  for (const name of names) {
    const member = visit(value[name] ?? null, VALUES.has(name));
    // All anew, so that they keep their order; defined, because a plain `__proto__ =` would change the object itself.
    if (!isWhole) delete value[name];
    const descriptor = { value: member, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(value, name.toWellFormed(), descriptor);
  }
}
