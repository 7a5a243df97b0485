/**
 * Asks the policies of a server about a call, and through a toolset first those of the toolset, under its name of the tool. What asks is read
 * with the first such call, and so is the engine (lambdas/shared/cedar.ts). A call about which they cannot decide is not made.
 */
import { logFailure } from '../../../aws/lib/log.ts';
import type { BundlePolicies } from '../../../core/model/policies.ts';
import { decide, isLiftable, type PolicyCall, type Verdict } from '../../../core/policies/decide.ts';
import { callerOf } from '../../../core/policies/schema.ts';
import { wholePlaceholder } from '../../../core/response/placeholders/placeholder.ts';
import { withCedar } from '../../shared/cedar.ts';
import { type Finished, failure } from './finished.ts';
import type { RunningCall } from './stage.ts';

/** Of how many policies the advice is told where none permits a call. */
const ADVICES = 3;

/** What comes of a call that they do not permit. Notes in the call what those in shadow mode would have refused, and what a person has to approve. */
export async function refusedByPolicies(call: RunningCall): Promise<Finished | undefined> {
  for (const asked of askedOf(call)) {
    const verdict = await verdictOf(asked);
    if (verdict.wouldDeny) call.wouldDeny = [...(call.wouldDeny ?? []), ...verdict.wouldDeny];
    if (verdict.decision === 'allow') continue;
    const policies = verdict.by.map(({ name }) => name);
    if (!isLiftable(verdict)) return refused(call, asked, verdict);
    const wanted = { serverId: asked.call.server.id, tool: asked.call.tool.name, policies };
    call.approvals = [...(call.approvals ?? []), wanted];
  }
  return undefined;
}

interface AskedPolicies {
  readonly policies: BundlePolicies;
  readonly call: PolicyCall;
}

/** Each set of policies with the call as it knows it. */
function askedOf({ context, chosen: { tool }, request, began }: RunningCall): AskedPolicies[] {
  const { server, bundle, toolset, toolsetPolicies, token } = context;
  const isPlaceholder = (text: string) =>
    (bundle.governance.placeholders?.length ?? 0) > 0 && wholePlaceholder(text) !== undefined;
  const common = { caller: callerOf(token), arguments: request.arguments, isPlaceholder, now: began };
  const { inputSchema, annotations } = tool;
  const asked: AskedPolicies[] = [];
  if (toolset && toolsetPolicies) {
    const { serverId: id, name } = toolset;
    asked.push({ policies: toolsetPolicies, call: { ...common, tool, server: { id, name } } });
  }
  if (bundle.policies) {
    const own = { name: tool.member?.name ?? tool.name, inputSchema, annotations };
    asked.push({
      policies: bundle.policies,
      call: { ...common, tool: own, server: { id: server.serverId, name: bundle.name } },
    });
  }
  return asked;
}

async function verdictOf({ policies, call }: AskedPolicies): Promise<Verdict> {
  try {
    return await withCedar((cedar) => decide(cedar, policies, call));
  } catch (error) {
    logFailure('policies_not_asked', error);
    return { decision: 'undecided', by: [], why: 'The engine failed.' };
  }
}

function refused({ chosen: { tool } }: RunningCall, { policies }: AskedPolicies, verdict: Verdict) {
  const { decision, by, why } = verdict;
  const nothing = `Nothing was sent to ${tool.name}:`;
  const names = by.map(({ name }) => name);
  const finished =
    decision === 'undecided'
      ? failure('policy_undecided', `${nothing} the policies cannot decide about this call. ${why ?? ''}`.trimEnd())
      : failure('policy_denied', [nothing, reasonOf(names), ...advicesOf(verdict, policies)].join(' '));
  return { ...finished, entry: { ...finished.entry, ...(names.length > 0 && { policies: names }) } };
}

const reasonOf = (names: readonly string[]): string =>
  names.length === 0
    ? 'no policy permits this call with these arguments.'
    : `the ${names.length === 1 ? 'policy' : 'policies'} ${names.join(', ')} forbid${names.length === 1 ? 's' : ''} it.`;

/** Of those that forbade it; where none permits it, of those that permit others. */
const advicesOf = ({ by }: Verdict, { rules }: BundlePolicies): string[] =>
  (by.length > 0 ? by : rules.filter(({ mode }) => mode === 'enforce'))
    .flatMap(({ advice }) => advice ?? [])
    .slice(0, ADVICES);
