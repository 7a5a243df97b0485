/**
 * Phase 3: compiles the effective governance (server over global over defaults) to check it, adds it to the bundle and signs the bundle.
 */
import { sealBundle } from '../../aws/services/bundles.ts';
import { sign } from '../../aws/services/keys.ts';
import { readSettings } from '../../aws/tables/settings.ts';
import { compileGovernance } from '../../core/governance/index.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { floorAt, heldGovernance } from '../../core/model/floor.ts';
import { effectiveGovernance } from '../../core/model/governance/settings.ts';
import { lockfileText } from '../../core/tools/bundle/lockfile.ts';
import { PhaseFailure } from './errors.ts';
import { governedBundle } from './governed.ts';
import { phase } from './phase.ts';
import { stage, staged } from './staging.ts';

/** Phase 3. Idempotent. */
export const handler = phase('inject-governance', async (input) => {
  const { section, surface, composed, floor } = await staged(input, 'section');
  const settings = await readSettings();
  const governance =
    composed?.governance ??
    heldGovernance(
      effectiveGovernance(settings.governance, input.server.governance),
      floorAt(settings, input.server.project),
    );
  try {
    compileGovernance(governance);
  } catch (error) {
    if (error instanceof PortcullisError) throw error;
    throw new PhaseFailure(
      'pattern_invalid',
      'A custom pattern does not compile. Correct it in the governance settings.',
      { cause: error },
    );
  }
  const bundle = await governedBundle(section, governance);
  const { ref } = await sealBundle(bundle).catch((cause: unknown) => {
    throw new PhaseFailure('signing_failed', 'KMS did not sign the version. Check the signing key and deploy again.', {
      cause,
    });
  });
  const lockfileMac = await sign(lockfileText(input.serverId, surface));
  await stage(input, 'sealed', { bundle, ref, surface, lockfileMac, ...(floor !== undefined && { floor }) });
  const parts = [
    governance.pii ? 'redaction on' : 'redaction off',
    governance.truncation ? `arrays cut at ${governance.maxItems}` : 'no truncation',
    ...(governance.pseudonyms ? ['pseudonyms'] : []),
    ...(governance.systemRules ? ['system rules'] : []),
    `signed ${ref.id.slice(0, 12)}`,
  ];
  return { detail: parts.join(', '), record: { bundle: ref } };
});
