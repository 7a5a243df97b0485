/** The call of a tool and its result, as the endpoint passes them to its host. */
import type { JsonObject } from '../lib/json/value.ts';
import { visible } from '../lib/visible.ts';
import type { BundleTool } from '../model/bundle.ts';
import type { Content } from '../response/content.ts';
import type { Progress } from '../response/progress.ts';
import type { AnswerParts } from '../sandbox/protocol.ts';
import type { ArgumentRepair } from './arguments/table.ts';
import type { ClientInput, InputRequired } from './elicitation.ts';
import type { Structured } from './structured.ts';
import type { Task, TaskWish } from './task.ts';

/** One `tools/call`, `resources/read` or `prompts/get`. */
export interface CallRequest {
  readonly id: string | number;
  readonly name: string;
  /** What it reads in place of calling a tool: a resource, resource template or prompt of the bundle. */
  readonly reads?: BundleTool;
  /** The arguments for the request; numbers keep their source text (core/lib/json/lossless.ts). */
  readonly arguments: JsonObject;
  /** The same arguments as plain JavaScript values, for validation. */
  readonly plainArguments: JsonObject;
  /** In what other form the arguments were given as a whole. */
  readonly repairs?: readonly ArgumentRepair[];
  /** What it brings along for questions to a person. */
  readonly clientInput?: () => ClientInput;
  /** Whether its client asks for a task, or takes one where the server offers it (task.ts). */
  readonly taskWish?: () => TaskWish | undefined;
  /** Aborted when the client disconnects or cancels the call. */
  readonly signal: AbortSignal;
  /** Set when the client asked for progress; sends a progress notification. Without an argument it is a sign of life. */
  readonly onProgress?: (heard?: Progress) => void;
}

/** The result of a call (MCP, CallToolResult). */
export interface CallResult {
  readonly content: readonly Content[];
  readonly isError?: boolean;
  /** The same answer under the tool's `outputSchema` (structured.ts). */
  readonly structuredContent?: Structured;
  /** Of a resource or prompt: what the content consists of. */
  readonly parts?: AnswerParts;
  /** In place of all other members: what has to be answered first. */
  readonly inputRequired?: InputRequired;
  /** In place of all other members: the call goes on as a task. */
  readonly task?: Task;
  /** The `requestState` of the call is not for it; told as a protocol error. */
  readonly isStateRefused?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * A result with the characters shown that nobody sees. For every result but the success of a call, whose texts the sandbox has shown. Texts get
 * escapes, because a call can repeat them.
 */
export function shownResult(result: CallResult): CallResult {
  if (!result.content) return result;
  const content = result.content.map((block) =>
    block.type === 'text' ? { ...block, text: visible(block.text, { isJson: true }) } : block,
  );
  return { ...result, content };
}
