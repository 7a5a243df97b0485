/** What the parts of a conversion ask of the one that is under way (convert.ts): where it is, its warnings, and schemas further in. */
import type { JsonSchema, JsonValue } from '../../json/value.ts';
import type { Source, Target } from '../document/location.ts';
import type { Documents } from '../document/references.ts';
import type { Repair } from '../model/repairs.ts';
import type { OpenWarning, Warnings } from '../model/warnings.ts';
import type { Definition } from './converted.ts';
import type { Definitions } from './definitions.ts';
import type { ConvertedSchemas } from './inlining.ts';

export interface Converter {
  readonly definitions: Definitions;
  readonly forms: ConvertedSchemas;
  readonly documents: Documents;
  readonly warnings: Warnings;
  /** The document that is being converted. */
  readonly source: Source;
  /** Keys from the place that is being converted to where conversion is. */
  readonly path: string[];
  /**
   * Converts the schema at a place. What it refers to is only noted: `settle` converts that, once for all the schemas of a
   * tool. Warnings on the schema itself are added to `warnings`.
   */
  convert(location: Target, warnings: OpenWarning[]): JsonSchema;
  /** Converts a schema that stands elsewhere, with the warnings of the one that is being converted. */
  aside(location: Target): JsonSchema;
  /** Converts what was referred to and has not been converted yet. */
  settle(): void;
  /** Merges what a schema refers to into it, so that its properties can be seen; a reference into an open circle stays. */
  flatten(schema: JsonSchema, warnings?: OpenWarning[]): JsonSchema;
  /** False when merging this schema too would copy more than an import may. */
  mayMerge(schema: JsonSchema): boolean;
  /** Adds a warning on the current place, or on a member of it. */
  warn(code: string, message: string, key?: string): void;
  /** Whether a repair may be made here; then it is reported. */
  repaired(repair: Repair, key: string): boolean;
  /** Converts a schema one step below the current place. */
  at(key: string, value: JsonValue, depth: number): JsonSchema;
  /** A schema one step below, when it is right as it stands. */
  leaf(value: JsonValue, depth: number): JsonSchema | undefined;
  /** Converts a schema one step below that is no leaf. */
  below(key: string, value: JsonValue, depth: number): JsonSchema;
  list(key: string, values: readonly JsonValue[], depth: number): JsonSchema[];
  /** `base` differs from `value` only where a schema is a choice among its children. */
  definition(target: Target, mode: Definition['mode']): Definition;
}
