/** Collects the warnings of one import: each place is reported once, with every tool that it touches. */
import type { ImportWarning } from './types.ts';

export interface OpenWarning {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
  readonly tools: Set<string>;
}

/** Beyond this, only the number of further warnings is told. */
const MAX_WARNINGS = 1_000;

export class Warnings {
  private readonly byPlace = new Map<string, OpenWarning>();

  get count(): number {
    return this.byPlace.size;
  }

  /** Adds a warning, or returns the one that the place already has. */
  add(code: string, message: string, pointer: string): OpenWarning {
    const place = `${code} ${pointer}`;
    let warning = this.byPlace.get(place);
    if (!warning) {
      warning = { code, message, pointer, tools: new Set() };
      this.byPlace.set(place, warning);
    }
    return warning;
  }

  list(): ImportWarning[] {
    const all = [...this.byPlace.values()].map(({ tools, ...warning }) =>
      tools.size === 0 ? warning : { ...warning, tools: [...tools] },
    );
    if (all.length <= MAX_WARNINGS) return all;
    const rest = all.length - MAX_WARNINGS;
    return [
      ...all.slice(0, MAX_WARNINGS),
      { code: 'more_warnings', message: `${rest} further places have warnings of the same kinds.`, pointer: '#' },
    ];
  }
}
