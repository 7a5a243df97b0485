/** Has the policies of a server, and of the toolset that a call comes through, decide about it (askedPolicies.ts). */
import type { Stage } from './stage.ts';

/** Lets a call pass that the policies permit. */
export const policyStage: Stage = {
  name: 'policies',
  does: 'lets the policies of the server, and of the toolset, decide about the tool and its arguments',
  refuses: ['policy_denied', 'policy_undecided'],
  when: 'servers and toolsets with policies',
  isUsed: ({ context }) => context.bundle.policies !== undefined || context.toolsetPolicies !== undefined,
  async run(call, next) {
    const { refusedByPolicies } = await import('./askedPolicies.ts');
    return (await refusedByPolicies(call)) ?? next();
  },
};
