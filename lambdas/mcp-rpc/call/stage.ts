/**
 * What a stage of a tool call is, and how the stages of one call run: each may end the call by what it returns, or have the next ones run
 * and look at what came of it. Which stages there are, and in which order, is in stages.ts.
 */
import type { CallEntry, CallHead } from '../../../core/audit/entry.ts';
import type { LiveServer } from '../../../core/auth/tokens/check.ts';
import type { ArgumentRepair } from '../../../core/mcp/arguments/table.ts';
import type { CallRequest } from '../../../core/mcp/call.ts';
import type { ChosenTool } from '../../../core/mcp/chosen.ts';
import type { Round } from '../../../core/mcp/elicitation.ts';
import type { Described } from '../../../core/mcp/protocol.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import type { BundlePolicies } from '../../../core/model/policies.ts';
import type { SpanPart } from '../../../core/telemetry/trace/spans.ts';
import type { Admission } from '../../shared/admission.ts';
import type { Arrival } from '../trail/requestTrace.ts';
import type { Passage } from './breaker.ts';
import type { Confirmation } from './elicit.ts';
import type { Finished } from './finished.ts';
import type { Tracing } from './tracing.ts';

/** A long call, as its stages see it. */
export interface LongCall {
  readonly taskId: string;
  /** The version of the server, or toolset, that its client called: its result is sealed to it. */
  readonly bundleId: string;
  /** Ends the call at the API. */
  readonly stop: AbortController;
  /** Whether its client was told of the task: the trail names it then. */
  isTold: boolean;
  /** Called when nothing refuses it any more. */
  begun(): void;
}

/** Policies that want a person's approval for a call. */
export interface WantedApproval {
  /** Of the server or toolset whose policies they are. */
  readonly serverId: string;
  /** Its name of the tool. */
  readonly tool: string;
  readonly policies: readonly string[];
}

/** What a call is made with. */
export interface CallContext extends Admission {
  /** The toolset that it comes through; `server` is the member then. */
  readonly toolset?: LiveServer;
  /** Of the toolset that it comes through, if it has some. */
  readonly toolsetPolicies?: BundlePolicies | undefined;
  readonly bundle: Bundle;
  readonly described: Described;
  /** When its POST came in, for traces. */
  readonly arrival?: Arrival | undefined;
  /** Name of the tool that reads held answers, where answers are held. */
  readonly readingTool?: string | undefined;
  /** Whether a tool is marked as long that the token may use. */
  readonly hasLong?: boolean;
  /** Set for a call that may take longer than a minute. */
  readonly long?: LongCall;
  /** The tools in the token's scope. */
  readonly readable?: ReadonlyMap<string, BundleTool>;
  /** Reads the token again, strongly consistent: whether an answer may still be sent. */
  isStillOpen(): Promise<boolean>;
  /** Called when the call was not made, with the seconds after which to try again. */
  readonly onRetryLater?: (seconds: number) => void;
}

/** A call on its way through the stages. */
export interface RunningCall {
  readonly context: CallContext;
  readonly chosen: ChosenTool;
  /** Epoch milliseconds. */
  readonly began: number;
  /** What all its entries in the trail have in common. */
  readonly head: CallHead;
  readonly tracing: Tracing;
  /** The arguments as the client has sent them, as JSON. */
  readonly text: string;
  /** As the client has made it; once the arguments are checked, as it is sent. */
  request: CallRequest;
  /** What was read from other forms of the arguments, once they are checked. */
  repairs?: readonly ArgumentRepair[] | undefined;
  /** The round of questions to a person that it belongs to, where the owner has people asked. */
  round?: Round | undefined;
  /** Names of the policies that would have forbidden it, if those in shadow mode decided. */
  wouldDeny?: readonly string[] | undefined;
  /** What a person has to approve before it is made, by server whose policies want it. */
  approvals?: readonly WantedApproval[] | undefined;
  /** The approval that it is made by: ids, and who has given it. */
  approvedBy?: CallEntry['approvedBy'];
  /** By which a person has agreed to it. */
  confirmation?: Confirmation | undefined;
  /** What the circuit breaker says of it, where the server has one. */
  passage?: Passage;
}

/** Has the stages behind this one run. */
export type Next = () => Promise<Finished>;

/** A stage of a call. */
export interface Stage {
  readonly name: string;
  /** What it does, in a line for people. */
  readonly does: string;
  /** The codes that it may end a call with. */
  readonly refuses: readonly string[];
  /** The spans of a traced call that are its own. */
  readonly spans?: readonly SpanPart[];
  /** For people: which calls have it; all where it is not set. */
  readonly when?: string;
  /** Whether this call has it; every call where it is not set. */
  isUsed?(call: RunningCall): boolean;
  run(call: RunningCall, next: Next): Promise<Finished>;
}

/** Runs those of the stages that the call has, in their order. The last one calls no next. */
export function runStages(stages: readonly Stage[], call: RunningCall): Promise<Finished> {
  const used = stages.filter((stage) => stage.isUsed === undefined || stage.isUsed(call));
  const runFrom = (at: number): Promise<Finished> => (used[at] as Stage).run(call, () => runFrom(at + 1));
  return runFrom(0);
}
