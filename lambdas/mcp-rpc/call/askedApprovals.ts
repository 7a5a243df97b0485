/**
 * Asks whether a person has approved a call, and asks for it where nobody was asked yet. The client is told at once, and calls again; one that can
 * have its person open a page (URL mode of elicitation) is given that of the request, and its next message waits a little for the decision. What
 * counts is the caller, the tool and the arguments as they are sent: nothing that a client says makes a call approved, and an approval is used up
 * by the write that lets its call pass.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logFailure } from '../../../aws/lib/log.ts';
import { changeApprovals, readApprovals } from '../../../aws/tables/approvals.ts';
import { report } from '../../../aws/tables/events.ts';
import { bearerOf } from '../../../core/audit/bearer.ts';
import { isoNow, newApprovalId } from '../../../core/lib/ids.ts';
import { sha256 } from '../../../core/lib/json/canonical.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import { visibleValue } from '../../../core/lib/visible.ts';
import { APPROVAL, answerOf, NO_INPUT, pageToOpen } from '../../../core/mcp/elicitation.ts';
import {
  APPROVAL_LIMITS,
  APPROVAL_MS,
  type Approval,
  type ApprovalRow,
  type ApprovalSubject,
  approvalDigest,
  approvalFor,
  approvalPage,
  used,
  withApproval,
} from '../../../core/policies/approvals.ts';
import { NOTHING_SENT } from '../trail/entries.ts';
import { type Finished, failure } from './finished.ts';
import { isOpen } from './recheck.ts';
import type { RunningCall, WantedApproval } from './stage.ts';

interface Asked extends WantedApproval {
  readonly subject: ApprovalSubject;
  readonly digest: string;
  /** The page on which it is decided. */
  readonly page: (approvalId: string) => string;
}

/** How long a call waits for a decision whose page was just opened, and how often it looks. */
const DECIDED_WITHIN_MS = 25_000;
const LOOKS_MS = 1_500;

/** What comes of a call that is not approved. Of one that is, the approvals are used up. */
export async function unapproved(call: RunningCall, wanted: readonly WantedApproval[]): Promise<Finished | undefined> {
  const { chosen, request, context } = call;
  // A confirmation of another region's table could not be read here, and the people who decide see the home region's.
  if (process.env['TABLE_GATES'] !== undefined)
    return impossible(chosen.tool.name, 'calls that wait for an approval are made in the home region only');
  const args = JSON.stringify(request.arguments);
  if (args.length > APPROVAL_LIMITS.characters)
    return impossible(
      chosen.tool.name,
      `arguments of more than ${APPROVAL_LIMITS.characters} characters are not shown to whoever decides`,
    );
  const caller = bearerOf(context.token);
  const { toolId, program } = chosen.tool;
  const made = sha256(JSON.stringify([context.server.serverId, context.bundle.upstream.baseUrl, toolId, program]));
  const asked = wanted.map((each): Asked => {
    const subject = { tool: each.tool, arguments: args, request: made, caller };
    const page = (approvalId: string) => approvalPage(context.edgeUrl, each.serverId, approvalId);
    return { ...each, subject, digest: approvalDigest(subject), page };
  });
  try {
    for (const each of asked) {
      let approval = await standing(each);
      if (approval?.status === 'waiting') {
        const { opensPages, responses } = chosen.call.clientInput?.() ?? NO_INPUT;
        const opened = answerOf(responses, APPROVAL);
        if (opened === undefined && opensPages) return pageToDecide(call, each, approval);
        if (opened !== undefined && opened !== 'declined') {
          approval = await awaitDecision(each, request.signal);
          // Nobody waits for it any more, or its token was revoked meanwhile: the approval is not used up, and nothing is sent.
          if (request.signal.aborted || !(await isOpen(context))) return told(call, each, approval);
        }
      }
      if (approval?.status !== 'approved') return told(call, each, approval);
    }
    return await use(call, asked);
  } catch (error) {
    logFailure('approval_not_read', error);
    return impossible(chosen.tool.name, 'it could not be looked up whether it is approved; call again');
  }
}

/** How a call stands, once it was asked for; undefined where too many wait already. */
async function standing({ serverId, subject, digest, policies, page }: Asked): Promise<Approval | undefined> {
  const known = approvalFor((await readApprovals([serverId])).get(serverId), digest, Date.now());
  if (known) return known;
  const approvalId = newApprovalId();
  const find = (row: ApprovalRow | undefined, now: number) => approvalFor(row, digest, now);
  let other: Approval | undefined;
  const row = await changeApprovals(serverId, (read, now) => {
    other = find(read, now);
    return other ? undefined : withApproval(read, serverId, { ...subject, approvalId, policies }, now);
  });
  const made = find(row, Date.now());
  if (made)
    await report(
      'approval.asked.v1',
      { serverId, approvalId, tool: subject.tool, until: isoNow(made.until), page: page(approvalId) },
      [serverId, approvalId],
    );
  return made ?? other;
}

/** Resolves to how a call stands once somebody has decided about it, or once the time for that is over. */
async function awaitDecision({ serverId, digest }: Asked, signal: AbortSignal): Promise<Approval | undefined> {
  for (const end = Date.now() + DECIDED_WITHIN_MS; ; await sleep(LOOKS_MS)) {
    const approval = approvalFor((await readApprovals([serverId])).get(serverId), digest, Date.now());
    if (approval?.status !== 'waiting' || signal.aborted || Date.now() >= end) return approval;
  }
}

async function use(call: RunningCall, asked: readonly Asked[]): Promise<Finished | undefined> {
  const by: { approval: string; person: string; name?: string }[] = [];
  for (const each of asked) {
    const { serverId, digest } = each;
    let found: Approval | undefined;
    const row = await changeApprovals(serverId, (read, now) => {
      found = approvalFor(read, digest, now);
      return found && used(read, found.approvalId, now);
    });
    if (!row || !found) return told(call, each, found);
    const { approvalId: approval, decidedBy } = found;
    by.push({ approval, person: decidedBy?.id ?? '', ...(decidedBy?.name !== undefined && { name: decidedBy.name }) });
  }
  call.approvedBy = by;
  return undefined;
}

/** Has the client's person open the page of the request. */
function pageToDecide(
  { chosen: { tool }, context }: RunningCall,
  asked: Asked,
  { approvalId, policies }: Approval,
): Finished {
  const message = `${context.bundle.name}: a person has to approve the call of ${tool.title || tool.name} first. Open the page, or give its address to somebody who may decide.`;
  const params = visibleValue(pageToOpen(message, asked.page(approvalId)) as JsonObject) as ReturnType<
    typeof pageToOpen
  >;
  const inputRequests = { [APPROVAL]: { method: 'elicitation/create' as const, params } };
  return {
    result: { content: [], isError: true, inputRequired: { resultType: 'input_required', inputRequests } },
    entry: { ...NOTHING_SENT, outcome: 'error', errorCode: 'approval_required', approval: approvalId, policies },
  };
}

function told({ chosen: { tool } }: RunningCall, asked: Asked, approval: Approval | undefined): Finished {
  if (!approval) return impossible(tool.name, 'too many calls wait for an approval already');
  const { approvalId, status, reason, until, policies } = approval;
  const finished =
    status === 'denied'
      ? failure(
          'approval_denied',
          `Nothing was sent to ${tool.name}: a person has refused this call${reason === undefined ? '' : ` (${reason})`}. Do not repeat it.`,
        )
      : failure(
          'approval_required',
          `Nothing was sent to ${tool.name} yet: a person has to approve this call (request ${approvalId}, policy ${policies.join(', ')}), and was asked to, at ${asked.page(approvalId)}. Once they have, make exactly the same call again, within ${APPROVED_FOR}. The request ends at ${isoNow(until)}; asking again changes nothing.`,
        );
  return { ...finished, entry: { ...finished.entry, approval: approvalId, policies } };
}

const APPROVED_FOR = `${APPROVAL_MS.isGood / 60_000} minutes`;

const impossible = (tool: string, why: string): Finished =>
  failure('approval_impossible', `Nothing was sent to ${tool}: a person has to approve this call, and ${why}.`);
