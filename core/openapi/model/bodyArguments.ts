/** What the arguments of a body are, found out once for all the operations that share it. */
import type { JsonSchema, JsonValue } from '../../json/value.ts';
import type { WireBody } from '../../tools/model.ts';
import type { ConvertedSchema } from '../schema/converted.ts';
import type { Body } from './operation.ts';

export interface BodyArguments {
  readonly wire: WireBody;
  /** Arguments, and the schema of each. */
  readonly names: readonly string[];
  readonly schemas: readonly JsonSchema[];
  /** Those schemas as tools carry them. */
  forms?: readonly ConvertedSchema[];
  /** Arguments that must be given. */
  readonly required: readonly string[];
  /** Fields that a body must have although the body itself may be left out. */
  readonly requiredTogether: readonly string[];
  /** What `additionalProperties` of the tool's schema has to be. */
  readonly additional: JsonValue;
}

/** By body, of those without warnings: what has some is looked at again wherever it stands. */
export const knownArguments = new WeakMap<Body, BodyArguments>();
