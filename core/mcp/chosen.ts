/** The result of finding the tool of a call: the tool with its arguments, or an immediate answer. */

import type { FieldFault } from '../lib/errors.ts';
import type { BundleTool } from '../model/bundle.ts';
import type { CallRequest, CallResult } from './call.ts';

/** A call of a tool. */
export interface ChosenTool {
  readonly kind: 'tool';
  readonly tool: BundleTool;
  /** The call with the tool's own name and arguments. */
  readonly call: CallRequest;
  /** Faults of how the arguments were wrapped (arguments/wrapped.ts). */
  readonly faults: readonly FieldFault[];
  /** A text on how to call the tool, for the answer to a wrong call. */
  readonly usage?: string;
}

/** A call for the next part of a held answer. */
export interface ChosenPiece {
  readonly kind: 'more';
  readonly call: CallRequest;
}

/** A tool to call, the next part of a held answer, or an immediate answer. */
export type Chosen =
  | ChosenTool
  | ChosenPiece
  | { readonly kind: 'answer'; readonly result: CallResult; readonly errorCode?: string };

/** An immediate answer; an error if it has a code. */
export function textAnswer(text: string, errorCode?: string): Chosen {
  const content = [{ type: 'text' as const, text }];
  return errorCode === undefined
    ? { kind: 'answer', result: { content } }
    : { kind: 'answer', result: { content, isError: true }, errorCode };
}
