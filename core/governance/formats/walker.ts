/**
 * The interface of a walker, which redacts values, documents and texts by one set of rules. pipeline.ts creates
 * walkers, the formats use them.
 */
import type { JsonValue } from '../../lib/json/value.ts';
import type { MarkedTool } from '../../model/governance/marked.ts';
import type { Tally } from '../../model/governance/report.ts';
import type { MarkerFor, Span } from '../../model/governance/span.ts';

/** A redacted document. */
export interface Written {
  readonly text: string;
  /** Length of the text in UTF-8, known from writing it. */
  readonly bytes: number;
}

/** Options of a walk. */
export interface WalkOptions {
  /** The caller owns the value, so it may be changed in place. */
  readonly owned?: boolean;
  /** First character of strings that hold the text of a number (json/exactNumbers.ts). */
  readonly sentinel?: number;
}

/** Redacts by one set of rules and counts in a tally. */
export interface Walker {
  /** Redacts a parsed value; returns the same value when nothing is redacted. */
  walk(value: JsonValue, tally: Tally, options?: WalkOptions): JsonValue;
  /**
   * Redacts the JSON document in these bytes. Undefined, with nothing counted, when the document is not supported.
   *
   * @param options.unique also undefined when an object has a member twice
   */
  document(bytes: Uint8Array, tally: Tally, options: { readonly unique: boolean }): Written | undefined;
  /** Redacts a single string by the name of its field. */
  field(name: string, value: string, tally: Tally): string;
  /** The personal data in a text by its content alone; the caller removes and counts it. */
  find(text: string, tally: Tally): readonly Span[];
  /** The walker for answers of a tool that is described or that its owner corrected. */
  of(tool: MarkedTool | undefined): Walker;
  /** The JSON pointer with the personal data in its segments redacted. */
  pointer(pointer: string): string;
  /** Only what is known to be harmless passes. */
  readonly isClosed: boolean;
  /** The names of fields, with those replaced that may be data; unchanged unless the walker is closed. */
  names(names: readonly string[], tally: Tally): readonly string[];
  readonly markerFor: MarkerFor;
}
