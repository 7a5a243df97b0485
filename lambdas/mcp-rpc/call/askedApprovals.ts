/**
 * Asks whether a person has approved a call, and asks for it where nobody was asked yet. The client is told at once, and calls again. What counts is
 * the caller, the tool and the arguments as they are sent: nothing that a client says makes a call approved, and an approval is used up by the
 * write that lets its call pass.
 */
import { logFailure } from '../../../aws/lib/log.ts';
import { changeApprovals, readApprovals } from '../../../aws/tables/approvals.ts';
import { report } from '../../../aws/tables/events.ts';
import { bearerOf } from '../../../core/audit/bearer.ts';
import { isoNow, newApprovalId } from '../../../core/lib/ids.ts';
import { sha256 } from '../../../core/lib/json/canonical.ts';
import {
  APPROVAL_LIMITS,
  APPROVAL_MS,
  type Approval,
  type ApprovalRow,
  type ApprovalSubject,
  approvalDigest,
  approvalFor,
  used,
  withApproval,
} from '../../../core/policies/approvals.ts';
import { type Finished, failure } from './finished.ts';
import type { RunningCall, WantedApproval } from './stage.ts';

interface Asked extends WantedApproval {
  readonly subject: ApprovalSubject;
  readonly digest: string;
}

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
    return { ...each, subject, digest: approvalDigest(subject) };
  });
  try {
    for (const each of asked) {
      const approval = await standing(each);
      if (approval?.status !== 'approved') return told(call, approval);
    }
    return await use(call, asked);
  } catch (error) {
    logFailure('approval_not_read', error);
    return impossible(chosen.tool.name, 'it could not be looked up whether it is approved; call again');
  }
}

/** How a call stands, once it was asked for; undefined where too many wait already. */
async function standing({ serverId, subject, digest, policies }: Asked): Promise<Approval | undefined> {
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
    await report('approval.asked.v1', { serverId, approvalId, tool: subject.tool, until: isoNow(made.until) }, [
      serverId,
      approvalId,
    ]);
  return made ?? other;
}

async function use(call: RunningCall, asked: readonly Asked[]): Promise<Finished | undefined> {
  const by: { approval: string; person: string; name?: string }[] = [];
  for (const { serverId, digest } of asked) {
    let found: Approval | undefined;
    const row = await changeApprovals(serverId, (read, now) => {
      found = approvalFor(read, digest, now);
      return found && used(read, found.approvalId, now);
    });
    if (!row || !found) return told(call, found);
    const { approvalId: approval, decidedBy } = found;
    by.push({ approval, person: decidedBy?.id ?? '', ...(decidedBy?.name !== undefined && { name: decidedBy.name }) });
  }
  call.approvedBy = by;
  return undefined;
}

function told({ chosen: { tool } }: RunningCall, approval: Approval | undefined): Finished {
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
          `Nothing was sent to ${tool.name} yet: a person has to approve this call (request ${approvalId}, policy ${policies.join(', ')}), and was asked to. Once they have, make exactly the same call again, within ${APPROVED_FOR}. The request ends at ${isoNow(until)}; asking again changes nothing.`,
        );
  return { ...finished, entry: { ...finished.entry, approval: approvalId, policies } };
}

const APPROVED_FOR = `${APPROVAL_MS.isGood / 60_000} minutes`;

const impossible = (tool: string, why: string): Finished =>
  failure('approval_impossible', `Nothing was sent to ${tool}: a person has to approve this call, and ${why}.`);
