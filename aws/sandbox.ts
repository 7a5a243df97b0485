/**
 * Calls the sandbox: one streaming invocation, with the server as the tenant, so that Lambda runs it in the execution
 * environment of that server alone. Answers arrive as newline-separated JSON frames.
 */
import { InvokeWithResponseStreamCommand } from '@aws-sdk/client-lambda';
import { PortcullisError } from '../core/errors.ts';
import type { SandboxFrame, SandboxRequest } from '../core/request/call.ts';
import { lambda } from './clients.ts';
import { requireEnvironment } from './environment.ts';

/** `sandbox_failed`, `sandbox_timeout`, `sandbox_aborted`, or the code of the fault that the sandbox reported. */
export class SandboxError extends PortcullisError {
  override readonly name: string = 'SandboxError';
}

export interface SandboxOptions {
  readonly signal?: AbortSignal;
  /** Called for each sign of life while the upstream works. */
  readonly onAlive?: () => void;
}

export type SandboxAnswer = Extract<SandboxFrame, { frame: 'ready' | 'result' }>;

/** The frame that ends the exchange. Throws SandboxError; a fault that the sandbox reports keeps its own code. */
export async function callSandbox(request: SandboxRequest, options: SandboxOptions = {}): Promise<SandboxAnswer> {
  const { signal, onAlive } = options;
  const stream = frames(request, signal);
  try {
    for (let next = await stream.next(); !next.done; next = await stream.next()) {
      const frame = next.value;
      if (frame.frame === 'fault') throw new SandboxError(frame.code, frame.message);
      if (frame.frame !== 'alive') return frame;
      onAlive?.();
    }
  } catch (error) {
    if (error instanceof SandboxError) throw error;
    if (signal?.aborted) throw new SandboxError('sandbox_aborted', 'The call was cancelled.', { cause: error });
    throw new SandboxError('sandbox_failed', 'The sandbox could not be reached. Try again.', { cause: error });
  } finally {
    // Read to the end, without waiting for it: an answer that is left half read keeps its connection for ever.
    void drain(stream);
  }
  if (signal?.aborted) throw new SandboxError('sandbox_aborted', 'The call was cancelled.');
  throw new SandboxError('sandbox_failed', 'The sandbox ended without an answer. Try again.');
}

async function drain(stream: AsyncGenerator<unknown>): Promise<void> {
  try {
    while (!(await stream.next()).done);
  } catch {
    // The outcome is known already.
  }
}

async function* frames(request: SandboxRequest, signal: AbortSignal | undefined): AsyncGenerator<SandboxFrame> {
  const { EventStream } = await lambda().send(
    new InvokeWithResponseStreamCommand({
      FunctionName: requireEnvironment('FUNCTION_SANDBOX'),
      TenantId: request.serverId,
      Payload: Buffer.from(JSON.stringify(request)),
    }),
    { abortSignal: signal },
  );
  const decoder = new TextDecoder();
  let pending: string[] = [];
  for await (const event of EventStream ?? []) {
    if (event.PayloadChunk?.Payload) {
      const lines = decoder.decode(event.PayloadChunk.Payload, { stream: true }).split('\n');
      for (const end of lines.splice(0, lines.length - 1)) {
        const line = pending.join('') + end;
        pending = [];
        if (line) yield JSON.parse(line) as SandboxFrame;
      }
      pending.push(lines[0] as string);
    }
    if (event.InvokeComplete?.ErrorCode) throw failure(event.InvokeComplete.ErrorDetails ?? '');
  }
  const rest = pending.join('');
  if (rest.trim()) yield JSON.parse(rest) as SandboxFrame;
}

/** The function itself failed: what it said is for the log, never for a client. */
function failure(details: string): SandboxError {
  return /timed ?out/i.test(details)
    ? new SandboxError('sandbox_timeout', 'The call took longer than the sandbox may run (60 s).', { cause: details })
    : new SandboxError('sandbox_failed', 'The sandbox failed. Try again.', { cause: details });
}
