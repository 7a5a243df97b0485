/** Outcomes of calls without an answer: what went wrong, for the model, with a stable code for the audit trail. */

import { Buffer } from 'node:buffer';
import { PortcullisError } from '../../core/lib/errors.ts';
import { sha256 } from '../../core/lib/json/canonical.ts';
import type { JsonValue } from '../../core/lib/json/value.ts';
import type { BundleTool } from '../../core/model/bundle.ts';
import type { Content } from '../../core/response/content.ts';
import { withRetryAdvice } from '../../core/response/retryAdvice.ts';
import type { CallOutcome } from '../../core/sandbox/protocol.ts';
import { EgressError } from '../../egress/index.ts';

const SLOW = 'The upstream did not answer in time (limit upstreamMs).';

interface EgressFault {
  readonly code: string;
  /** The limit that was exceeded. */
  readonly reason?: string;
  readonly advice?: string;
  /** The failure comes before a request is sent, so nothing was carried out. */
  readonly isBefore?: true;
}

/** By the guarded client's error code. Any other code means that the request was refused. */
const EGRESS: Readonly<Record<string, EgressFault>> = {
  timeout_connect: {
    code: 'upstream_timeout',
    reason: 'The upstream could not be reached in time (limit connectMs).',
    advice: 'Try again later.',
    isBefore: true,
  },
  timeout_headers: { code: 'upstream_timeout', reason: SLOW, advice: 'Try again later or ask for less.' },
  timeout_total: { code: 'upstream_timeout', reason: SLOW, advice: 'Try again later or ask for less.' },
  aborted: { code: 'aborted', reason: 'The call was cancelled.' },
  dns_failed: { code: 'upstream_unreachable', isBefore: true },
  connect_failed: { code: 'upstream_unreachable', isBefore: true },
  tls_failed: { code: 'upstream_unreachable', isBefore: true },
  client_certificate_refused: {
    code: 'client_certificate_refused',
    advice: 'Whoever manages the server can look at its certificate; calling again does not help.',
    isBefore: true,
  },
  connection_lost: { code: 'upstream_unreachable' },
  response_too_large: {
    code: 'upstream_too_large',
    reason: 'That is the limit upstreamBody.',
    advice: 'Ask for a smaller part of it.',
  },
  headers_too_large: { code: 'upstream_invalid' },
  decode_failed: { code: 'upstream_invalid' },
  too_many_redirects: { code: 'upstream_invalid' },
  redirect_refused: { code: 'egress_refused' },
};
const REFUSED: EgressFault = { code: 'egress_refused', isBefore: true };

/**
 * Code and text of a failed call. For an unexpected error the text says only that something failed.
 * @param answered whether the upstream had answered before the failure
 */
export function failureOf(
  error: unknown,
  { annotations, longMs }: Pick<BundleTool, 'annotations' | 'longMs'>,
  answered: boolean,
): { code: string; text: string } {
  if (error instanceof EgressError) {
    const { code, reason, advice = '', isBefore = false } = EGRESS[error.code] ?? REFUSED;
    const limit = longMs === undefined ? reason : reason?.replace('upstreamMs', 'longMs');
    const what = limit === undefined ? error.message : `${error.message} ${limit}`;
    return { code, text: withRetryAdvice(what, annotations, !isBefore, advice) };
  }
  if (error instanceof PortcullisError) {
    const advice = error.code === 'governance_timeout' ? 'Ask for a smaller part.' : '';
    return { code: error.code, text: withRetryAdvice(error.message, annotations, answered, advice) };
  }
  return {
    code: 'sandbox_failed',
    text: withRetryAdvice('The call failed inside the sandbox.', annotations, answered, ''),
  };
}

/** What differs between outcomes without an answer. */
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
    digest: sha256(JSON.stringify(parts.content)),
  };
}

function sizeOf(block: Content): number {
  if (block.type === 'text') return Buffer.byteLength(block.text);
  return block.type === 'resource' ? block.resource.blob.length : block.data.length;
}
