/**
 * Checks a server's policies before a version is sealed with them, because one that does not fit the tools would be passed over when it is
 * asked: a policy about a tool that has another name now would forbid nothing.
 */
import { type BundlePolicies, sealedTags } from '../../core/model/policies.ts';
import type { PolicyTool } from '../../core/policies/schema.ts';
import { faultsOf } from '../shared/cedar.ts';
import { PhaseFailure } from './errors.ts';

/** How many faults a message has. */
const TOLD = 5;

/**
 * Throws PhaseFailure `policy_invalid`.
 * @param tools all of the server, also those that are off: a policy may name one
 */
export async function checkPolicies(policies: BundlePolicies | undefined, tools: readonly PolicyTool[]): Promise<void> {
  if (!policies) return;
  const tagged = tools.map((tool) => ({ ...tool, tags: tool.tags ?? sealedTags(policies, tool.name) }));
  const faults = await faultsOf(policies.rules, tagged);
  if (faults.length === 0) return;
  const told = faults.slice(0, TOLD).map(({ policy, message }) => `${policy}: ${message}`);
  const more = faults.length > TOLD ? ` And ${faults.length - TOLD} more.` : '';
  throw new PhaseFailure('policy_invalid', `${told.join(' ')}${more}`);
}
