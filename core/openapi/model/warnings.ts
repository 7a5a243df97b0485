/** Collects the warnings of one import: one warning per code and location, with all tools that it concerns. */

import type { ImportWarning } from './importWarning.ts';
import { cut } from './text.ts';

/** A warning to which tools may still be added. */
export interface OpenWarning {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
  readonly tools: Set<string>;
  /** Comes before all others. */
  readonly severity?: 'error';
}

/** Of further warnings, only the number is reported. */
const MAX_WARNINGS = 1_000;

/** The warnings of one round of conversion. */
export class Warnings {
  private readonly byLocation = new Map<string, OpenWarning>();

  /** Warnings so far. */
  get count(): number {
    return this.byLocation.size;
  }

  /**
   * Adds a warning, or returns the existing one with the same code and location.
   * @param pointer JSON pointer, after the label of its document (see `absolutePointer`)
   */
  add(code: string, message: string, pointer: string, severity?: 'error'): OpenWarning {
    const location = `${code} ${pointer}`;
    let warning = this.byLocation.get(location);
    if (!warning) {
      warning = { code, ...(severity && { severity }), message, pointer, tools: new Set() };
      this.byLocation.set(location, warning);
    }
    return warning;
  }

  /** All warnings, errors first. */
  list(): ImportWarning[] {
    const added = [...this.byLocation.values()].map(({ tools, ...warning }) =>
      tools.size === 0 ? warning : { ...warning, tools: [...tools] },
    );
    const errors = added.filter(({ severity }) => severity === 'error');
    const all = errors.length === 0 ? added : [...errors, ...added.filter(({ severity }) => severity !== 'error')];
    if (all.length <= MAX_WARNINGS) return all;
    const rest = all.length - MAX_WARNINGS;
    return [
      ...all.slice(0, MAX_WARNINGS),
      { code: 'more_warnings', message: `${rest} further places have warnings of the same kinds.`, pointer: '#' },
    ];
  }
}

/** Codes of warnings by which parameters, references or types of the description are missing in the tools. */
export const LOSSES: ReadonlySet<string> = new Set([
  'reference_missing',
  'parameter_invalid',
  'type_unknown',
  'schema_invalid',
  'schema_too_deep',
]);

/** Warnings that a deployment record keeps. */
export const MAX_KEPT_WARNINGS = 200;
const MAX_TOOLS_NAMED = 20;
const MAX_TEXT_LENGTH = 500;
/** Characters of JSON of all kept warnings; far below 400 KB, the limit of a DynamoDB item. */
const MAX_TOTAL_LENGTH = 150 * 1024;

/**
 * The first warnings, for people and for the deployment record: each with its first tools and shortened texts, all
 * together within {@link MAX_TOTAL_LENGTH}. A warning may concern thousands of tools, and a pointer may have any length.
 * @param most maximum number of warnings
 */
export function shownWarnings(warnings: readonly ImportWarning[], most: number): ImportWarning[] {
  const shown: ImportWarning[] = [];
  let characters = 0;
  for (const { code, severity, message, pointer, tools } of warnings.slice(0, most)) {
    const named = tools && { tools: tools.slice(0, MAX_TOOLS_NAMED) };
    const texts = { message: cut(message, MAX_TEXT_LENGTH), pointer: cut(pointer, MAX_TEXT_LENGTH) };
    const warning = { code, ...(severity && { severity }), ...texts, ...named };
    characters += JSON.stringify(warning).length;
    if (characters > MAX_TOTAL_LENGTH) break;
    shown.push(warning);
  }
  return shown;
}
