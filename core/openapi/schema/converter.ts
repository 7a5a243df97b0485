/**
 * The interface of the schema converter (convert.ts), as the modules for single keywords use it.
 */
import type { JsonSchema, JsonValue } from '../../lib/json/value.ts';
import type { Repair } from '../../model/repairs.ts';
import type { Source, Target } from '../document/location.ts';
import type { Documents } from '../document/references.ts';
import type { Definition } from '../model/convertedSchema.ts';
import type { ListStyles } from '../model/listStyles.ts';
import type { OpenWarning, Warnings } from '../model/warnings.ts';
import type { Definitions } from './definitions.ts';
import type { ConvertedSchemas } from './inlining.ts';

/** A schema conversion in progress. */
export interface Converter {
  readonly definitions: Definitions;
  readonly forms: ConvertedSchemas;
  readonly documents: Documents;
  readonly warnings: Warnings;
  /** How lists in forms are written. */
  readonly lists: ListStyles;
  /** The document of the schema that is being converted. */
  readonly source: Source;
  /** The keys from the schema being converted to the current subschema. */
  readonly path: string[];
  /**
   * Converts the schema at a location. The schemas that it refers to are converted later, by `settle`.
   * @param warnings gets the warnings about the schema itself
   */
  convert(location: Target, warnings: OpenWarning[]): JsonSchema;
  /** Converts a schema at another location; its warnings are added to those of the current one. */
  convertOther(location: Target): JsonSchema;
  /** Converts all referenced definitions that are not converted yet. */
  settle(): void;
  /**
   * Resolves the `$ref` of a schema and merges its siblings, so that the caller can read its properties. A reference to a
   * schema that is being converted (a cycle) stays.
   */
  flatten(schema: JsonSchema, warnings?: OpenWarning[]): JsonSchema;
  /** False when merging this schema would exceed the limit of copied properties of the import. */
  mayMerge(schema: JsonSchema): boolean;
  /** Adds a warning at the current location, or at its member `key`. */
  warn(code: string, message: string, key?: string): void;
  /** Reports a repair at the current location unless it is switched off; true when the caller is to make it. */
  repaired(repair: Repair, key: string): boolean;
  /** Converts the schema of a member of the current one. */
  at(key: string, value: JsonValue, depth: number): JsonSchema;
  /** The schema of a member when it needs no conversion (unchanged.ts), else undefined. */
  leaf(value: JsonValue, depth: number): JsonSchema | undefined;
  /** Converts the schema of a member for which {@link Converter.leaf} returns undefined. */
  below(key: string, value: JsonValue, depth: number): JsonSchema;
  /** Converts an array of schemas in a member of the current one. */
  list(key: string, values: readonly JsonValue[], depth: number): JsonSchema[];
  /**
   * The definition of a referenced schema. `base` differs from `value` only for a parent with a discriminator.
   */
  definition(target: Target, mode: Definition['mode']): Definition;
}
