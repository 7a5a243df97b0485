/** Collects the warnings of one import: each place is reported once, with every tool that it touches. */

import type { ImportWarning } from './importWarning.ts';
import { cut } from './text.ts';

export interface OpenWarning {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
  readonly tools: Set<string>;
  /** Comes before all others. */
  readonly severity?: 'error';
}

/** Beyond this, only the number of further warnings is told. */
const MAX_WARNINGS = 1_000;

export class Warnings {
  private readonly byPlace = new Map<string, OpenWarning>();

  get count(): number {
    return this.byPlace.size;
  }

  /** Adds a warning, or returns the one that the place already has. */
  add(code: string, message: string, pointer: string, severity?: 'error'): OpenWarning {
    const place = `${code} ${pointer}`;
    let warning = this.byPlace.get(place);
    if (!warning) {
      warning = { code, ...(severity && { severity }), message, pointer, tools: new Set() };
      this.byPlace.set(place, warning);
    }
    return warning;
  }

  list(): ImportWarning[] {
    const added = [...this.byPlace.values()].map(({ tools, ...warning }) =>
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

/** As many as a deployment keeps. */
export const KEPT_WARNINGS = 200;
const MOST_NAMED = 20;
const MOST_CHARACTERS = 500;
/** Far below what a table keeps in one row, 400 KB. */
const MOST_IN_ALL = 150 * 1024;

/**
 * The first of them, for people and for a record: at most `most`, each with the first tools that it touches, together not
 * longer than a record may be. One place in a document may touch thousands of tools, and a path may be as long as it likes.
 */
export function shownWarnings(warnings: readonly ImportWarning[], most: number): ImportWarning[] {
  const shown: ImportWarning[] = [];
  let characters = 0;
  for (const { code, severity, message, pointer, tools } of warnings.slice(0, most)) {
    const named = tools && { tools: tools.slice(0, MOST_NAMED) };
    const texts = { message: cut(message, MOST_CHARACTERS), pointer: cut(pointer, MOST_CHARACTERS) };
    const warning = { code, ...(severity && { severity }), ...texts, ...named };
    characters += JSON.stringify(warning).length;
    if (characters > MOST_IN_ALL) break;
    shown.push(warning);
  }
  return shown;
}
