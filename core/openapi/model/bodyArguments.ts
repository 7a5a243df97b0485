/** The arguments of a body, worked out once for all operations that share it. */
import type { JsonSchema, JsonValue } from '../../json/value.ts';
import type { WireBody } from '../../tools/model.ts';
import type { ConvertedSchema } from './convertedSchema.ts';
import type { Body } from './operation.ts';

/** What a request body contributes to its tool. */
export interface BodyArguments {
  readonly wire: WireBody;
  /** Names of its arguments; `schemas` has theirs, in the same order. */
  readonly names: readonly string[];
  readonly schemas: readonly JsonSchema[];
  /** The same schemas as tools carry them. */
  forms?: readonly ConvertedSchema[];
  /** Arguments that must be given. */
  readonly required: readonly string[];
  /** Fields that a body must have although the body itself may be left out. */
  readonly requiredTogether: readonly string[];
  /** `additionalProperties` of the tool's schema. */
  readonly additional: JsonValue;
}

/**
 * By body; only bodies without warnings, because those with some are read again at each operation so that each is
 * named.
 */
export const knownArguments = new WeakMap<Body, BodyArguments>();
