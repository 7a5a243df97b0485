/** A range of a text that is personal. */
import type { Finding } from './rule.ts';

export interface Span {
  /** In UTF-16 units from the beginning of the text. */
  readonly start: number;
  readonly end: number;
  /** Type of the marker: the id of a detector (policy.ts), or the name of a custom pattern. */
  readonly type: string;
  /** What found it. */
  readonly finding: Finding;
  /** The personal value, where the text has it in another form. */
  readonly value?: string;
}

/** What is found at a range of a text. */
export const spanOf = (start: number, end: number, finding: Finding): Span => ({
  start,
  end,
  type: finding.type,
  finding,
});

/** Makes the marker that replaces a value of a type. */
export type MarkerFor = (type: string, value: string) => string;
