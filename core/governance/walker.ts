/** What redacts the values, documents and texts of answers by one set of rules; pipeline.ts makes it, the formats use it. */
import type { JsonValue } from '../json/value.ts';
import type { Tally } from './report.ts';
import type { Span } from './span.ts';

/** A redacted document. */
export interface Written {
  readonly text: string;
  /** Length of the text in UTF-8, which would have to be counted anew otherwise. */
  readonly bytes: number;
}

/** How a value is walked. */
export interface WalkOptions {
  /** The value is the caller's own and may be changed in place. */
  readonly owned?: boolean;
  /** First character of strings that carry the text of a number (json/exactNumbers.ts). */
  readonly sentinel?: number;
}

/** Redacts by one set of rules and counts in a tally. */
export interface Walker {
  /** A parsed value; the same value when nothing is redacted. */
  walk(value: JsonValue, tally: Tally, options?: WalkOptions): JsonValue;
  /**
   * The JSON document in these bytes redacted as text, or undefined when it is none that is read so; then nothing is counted.
   *
   * @param options.unique also undefined when an object has a member twice
   */
  document(bytes: Uint8Array, tally: Tally, options: { readonly unique: boolean }): Written | undefined;
  /** A single string with the field name it stands under. */
  field(name: string, value: string, tally: Tally): string;
  /** What is personal in a text by its content alone; the caller takes it out and counts it. */
  find(text: string, tally: Tally): readonly Span[];
  /** A pointer without personal data in its segments. */
  pointer(pointer: string): string;
}
