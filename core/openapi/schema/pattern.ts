/**
 * Rewrites regular expressions of descriptions so that they compile with the `u` flag, which JSON Schema recommends.
 * Gives up where that could change their meaning.
 */

/**
 * A pattern with delimiters and flags, as in PCRE or in a literal. With other characters after the last slash it is not
 * delimited; it may match a path.
 */
const DELIMITED = /^\/(.+)\/([dgimsuvxyADJSUX]*)$/s;

/** Longer patterns are not used. */
const MAX_PATTERN = 5_000;
/**
 * A quantifier in braces at a position; {@link OPEN_COUNT} is the text of one before its closing brace.
 */
const COUNT = /\{\d+(?:,\d*)?\}/y;
const OPEN_COUNT = /\{\d+(?:,\d*)?$/;
const MAX_COUNT_LENGTH = 20;

const known = new Map<string, string | undefined>();

/** The pattern for the converted schema; undefined when it cannot be made to compile. */
export function usablePattern(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  if (known.has(pattern)) return known.get(pattern);
  const [, delimited, flags = ''] = DELIMITED.exec(pattern) ?? [];
  // Anchors and named groups of PCRE and Python that ECMAScript writes otherwise.
  const translated = (delimited ?? pattern)
    .replace(/\\A/g, '^')
    .replace(/\\[zZ]/g, '$')
    .replace(/\(\?P</g, '(?<');
  // Flags that change the meaning, such as `i`, cannot be given in JSON Schema; without them valid input would be refused.
  const usable = /[^dguDSU]/.test(flags) ? undefined : [translated, escapeFixed(translated)].find(compiles);
  if (known.size > 20_000) known.clear();
  known.set(pattern, usable);
  return usable;
}

function compiles(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function isCountAt(pattern: string, index: number): boolean {
  COUNT.lastIndex = index;
  return COUNT.test(pattern);
}

/**
 * Removes escapes that are not valid with the `u` flag (`\-` outside a class, `\_`, `\@`), and escapes single braces and
 * brackets.
 */
function escapeFixed(pattern: string): string {
  let inClass = false;
  let fixed = '';
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    if (character === '\\') {
      const next = pattern[++index] ?? '\\';
      if (/[\^$\\.*+?()[\]{}|/]/.test(next) || /[a-zA-Z0-9]/.test(next)) fixed += `\\${next}`;
      else fixed += next === '-' && inClass ? '\\-' : next;
      continue;
    }
    if (character === '[' && !inClass) inClass = true;
    else if (character === ']' && inClass) inClass = false;
    else if (!inClass && character === '{' && !isCountAt(pattern, index)) {
      fixed += '\\{';
      continue;
    } else if (!inClass && character === '}' && !OPEN_COUNT.test(fixed.slice(-MAX_COUNT_LENGTH))) {
      fixed += '\\}';
      continue;
    } else if (inClass && character === '-' && /\\[wdsWDS]$/.test(fixed.slice(-2)) && pattern[index + 1] !== ']') {
      fixed += '\\-';
      continue;
    }
    fixed += character;
  }
  return fixed;
}
