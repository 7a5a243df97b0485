/** What a call turns out to be: the call of a tool by its own name and arguments, or something that is answered here. */
import type { BundleTool } from '../bundle/model.ts';
import type { FieldFault } from '../errors.ts';
import type { CallRequest, CallResult } from './call.ts';

/** A call of a tool by its own name and arguments. */
export interface ChosenTool {
  readonly kind: 'tool';
  readonly tool: BundleTool;
  /** By the tool's own name, with its own arguments. */
  readonly call: CallRequest;
  /** What is wrong with the way they were wrapped. */
  readonly faults: readonly FieldFault[];
  /** How the tool is called, for a model that got it wrong. */
  readonly usage?: string;
}

/** A piece of an answer that is held. */
export interface ChosenPiece {
  readonly kind: 'more';
  readonly call: CallRequest;
}

/** A tool to call, a piece to read, or an answer without a call. */
export type Chosen =
  | ChosenTool
  | ChosenPiece
  | { readonly kind: 'answer'; readonly result: CallResult; readonly errorCode?: string };

/** What is answered without calling anything; an error when it has a code. */
export function textAnswer(text: string, errorCode?: string): Chosen {
  const content = [{ type: 'text' as const, text }];
  return errorCode === undefined
    ? { kind: 'answer', result: { content } }
    : { kind: 'answer', result: { content, isError: true }, errorCode };
}
