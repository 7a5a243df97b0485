/**
 * Has the policies of a server, and of the toolset that a call comes through, decide about it (askedPolicies.ts), and lets one that a person has to
 * approve pass once somebody has (askedApprovals.ts).
 */
import type { Finished } from './finished.ts';
import type { RunningCall, Stage } from './stage.ts';
import { startedArguments } from './started.ts';

const hasPolicies = ({ context }: RunningCall) =>
  context.bundle.policies !== undefined || context.toolsetPolicies !== undefined;

/** Loaded with the first call that is asked about. */
let asking: typeof import('./askedPolicies.ts') | undefined;

/** Lets a call pass that the policies permit. */
export const policyStage: Stage = {
  name: 'policies',
  does: 'lets the policies of the server, and of the toolset, decide about the tool and its arguments',
  refuses: ['policy_denied', 'policy_undecided'],
  when: 'servers and toolsets with policies',
  isUsed: hasPolicies,
  async run(call, next) {
    // Not the promise, which would stay rejected where a file cannot be opened once.
    asking ??= await import('./askedPolicies.ts');
    const refused = await asking.refusedByPolicies(call);
    return refused ? withArguments(call, refused) : next();
  },
};

/** The trail says with which arguments a call was tried, redacted as those of one that begins. */
async function withArguments({ context, chosen: { tool }, request, text }: RunningCall, refused: Finished) {
  const { plainArguments } = request;
  const kept = await startedArguments(context.bundle, tool.redaction, plainArguments, text.length);
  return { ...refused, entry: { ...refused.entry, arguments: kept.arguments } };
}

/** Lets a call pass that nobody has to approve, or that was approved. Behind a person's consent, because an approval is used up here. */
export const approvalStage: Stage = {
  name: 'approval',
  does: 'holds back a call that a person has to approve, until somebody has',
  refuses: ['approval_required', 'approval_denied', 'approval_impossible'],
  when: 'policies with the mode approve',
  isUsed: hasPolicies,
  async run(call, next) {
    if (!call.approvals) return next();
    const { unapproved } = await import('./askedApprovals.ts');
    const refused = await unapproved(call, call.approvals);
    return refused ? withArguments(call, refused) : next();
  },
};
