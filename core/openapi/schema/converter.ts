/**
 * What the parts of a conversion ask of the one under way (convert.ts): where it is, its warnings, and nested schemas.
 */
import type { JsonSchema, JsonValue } from '../../json/value.ts';
import type { Source, Target } from '../document/location.ts';
import type { Documents } from '../document/references.ts';
import type { Definition } from '../model/convertedSchema.ts';
import type { Repair } from '../model/repairs.ts';
import type { OpenWarning, Warnings } from '../model/warnings.ts';
import type { Definitions } from './definitions.ts';
import type { ConvertedSchemas } from './inlining.ts';

/** A conversion under way. */
export interface Converter {
  readonly definitions: Definitions;
  readonly forms: ConvertedSchemas;
  readonly documents: Documents;
  readonly warnings: Warnings;
  /** The document that is being converted. */
  readonly source: Source;
  /** Keys from the schema that is being converted to where conversion is. */
  readonly path: string[];
  /**
   * Converts the schema at a location. What it refers to is only noted; `settle` converts that, once for all schemas of
   * a tool.
   * @param warnings takes the warnings on the schema itself
   */
  convert(location: Target, warnings: OpenWarning[]): JsonSchema;
  /** Converts a schema that stands elsewhere, with the warnings of the current one. */
  aside(location: Target): JsonSchema;
  /** Converts all definitions that were referred to and are not converted yet. */
  settle(): void;
  /**
   * Merges what a schema refers to into it, so that its properties can be seen; a reference into an unfinished cycle
   * stays.
   */
  flatten(schema: JsonSchema, warnings?: OpenWarning[]): JsonSchema;
  /** False when merging this schema would copy more than an import may. */
  mayMerge(schema: JsonSchema): boolean;
  /** Adds a warning at the current location, or at a member of it. */
  warn(code: string, message: string, key?: string): void;
  /** True when a repair may be made here; it is reported then. */
  repaired(repair: Repair, key: string): boolean;
  /** Converts a schema one step below. */
  at(key: string, value: JsonValue, depth: number): JsonSchema;
  /** A schema one step below when it can be taken over unchanged, else undefined. */
  leaf(value: JsonValue, depth: number): JsonSchema | undefined;
  /** Converts a schema one step below that {@link Converter.leaf} does not take over. */
  below(key: string, value: JsonValue, depth: number): JsonSchema;
  /** Converts a list of schemas one step below. */
  list(key: string, values: readonly JsonValue[], depth: number): JsonSchema[];
  /**
   * The definition of a referenced schema. `base` differs from `value` only for a schema that stands for its children.
   */
  definition(target: Target, mode: Definition['mode']): Definition;
}
