/**
 * Runs the patterns of input schemas with RE2, in linear time without backtracking, because pattern and text are not
 * trusted. A pattern that RE2 does not support (look-around, back-references) or that is too large is not checked; the
 * upstream may check it.
 */
import { RE2JS } from 're2js';
import { expandedSize } from './patternSize.ts';

/** The interface of a regular expression for Ajv, which shares those with the same `toString`. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

interface Compiled extends Pattern {
  /** Cost per character: its instructions, and some for its set of states; 0 when the pattern is not checked. */
  readonly units: number;
}

/** Limits: characters of a pattern, instructions of a pattern, and instructions of all patterns of a schema. */
const MAX_PATTERN = 5_000;
const MAX_PROGRAM = 5_000;
const MAX_PROGRAMS = 50_000;
/** Cost of the states that RE2 builds at run time; for short patterns it is higher than that of the instructions. */
const MAX_STATES = 16;

/** The patterns of one schema. */
export class Patterns {
  private readonly known = new Map<string, Compiled>();
  private instructions = 0;

  /** Compiles a pattern, which may match anywhere in a text. */
  readonly compile = (pattern: string): Pattern => this.of(pattern);

  /** Units of work per character of a text (validationBudget.ts). */
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
      // RE2 does not support the pattern.
    }
    return { test: () => true, toString: written, units: 0 };
  }
}

/** The characters of `\s` in ECMAScript; in RE2, `\s` has only ASCII characters. */
const SPACES = '\\s\\v\\p{Z}\\x{feff}';

function withSpaces(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\.|[[\]]/gsu, (token) => {
    if (token === '[' || token === ']') inClass = token === '[';
    if (token === '\\s') return inClass ? SPACES : `[${SPACES}]`;
    return token === '\\S' && !inClass ? `[^${SPACES}]` : token;
  });
}
