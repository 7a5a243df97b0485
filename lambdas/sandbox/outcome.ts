/** Outcomes of calls that got no answer: what went wrong, for the model, with a stable code for the audit. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { PortcullisError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { CallOutcome, Content } from '../../core/request/call.ts';
import { EgressError } from '../../egress/index.ts';

const SLOW = 'The upstream did not answer in time (limit upstreamMs); try again later or ask for less.';

/** Outcome code and the sentence for the model, by what the guarded client threw. */
const EGRESS: Readonly<Record<string, readonly [code: string, advice: string]>> = {
  timeout_connect: [
    'upstream_timeout',
    'The upstream could not be reached in time (limit connectMs); try again later.',
  ],
  timeout_headers: ['upstream_timeout', SLOW],
  timeout_total: ['upstream_timeout', SLOW],
  aborted: ['aborted', 'The call was cancelled.'],
  dns_failed: ['upstream_unreachable', ''],
  connect_failed: ['upstream_unreachable', ''],
  tls_failed: ['upstream_unreachable', ''],
  connection_lost: ['upstream_unreachable', ''],
  response_too_large: ['upstream_too_large', 'That is the limit upstreamBody; ask for a smaller part of it.'],
  headers_too_large: ['upstream_invalid', ''],
  decode_failed: ['upstream_invalid', ''],
  too_many_redirects: ['upstream_invalid', ''],
};

/** Code and text of a failed call. Errors that are not ours show nothing but that something failed. */
export function failureOf(error: unknown): { code: string; text: string } {
  if (error instanceof EgressError) {
    const [code, advice] = EGRESS[error.code] ?? ['egress_refused', ''];
    return { code, text: advice === '' ? error.message : `${error.message} ${advice}` };
  }
  if (error instanceof PortcullisError) return { code: error.code, text: error.message };
  return { code: 'sandbox_failed', text: 'The call failed inside the sandbox.' };
}

export interface OutcomeParts {
  readonly content: readonly Content[];
  readonly isError: boolean;
  readonly errorCode?: string;
  readonly auditArguments: JsonValue;
}

/** Completes an outcome: digest and size of the content, and zeros for what did not happen. */
export function outcomeOf(parts: OutcomeParts & Partial<CallOutcome>): CallOutcome {
  return {
    upstreamMs: 0,
    bytesIn: 0,
    redactions: { count: 0, byType: {}, pointers: [] },
    truncations: [],
    ...parts,
    bytesOut: parts.content.reduce((sum, block) => sum + sizeOf(block), 0),
    digest: createHash('sha256').update(JSON.stringify(parts.content)).digest('hex'),
  };
}

function sizeOf(block: Content): number {
  if (block.type === 'text') return Buffer.byteLength(block.text);
  return block.type === 'resource' ? block.resource.blob.length : block.data.length;
}
