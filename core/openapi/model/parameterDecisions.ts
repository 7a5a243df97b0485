/** Whether a parameter becomes an argument, decided once for all operations that share the parameter. */
import type { FieldEncoding, ListStyle, WireParameter } from '../../tools/model.ts';
import type { ConvertedSchema } from './convertedSchema.ts';
import type { Parameter } from './operation.ts';
import type { OpenWarning } from './warnings.ts';

/** A parameter that an argument sets. */
export interface SettableParameter {
  readonly parameter: Parameter;
  /** Warnings about the parameter itself. */
  readonly warnings: OpenWarning[];
  /** Name of its argument, unless another argument has that name. */
  readonly key: string;
  form?: ConvertedSchema;
  /** How its lists are written, and the encodings of the form that it is; both are set with `form`. */
  lists?: ListStyle | undefined;
  encoding?: Readonly<Record<string, FieldEncoding>>;
  wire?: WireParameter;
}

/** Becomes an argument, is left out with a warning, or is left out silently because the HTTP client sets it. */
export type ParameterDecision = SettableParameter | OpenWarning | 'dropped';

/** By parameter; filled by parameters/parameters.ts. */
export const parameterDecisions = new WeakMap<Parameter, ParameterDecision>();
