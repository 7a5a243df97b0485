/**
 * Calls that a person has to approve. Whoever decides names the digest of what they have seen, and nobody decides about a call of their own. The
 * decision and its entry in the trail are one write.
 */
import { auditItem } from '../../../aws/audit.ts';
import { approvalPut, changeApprovals, readApprovals, serverStands } from '../../../aws/tables/approvals.ts';
import { writtenTogether } from '../../../aws/tables/versioned.ts';
import type { ApprovalView } from '../../../core/api/approvals.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { Person } from '../../../core/lib/person.ts';
import { visible } from '../../../core/lib/visible.ts';
import { type Approval, type ApprovalRow, approvalsIn, decided } from '../../../core/policies/approvals.ts';
import { notFound, Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';

/** Handlers of these routes. */
export const approvals: HandlersOf<'listApprovals' | 'decideApproval'> = {
  listApprovals: async ({ params }) => {
    await knownServer(params.id);
    const row = (await readApprovals([params.id])).get(params.id);
    return { items: approvalsIn(row, Date.now()).map(approvalView).reverse() };
  },

  decideApproval: async ({ params, body, actor }) => {
    const { id: serverId, approvalId } = params;
    await knownServer(serverId);
    const { decision, digest, reason } = body;
    const { id, name } = actor;
    const decidedBy = { id, ...(name !== undefined && { name }) };
    const status = decision === 'approve' ? ('approved' as const) : ('denied' as const);
    const find = (row: ApprovalRow | undefined, now: number) => {
      const found = approvalsIn(row, now).find((each) => each.approvalId === approvalId);
      if (!found) throw notFound('approval');
      return found;
    };
    const change = (row: ApprovalRow | undefined, now: number) => {
      const found = find(row, now);
      checkDecidable(found, digest, actor);
      return decided(row, approvalId, { status, decidedBy, ...(reason !== undefined && { reason }) }, now);
    };
    const put = async (next: ApprovalRow, read: ApprovalRow | undefined) => {
      const server = await knownServer(serverId);
      const { tool, caller } = find(next, Date.now());
      const detail = { approval: approvalId, name: tool, digest, ...caller, ...(reason !== undefined && { reason }) };
      const entry = auditItem({ serverId, serverName: server.name, actor, action: `approval.${decision}`, detail });
      return writtenTogether([serverStands(server), { Put: approvalPut(next, read as ApprovalRow) }, entry]);
    };
    const row = await changeApprovals(serverId, change, put);
    return approvalView(find(row, Date.now()));
  },
};

function checkDecidable({ status, digest: own, caller }: Approval, digest: string, actor: Person): void {
  if (status !== 'waiting')
    throw new Refused('approval_decided', 'Somebody has decided about this call already. Load the list again.');
  if (own !== digest)
    throw new Refused(
      'approval_changed',
      'The digest is not that of this call. Load the list again and read the call.',
    );
  if (caller.person !== undefined && (caller.person === actor.id || caller.person === actor.maker))
    throw new PortcullisError(
      'approval_own',
      'This is a call of your own: somebody else has to decide about it. Ask another editor or an admin.',
    );
}

function approvalView({
  approvalId,
  askedAt,
  until,
  decidedBy,
  policies,
  request: _,
  ...rest
}: Approval): ApprovalView {
  return {
    ...rest,
    id: approvalId,
    // Nobody approves what they cannot read: the escapes parse to the same value.
    arguments: visible(rest.arguments, { isJson: true }),
    caller: { ...rest.caller },
    policies: [...policies],
    askedAt: isoNow(askedAt),
    until: isoNow(until),
    ...(decidedBy && {
      decidedBy: { id: decidedBy.id, ...(decidedBy.name !== undefined && { name: decidedBy.name }) },
    }),
  };
}
