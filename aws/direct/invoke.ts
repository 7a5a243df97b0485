/** InvokeWithResponseStream: one invocation, whose response arrives in the pieces that the function writes. */
import { EventStreamCodec } from '@smithy/core/event-streams';
import { type HostWay, hostWay, performBy } from './host.ts';
import { type Piece, sendDirect } from './request.ts';

/** One InvokeWithResponseStream of a function with tenant isolation. */
export interface Invocation {
  readonly functionName: string;
  readonly tenantId: string;
  readonly payload: object;
  /** Who makes the call, among the callers of the tenant. A local host lets waiting calls in by turns; Lambda has no queue. */
  readonly asker?: string | undefined;
  /** Calling it twice has the same effect as once. */
  readonly isRepeatable: boolean;
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The function crashed or timed out; `details` is Lambda's text, for the log. */
export class FunctionFailure extends Error {
  override readonly name = 'FunctionFailure';
  readonly details: string;
  constructor(details: string) {
    super('The invoked function failed.');
    this.details = details;
  }
}

const codec = new EventStreamCodec(
  (input) => (typeof input === 'string' ? input : Buffer.from(input).toString()),
  (input) => Buffer.from(input),
);

/** How an invocation ended: Lambda's `InvokeComplete`. */
interface Ending {
  readonly ErrorCode?: string;
  readonly ErrorDetails?: string;
}

/**
 * Passes the pieces on as they arrive; resolves when the function has ended. Throws FunctionFailure when it failed, and what {@link
 * sendDirect} throws.
 */
export async function invokeStreaming(invocation: Invocation, onPiece: (piece: Piece) => void): Promise<void> {
  const way = hostWay();
  const ending = way ? invokeBy(way, invocation, onPiece) : invokeByRequest(invocation, onPiece);
  const { ErrorCode, ErrorDetails } = await ending;
  if (ErrorCode) throw new FunctionFailure(ErrorDetails ?? ErrorCode);
}

function invokeBy(way: HostWay, invocation: Invocation, onPiece: (piece: Piece) => void): Promise<Ending> {
  const { functionName, tenantId, payload, asker, signal } = invocation;
  // As a string, which passes between threads without being cloned member by member.
  const input = {
    FunctionName: functionName,
    TenantId: tenantId,
    Payload: JSON.stringify(payload),
    ...(asker !== undefined && { ClientContext: asker }),
  };
  return performBy(way, { service: 'lambda', operation: 'InvokeWithResponseStream', input }, onPiece, signal);
}

async function invokeByRequest(invocation: Invocation, onPiece: (piece: Piece) => void): Promise<Ending> {
  const { functionName, tenantId, payload, isRepeatable, patienceMs, signal } = invocation;
  let ending: Ending = {};
  const read = messages((type, body) => {
    if (type === 'PayloadChunk') return onPiece(body);
    if (type !== 'InvokeComplete') throw new Error(`Lambda sent an event that is not known (${type}).`);
    ending = JSON.parse(Buffer.from(body).toString() || '{}') as Ending;
  });
  await sendDirect(
    {
      service: 'lambda',
      path: `/2021-11-15/functions/${functionName}/response-streaming-invocations`,
      headers: { 'content-type': 'application/json', 'x-amz-tenant-id': tenantId },
      body: JSON.stringify(payload),
      isRepeatable,
      patienceMs,
      signal,
    },
    read,
  );
  return ending;
}

const LENGTH_BYTES = 4;

/** Cuts the bytes of an event stream into messages: each begins with its own length (application/vnd.amazon.eventstream). */
function messages(onMessage: (type: string, body: Uint8Array) => void): (piece: Buffer) => void {
  let pending: Buffer[] = [];
  let held = 0;
  let needed = LENGTH_BYTES;
  return (piece) => {
    pending.push(piece);
    held += piece.length;
    if (held < needed) return;
    let bytes = pending.length === 1 ? piece : Buffer.concat(pending);
    while (bytes.length >= LENGTH_BYTES) {
      const length = bytes.readUInt32BE(0);
      if (bytes.length < length) break;
      const { headers, body } = codec.decode(bytes.subarray(0, length));
      onMessage(String(headers[':event-type']?.value ?? headers[':exception-type']?.value ?? ''), body);
      bytes = bytes.subarray(length);
    }
    needed = bytes.length >= LENGTH_BYTES ? bytes.readUInt32BE(0) : LENGTH_BYTES;
    pending = bytes.length > 0 ? [bytes] : [];
    held = bytes.length;
  };
}
