/**
 * Invokes the sandbox with response streaming and the server as the tenant, so that Lambda runs it in an execution environment of that
 * server only. The response is newline-separated JSON frames.
 */
import { PortcullisError } from '../../core/lib/errors.ts';
import type { Progress } from '../../core/response/progress.ts';
import type { SandboxFrame, SandboxRequest } from '../../core/sandbox/protocol.ts';
import { FunctionFailure, invokeStreaming } from '../direct/invoke.ts';
import type { Piece } from '../direct/request.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { isNamed, isThrottled } from '../lib/errors.ts';
import { storeCancellation } from './cancellations.ts';

/** `server_busy`, `sandbox_failed`, `sandbox_timeout`, `sandbox_aborted`, `arguments_too_large`, or the code of the fault that the sandbox reported. */
export class SandboxError extends PortcullisError {
  override readonly name: string = 'SandboxError';
}

/** Options of one invocation. */
export interface SandboxOptions {
  /** When it is aborted, the caller waits no longer. The sandbox ends a call that has a `callId`, and otherwise goes on. */
  readonly signal?: AbortSignal;
  /** Called for each sign of life while the upstream works. */
  readonly onAlive?: () => void;
  /** Called for what the upstream tells of its progress; for a call with `isFollowed`. */
  readonly onProgress?: (progress: Progress) => void;
  /** The call changes nothing upstream, so it may be repeated when the connection breaks. */
  readonly isReadOnly?: boolean;
  /** Token id of the caller: calls of a server that have to wait are let in by token in turn. */
  readonly asker?: string;
}

/** Seconds after which to try again after `server_busy`. */
export const BUSY_RETRY_SECONDS = 5;

/** The frame that ends an event other than by a fault. */
export type SandboxAnswer = Extract<
  SandboxFrame,
  { frame: 'ready' | 'result' | 'tokens' | 'consent' | 'inspection' | 'listing' | 'refused' }
>;

/**
 * Longer than a cold start; from then on the sandbox reports every second that it is alive. Three attempts end before a client gives up.
 */
const PATIENCE_MS = 15_000;

/**
 * The last frame of the exchange. Throws SandboxError; a fault that the sandbox reports keeps its code. The rest of the response is read
 * without being waited for, because a response that is not read to its end keeps its connection occupied.
 */
export function callSandbox(request: SandboxRequest, options: SandboxOptions = {}): Promise<SandboxAnswer> {
  const {
    signal,
    onAlive,
    onProgress,
    asker,
    isReadOnly = request.kind === 'probe' || request.kind === 'inspect' || request.kind === 'list',
  } = options;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const read = frames((frame) => {
      if (frame.frame === 'alive') return onAlive?.();
      if (frame.frame === 'progress') return onProgress?.(frame);
      isAnswered = true;
      if (frame.frame === 'fault') reject(new SandboxError(frame.code, frame.message));
      else resolve(frame);
    });
    // The error is built only when it is used, as building one costs a stack trace.
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
      async (error: unknown) => {
        if (signal?.aborted && !isAnswered && request.kind === 'call' && request.callId !== undefined) {
          await storeCancellation(request.serverId, request.callId);
        }
        fail(() => errorOf(error, signal));
      },
    );
  });
}

function errorOf(error: unknown, signal: AbortSignal | undefined): SandboxError {
  if (signal?.aborted) return new SandboxError('sandbox_aborted', 'The call was cancelled.', { cause: error });
  if (isNamed(error, 'RequestTooLargeException')) {
    return new SandboxError(
      'arguments_too_large',
      'The call with its arguments is larger than 6 MB, the limit of the sandbox.',
    );
  }
  if (isThrottled(error)) {
    return new SandboxError(
      'server_busy',
      `The server is running as many calls as it can, so this one was not made. Call again in ${BUSY_RETRY_SECONDS} seconds, one call at a time.`,
      { cause: error },
    );
  }
  if (!(error instanceof FunctionFailure)) {
    return new SandboxError('sandbox_failed', 'The sandbox could not be reached.', { cause: error });
  }
  // The function's error text is for the log, never for a client.
  const cause = error.details;
  return /timed ?out/i.test(cause)
    ? new SandboxError('sandbox_timeout', 'The call took longer than the sandbox may run.', { cause })
    : new SandboxError('sandbox_failed', 'The sandbox failed.', { cause });
}

/** Splits the pieces into frames, one per line. */
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
