/**
 * What all audit entries of a POST have in common, and the entries that are written beside an answer: of requests that call no tool, and
 * of calls of tools that are not in the token's scope.
 */

import { writeAudit } from '../../../aws/audit.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { bearerOf } from '../../../core/audit/bearer.ts';
import { type AuditEntry, type CallEntry, type CallHead, newEntry } from '../../../core/audit/entry.ts';
import { newAuditId } from '../../../core/lib/ids.ts';
import { namedTool } from '../../../core/mcp/actions.ts';
import type { CallRequest } from '../../../core/mcp/call.ts';
import type { Listing } from '../../../core/mcp/listing.ts';
import type { Described } from '../../../core/mcp/protocol.ts';
import { callClassOf } from '../../../core/model/annotations.ts';
import type { BundleTool } from '../../../core/model/bundle.ts';
import { type ScopeRule, scopeVerdict, type TokenScopes } from '../../../core/model/scope.ts';
import type { Admission } from '../../shared/admission.ts';

/** Members of a call's entry when nothing was sent. */
export const NOTHING_SENT = {
  upstreamMs: 0,
  bytesIn: 0,
  bytesOut: 0,
  redactedFields: 0,
  redactedPointers: [],
  truncations: [],
  arguments: '',
  answerDigest: '',
} as const satisfies Partial<CallEntry>;

/** A tool, resource or prompt of the server that is not in the token's scope. The client is told that there is none. */
export interface OutOfScope {
  readonly tool: BundleTool;
  readonly rule: ScopeRule;
}

/** Undefined also for a tool that the server does not have. */
export function outOfScope(
  whole: Listing,
  scopes: TokenScopes | undefined,
  call: Pick<CallRequest, 'name' | 'plainArguments' | 'reads'> | undefined,
): OutOfScope | undefined {
  const tool = call && (call.reads ?? namedTool(whole, call));
  const rule = tool && scopeVerdict(scopes)(tool);
  return rule && { tool, rule };
}

/** Records a request that calls no tool. */
export async function recordRequest(
  admission: Admission,
  described: Described,
  errorCode: string | undefined,
  durationMs: number,
) {
  await write(
    newEntry({
      ...headOf(admission, described),
      kind: 'request',
      outcome: errorCode === undefined ? 'ok' : 'error',
      errorCode,
      durationMs,
    }),
  );
}

/** Records a call of a tool that is not in the token's scope. */
export async function recordOutOfScope(
  admission: Admission,
  described: Described,
  { tool, rule }: OutOfScope,
  durationMs: number,
) {
  await write(
    newEntry({
      ...headOfCall(admission, described, tool),
      ...NOTHING_SENT,
      kind: 'call',
      outcome: 'error',
      errorCode: 'tool_out_of_scope',
      rule,
      durationMs,
    }),
  );
}

type Asking = Pick<Admission, 'token' | 'server'>;

const headOf = ({ token, server }: Asking, { method, era, client, session }: Described) => ({
  serverId: server.serverId,
  ...(server.project !== undefined && { project: server.project }),
  ...bearerOf(token),
  era,
  client,
  session,
  method,
});

/**
 * What all entries of one call have in common, with a new id for the call.
 * @param tool the name alone for the tool that reads held answers
 */
export const headOfCall = (asking: Asking, described: Described, tool: BundleTool | string): CallHead => ({
  // In a batch, the description may be that of another message.
  ...headOf(asking, { ...described, method: methodOf(tool) }),
  callId: newAuditId(),
  ...(typeof tool === 'string'
    ? { tool, class: 'query' }
    : { tool: tool.name, class: callClassOf(tool.program.verb, tool.annotations) }),
  bundleId: asking.server.bundle.id,
});

/** What is called is told by what is called: a resource is read, and a prompt got. */
function methodOf(tool: BundleTool | string): string {
  const kind = typeof tool === 'string' ? undefined : tool.program.mcp?.kind;
  if (kind === undefined) return 'tools/call';
  return kind === 'prompt' ? 'prompts/get' : 'resources/read';
}

const write = (entry: AuditEntry): Promise<void> =>
  writeAudit(entry).catch((error: unknown) => logFailure('request_not_entered', error));
