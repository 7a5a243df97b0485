/**
 * Calls the sandbox: one streaming invocation, with the server as the tenant, so that Lambda runs it in the execution
 * environment of that server alone. Answers arrive as newline-separated JSON frames.
 */
import { PortcullisError } from '../core/errors.ts';
import type { SandboxFrame, SandboxRequest } from '../core/request/call.ts';
import { FunctionFailure, invokeStreaming } from './direct/invoke.ts';
import type { Piece } from './direct/request.ts';
import { requireEnvironment } from './environment.ts';
import { AwsRefusal, isNamed } from './errors.ts';

/** `server_busy`, `sandbox_failed`, `sandbox_timeout`, `sandbox_aborted`, `arguments_too_large`, or the code of the fault that the sandbox reported. */
export class SandboxError extends PortcullisError {
  override readonly name: string = 'SandboxError';
}

/** How one invocation of the sandbox is made. */
export interface SandboxOptions {
  readonly signal?: AbortSignal;
  /** Called for each sign of life while the upstream works. */
  readonly onAlive?: () => void;
  /** The call changes nothing at the upstream, so it may be sent again when the connection fails half way. */
  readonly isReadOnly?: boolean;
  /** Whose call it is, a token's id: the calls of a server are let in by turns where they have to wait. */
  readonly asker?: string;
}

/** After `server_busy`: when there may be a place again, in seconds. */
export const BUSY_RETRY_SECONDS = 5;

/** The frame that ends an event other than by a fault. */
export type SandboxAnswer = Extract<SandboxFrame, { frame: 'ready' | 'result' | 'tokens' | 'refused' }>;

/** Longer than a cold start takes; then the sandbox says every second that it is alive. Three tries end before a client gives up. */
const PATIENCE_MS = 15_000;

/**
 * The frame that ends the exchange. Throws SandboxError; a fault that the sandbox reports keeps its own code.
 * The rest of the answer is read to its end without being waited for: half read, it would keep its connection for ever.
 */
export function callSandbox(request: SandboxRequest, options: SandboxOptions = {}): Promise<SandboxAnswer> {
  const { signal, onAlive, asker, isReadOnly = request.kind === 'probe' } = options;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const read = frames((frame) => {
      if (frame.frame === 'alive') return onAlive?.();
      isAnswered = true;
      if (frame.frame === 'fault') reject(new SandboxError(frame.code, frame.message));
      else resolve(frame);
    });
    // An error that nobody will see still costs its stack.
    const fail = (why: () => SandboxError) => {
      if (!isAnswered) reject(why());
    };
    const invocation = {
      functionName: requireEnvironment('FUNCTION_SANDBOX'),
      tenantId: request.serverId,
      payload: request,
      asker,
      isRepeatable: isReadOnly,
      patienceMs: PATIENCE_MS,
      signal,
    };
    invokeStreaming(invocation, read).then(
      () => fail(() => new SandboxError('sandbox_failed', 'The sandbox ended without an answer.')),
      (error: unknown) => fail(() => errorOf(error, signal)),
    );
  });
}

function errorOf(error: unknown, signal: AbortSignal | undefined): SandboxError {
  if (signal?.aborted) return new SandboxError('sandbox_aborted', 'The call was cancelled.', { cause: error });
  if (isNamed(error, 'RequestTooLargeException')) {
    return new SandboxError('arguments_too_large', 'With its arguments the call is over 6 MB, which no sandbox takes.');
  }
  if (error instanceof AwsRefusal && error.isThrottling) {
    return new SandboxError(
      'server_busy',
      `The server has as many calls under way as it takes, so this one was not made. Call again in ${BUSY_RETRY_SECONDS} seconds, one call at a time.`,
      { cause: error },
    );
  }
  if (!(error instanceof FunctionFailure)) {
    return new SandboxError('sandbox_failed', 'The sandbox could not be reached.', { cause: error });
  }
  // What the function said of its failure is for the log, never for a client.
  const cause = error.details;
  return /timed ?out/i.test(cause)
    ? new SandboxError('sandbox_timeout', 'The call took longer than the sandbox may run (60 s).', { cause })
    : new SandboxError('sandbox_failed', 'The sandbox failed.', { cause });
}

/** Cuts pieces into frames, one a line. */
function frames(onFrame: (frame: SandboxFrame) => void): (piece: Piece) => void {
  const utf8 = new TextDecoder();
  let pending = '';
  return (piece) => {
    const text = typeof piece === 'string' ? piece : utf8.decode(piece, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = pending + text.slice(start, end);
      pending = '';
      start = end + 1;
      if (line) onFrame(JSON.parse(line) as SandboxFrame);
    }
    pending += text.slice(start);
  };
}
