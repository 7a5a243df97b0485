/** Hears what the rules say while an answer is governed. Asked only where somebody wants to know why (`GovernOptions.explain`). */
import type { JsonValue } from '../../lib/json/value.ts';
import type { Finding, Reason, Rule } from './rule.ts';

/** Evidence that was weighed. */
export interface Evidence {
  readonly terms: readonly { readonly rule: Rule; readonly weight: number }[];
  readonly sum: number;
  /** The sum from which on the value is what the evidence is for. */
  readonly needed: number;
}

/** Keys and indexes from the root, and the field in the last of them. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly leaf: string | number | undefined;
}

export interface Trace {
  /** A string, a number or a literal is about to be judged; what a string holds inside begins and ends in between. */
  begin(ruling: Reason | undefined, evidence?: Evidence): void;
  end(place: Place, before: JsonValue, after: JsonValue): void;
  /** A rule lets the current value stay, unless another one finds something in it. */
  stays(rule: Rule): void;
  /** A rule had a part in it that decides nothing alone. */
  speaks(rule: Rule): void;
  hit(finding: Finding, path: readonly (string | number)[], leaf: string | number | undefined): void;
  /** The latest hits were inside of a value that goes as a whole. */
  withdraw(count: number): void;
  /** A value that is not read at all, with all that is in it. */
  skip(rule: Rule, place: Place, value: JsonValue): void;
}
