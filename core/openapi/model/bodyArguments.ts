/** The arguments of a request body, computed once for all operations that share it. */
import type { JsonSchema, JsonValue } from '../../lib/json/value.ts';
import type { WireBody } from '../../model/tool.ts';
import type { ConvertedSchema } from './convertedSchema.ts';
import type { Body } from './operation.ts';

/** What a request body contributes to its tool. */
export interface BodyArguments {
  readonly wire: WireBody;
  /** Names of its arguments; `schemas` has their schemas in the same order. */
  readonly names: readonly string[];
  readonly schemas: readonly JsonSchema[];
  /** The same schemas in the form that tools get. */
  forms?: readonly ConvertedSchema[];
  /** Arguments that must be given. */
  readonly required: readonly string[];
  /** Fields that are required when a body is sent, while the body itself is optional. */
  readonly requiredTogether: readonly string[];
  /** `additionalProperties` of the tool's schema. */
  readonly additional: JsonValue;
}

/**
 * By body. Only bodies without warnings: the others are converted again for each operation, so that the warnings name
 * all its tools.
 */
export const argumentsByBody = new WeakMap<Body, BodyArguments>();
