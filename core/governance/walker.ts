/** What redacts the values, documents and texts of answers by one set of rules; ../walker.ts makes it. */
import type { JsonValue } from '../json/value.ts';
import type { Span } from './span.ts';
import type { Tally } from './tally.ts';

export interface Written {
  readonly text: string;
  /** Its length in UTF-8, which would have to be counted anew otherwise. */
  readonly bytes: number;
}

export interface WalkOptions {
  /** The value is the caller's own and may be changed in place. */
  readonly owned?: boolean;
  /** First character of strings that carry the text of a number (json/exactNumbers.ts). */
  readonly sentinel?: number;
}

export interface Walker {
  walk(value: JsonValue, tally: Tally, options?: WalkOptions): JsonValue;
  /**
   * The JSON document in these bytes redacted as text, or undefined when it is none that is read so; then nothing is counted.
   * `unique`: nor when an object has a member twice.
   */
  document(bytes: Uint8Array, tally: Tally, unique: boolean): Written | undefined;
  /** A single string with the field name it stands under. */
  field(name: string, value: string, tally: Tally): string;
  /** What is personal in a text by its content alone; the caller takes it out and counts it. */
  find(text: string, tally: Tally): readonly Span[];
  /** A pointer without personal data in its segments. */
  pointer(pointer: string): string;
}
