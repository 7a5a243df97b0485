/**
 * Patterns of input schemas, run by RE2: linear time without backtracking, because both the pattern and the text come
 * from others. A pattern that RE2 does not support (look-around, back-references), or that its quantifiers make too
 * large, is left to the upstream.
 */
import { RE2JS } from 're2js';
import { expandedSize } from './patternSize.ts';

/** What Ajv needs of a regular expression; schemas whose patterns have the same `toString` share one. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

interface Compiled extends Pattern {
  /** Instructions of its program and, for its set of states, some more; 0 when it is not judged. */
  readonly units: number;
}

/** Characters of one pattern; instructions of one pattern, and of all patterns of one schema. */
const MAX_PATTERN = 5_000;
const MAX_PROGRAM = 5_000;
const MAX_PROGRAMS = 50_000;
/** RE2 builds states while it runs; for short patterns they cost more than the instructions. */
const MAX_STATES = 16;

/** The patterns of one schema. */
export class Patterns {
  private readonly known = new Map<string, Compiled>();
  private instructions = 0;

  /** Finds the pattern anywhere in a text. */
  readonly compile = (pattern: string): Pattern => this.of(pattern);

  /** Units of work that one character of a text costs. */
  unitsOf(pattern: string): number {
    return this.of(pattern).units;
  }

  private of(pattern: string): Compiled {
    let compiled = this.known.get(pattern);
    if (!compiled) {
      compiled = this.compiled(pattern);
      this.known.set(pattern, compiled);
    }
    return compiled;
  }

  private compiled(pattern: string): Compiled {
    const written = () => pattern;
    if (pattern.length > MAX_PATTERN) return { test: () => true, toString: written, units: 0 };
    try {
      const translated = RE2JS.translateRegExp(withSpaces(pattern));
      const expected = expandedSize(translated);
      if (expected <= MAX_PROGRAM && this.instructions + expected <= MAX_PROGRAMS) {
        const program = RE2JS.compile(translated);
        this.instructions += program.programSize();
        return { test: (text) => program.test(text), toString: written, units: program.programSize() + MAX_STATES };
      }
    } catch {
      // Not of RE2.
    }
    return { test: () => true, toString: written, units: 0 };
  }
}

/** What `\s` means in ECMAScript; RE2's has only the ASCII ones. */
const SPACES = '\\s\\v\\p{Z}\\x{feff}';

function withSpaces(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\.|[[\]]/gsu, (token) => {
    if (token === '[' || token === ']') inClass = token === '[';
    if (token === '\\s') return inClass ? SPACES : `[${SPACES}]`;
    return token === '\\S' && !inClass ? `[^${SPACES}]` : token;
  });
}
