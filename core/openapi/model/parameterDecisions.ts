/** Whether a parameter becomes an argument, decided once for all operations that share the parameter. */
import type { FieldEncoding, ListStyle, WireParameter } from '../../model/tool.ts';
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
  /** What is sent where the argument is not given. */
  readonly sent?: SentHeader;
  form?: ConvertedSchema;
  /** How its lists are written, and the encodings of the form that it is; both are set with `form`. */
  lists?: ListStyle | undefined;
  encoding?: Readonly<Record<string, FieldEncoding>>;
  wire?: WireParameter;
}

/** A header with the only value, or the default, that its parameter has. */
export interface SentHeader {
  readonly name: 'Accept' | 'Content-Type';
  readonly value: string;
}

/** Becomes an argument or a header of every call, is left out with a warning, or silently because the HTTP client sets it. */
export type ParameterDecision = SettableParameter | { readonly sent: SentHeader } | OpenWarning | 'dropped';

/** By parameter; filled by parameters/parameters.ts. */
export const parameterDecisions = new WeakMap<Parameter, ParameterDecision>();
