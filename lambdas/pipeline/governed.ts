/**
 * Adds governance to what the sandbox gets: the effective settings and, where markers have pseudonyms, their key. Whoever makes a bundle makes
 * it here, so that an edit leaves the pseudonyms as a deployment has made them.
 */
import { sign } from '../../aws/services/keys.ts';
import type { Bundle } from '../../core/model/bundle.ts';
import type { GovernanceSettings } from '../../core/model/governance/settings.ts';
import { type SandboxSection, withGovernance } from '../../core/tools/bundle/build.ts';

/** The whole bundle of a server. The key is derived, so that every version of the server has the same one and nothing has to be stored. */
export async function governedBundle(section: SandboxSection, governance: GovernanceSettings): Promise<Bundle> {
  const pseudonymKey = governance.pseudonyms ? await sign(`pseudonyms:${section.serverId}`) : undefined;
  return withGovernance(section, governance, pseudonymKey);
}
