/**
 * The stages of a tool call, from the first to the last; what came of it passes them in reverse. A stage that a server, a tool or a token
 * does not use is not in its calls. The page design/mcp.md shows this list.
 */
import type { CallResult } from '../../../core/mcp/call.ts';
import type { ChosenTool } from '../../../core/mcp/chosen.ts';
import { headOfCall } from '../trail/entries.ts';
import { formStage } from './answerForm.ts';
import { argumentsStage, consentStage } from './arguments.ts';
import { breakerStage, probeStage, repetitionStage } from './breakerStages.ts';
import { holdStage } from './held.ts';
import { limitsStage } from './limits.ts';
import { taskStage } from './long.ts';
import { approvalStage, policyStage } from './policies.ts';
import { recheckStage } from './recheck.ts';
import { recordStage } from './record.ts';
import { reuseStage } from './reuse.ts';
import { sandboxStage } from './sandbox.ts';
import { type CallContext, runStages, type Stage } from './stage.ts';
import { startStage } from './started.ts';
import { traceOf } from './tracing.ts';

/** The stages in their order. */
export const STAGES: readonly Stage[] = [
  formStage,
  breakerStage,
  limitsStage,
  repetitionStage,
  recordStage,
  argumentsStage,
  policyStage,
  consentStage,
  approvalStage,
  probeStage,
  taskStage,
  startStage,
  recheckStage,
  holdStage,
  reuseStage,
  sandboxStage,
];

/** Makes one call. Every failure is a result with `isError`, which a model can read; it rejects only for faults of our own. */
export async function callTool(context: CallContext, chosen: ChosenTool): Promise<CallResult> {
  const { tool, call: request } = chosen;
  const head = headOfCall(context, context.described, tool);
  const tracing = traceOf(context, tool);
  const text = JSON.stringify(request.arguments);
  const call = { context, chosen, began: Date.now(), head, tracing, text, request };
  return (await runStages(STAGES, call)).result;
}
