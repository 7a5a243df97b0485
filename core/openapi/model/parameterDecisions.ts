/** What becomes of each parameter, worked out once for all operations that share it. */
import type { WireParameter } from '../../tools/model.ts';
import type { ConvertedSchema } from './convertedSchema.ts';
import type { Parameter } from './operation.ts';
import type { OpenWarning } from './warnings.ts';

/** A parameter that an argument sets. */
export interface SettableParameter {
  readonly parameter: Parameter;
  /** On the parameter itself. */
  readonly warnings: OpenWarning[];
  /** Name of its argument unless another argument has it. */
  readonly key: string;
  form?: ConvertedSchema;
  wire?: WireParameter;
}

/** Settable, left out with a warning, or left out silently because the client sets it anyway. */
export type ParameterDecision = SettableParameter | OpenWarning | 'dropped';

/** By parameter; filled by parameters/parameters.ts. */
export const parameterDecisions = new WeakMap<Parameter, ParameterDecision>();
