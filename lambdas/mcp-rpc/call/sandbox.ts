/** Has the sandbox make the call: it opens the credential, sends the request, and governs and projects the answer. */
import { logFailure } from '../../../aws/lib/log.ts';
import { BUSY_RETRY_SECONDS, SandboxError } from '../../../aws/services/sandbox.ts';
import { hasCode } from '../../../core/lib/errors.ts';
import { isTokenRefused } from '../../../core/request/errors.ts';
import { newHandle } from '../../../core/response/continuation/handle.ts';
import { withoutChoice } from './checkedArguments.ts';
import { type Finished, failure, sandboxFailure, success } from './finished.ts';
import { itemsKept } from './held.ts';
import { staleNotes } from './reuse.ts';
import { sandboxCall } from './sandboxCall.ts';
import type { RunningCall, Stage } from './stage.ts';

/** Makes the call. Never rejects because of the upstream or the sandbox. */
export const sandboxStage: Stage = {
  name: 'sandbox',
  does: 'opens the credential, sends the request, and governs and projects the answer',
  refuses: [
    'server_busy',
    'sandbox_failed',
    'sandbox_timeout',
    'sandbox_aborted',
    'arguments_too_large',
    'input_required',
    'credential_replaced',
    'oauth_…',
    'upstream_…',
  ],
  spans: ['sandbox', 'exchange', 'governance'],
  run: sandboxed,
};

async function sandboxed(call: RunningCall): Promise<Finished> {
  const {
    context,
    chosen: { tool },
    head: { callId },
    request,
    tracing,
  } = call;
  const { bundle, readingTool, readable, secretFor } = context;
  const { trace } = tracing;
  const from = trace ? performance.now() : 0;
  let finished: Finished;
  const mayAsk = bundle.elicitation?.upstream && tool.program.mcp && !context.long;
  const questions = mayAsk ? await import('./upstreamQuestions.ts') : undefined;
  let timing: unknown;
  const { sent, fields } = withoutChoice(bundle, tool, request);
  const continuation =
    readingTool === undefined ? undefined : { tool: readingTool, handle: newHandle(), ...(fields && { fields }) };
  try {
    const answer = await sandboxCall(context, tool, sent, {
      callId,
      ...(fields && { fields }),
      ...(continuation && { continuation }),
      ...(bundle.governance.placeholders?.length && {
        tokenSecret: Buffer.from(secretFor('placeholders')).toString('base64'),
      }),
      ...staleNotes(bundle, tool, readable),
      ...(tracing.headers && { traceHeaders: tracing.headers }),
      ...(trace && { isTimed: true }),
      ...questions?.upstreamRound(call),
    });
    if (answer.frame === 'result') {
      const { whole } = answer.outcome;
      timing = answer.outcome.timing;
      finished = success(answer.outcome);
      if (whole && continuation) {
        const held = { handle: continuation.handle, whole, callId, maxItems: itemsKept(bundle, tool) };
        finished = { ...finished, held };
      }
      const { asked } = answer.outcome;
      if (questions && asked) finished = questions.upstreamQuestion(call, finished, asked);
    } else finished = sandboxFailure('sandbox_failed', 'The sandbox answered something else than a result.', tool);
  } catch (error) {
    finished = failed(context, tool, error);
  }
  trace?.sandbox(from, timing, finished.entry);
  return finished;
}

/** The outcome of a call that ended with an error. Throws those that are no outcome. */
function failed(
  { onRetryLater }: RunningCall['context'],
  tool: RunningCall['chosen']['tool'],
  error: unknown,
): Finished {
  if (isTokenRefused(error) || hasCode(error, 'credential_replaced')) return failure(error.code, error.message);
  if (!(error instanceof SandboxError)) throw error;
  if (error.code === 'server_busy') {
    onRetryLater?.(BUSY_RETRY_SECONDS);
    return failure(error.code, error.message);
  }
  if (error.cause !== undefined && error.code !== 'sandbox_aborted') logFailure('sandbox_call_failed', error.cause);
  return sandboxFailure(error.code, error.message, tool);
}
