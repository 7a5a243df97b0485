/** Which parameters an argument can set, found out once for all the operations that share one. */
import type { WireParameter } from '../../tools/model.ts';
import type { ConvertedSchema } from '../schema/converted.ts';
import type { Parameter } from './operation.ts';
import type { OpenWarning } from './warnings.ts';

/** A parameter that an argument sets, with what is worked out once for all the operations that share it. */
export interface SettableParameter {
  readonly parameter: Parameter;
  /** On the parameter itself. */
  readonly warnings: OpenWarning[];
  /** Of its argument, if nothing else has it. */
  readonly key: string;
  form?: ConvertedSchema;
  wire?: WireParameter;
}

/** Taken, left out with a warning, or left out because the client sets it anyway. */
export type ParameterDecision = SettableParameter | OpenWarning | 'dropped';

/** By parameter, as parameters.ts has judged it. */
export const parameterDecisions = new WeakMap<Parameter, ParameterDecision>();
