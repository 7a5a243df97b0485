/** Regular expressions of descriptions, made to compile under the `u` flag that JSON Schema recommends, or given up. */

/**
 * A pattern with the delimiters and flags of PCRE or of a literal; anything else behind the last slash is part of a
 * path.
 */
const DELIMITED = /^\/(.+)\/([dgimsuvxyADJSUX]*)$/s;

/** Longer patterns are given up. */
const MAX_PATTERN = 5_000;
/**
 * A quantifier in braces, tested where a brace opens; {@link OPEN_COUNT} tests it in the characters before a closing
 * brace.
 */
const COUNT = /\{\d+(?:,\d*)?\}/y;
const OPEN_COUNT = /\{\d+(?:,\d*)?$/;
const MAX_COUNT_LENGTH = 20;

const known = new Map<string, string | undefined>();

/** The pattern as it may stand in a schema; undefined when no repair makes it compile. */
export function usablePattern(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  if (known.has(pattern)) return known.get(pattern);
  const [, delimited, flags = ''] = DELIMITED.exec(pattern) ?? [];
  // PCRE anchors and possessive spellings that mean the same in plain form.
  const translated = (delimited ?? pattern)
    .replace(/\\A/g, '^')
    .replace(/\\[zZ]/g, '$')
    .replace(/\(\?P</g, '(?<');
  // A pattern that ignores case, or has any other flag that counts, would refuse what it takes without that flag.
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
 * Drops escapes that the `u` flag refuses (`\-` outside a class, `\_`, `\@`) and escapes single braces and brackets.
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
