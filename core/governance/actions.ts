/**
 * What happens to what is found besides its redaction: it is only reported (`report`, or all of it in a dry run), or the whole answer is withheld
 * (`refuse`). Where something is only reported, an answer is governed twice: as it is shown, and as it would be, for the count. The arguments in
 * the trail and headers are redacted in any case. Without actions nothing of this runs.
 */
import type { GovernedBody } from '../model/governance/report.ts';
import type { GovernanceSettings } from '../model/governance/settings.ts';
import { answerRefused } from './errors.ts';
import type { GovernOptions } from './formats/run.ts';

/** The part of a governor that actions are about. */
interface Governs {
  governBytes(buffer: Uint8Array, contentType: string, options?: GovernOptions): GovernedBody;
}

/**
 * The governor of settings with their actions.
 *
 * @param governorOf the governor of settings without actions
 */
export function withActions<Own extends Governs>(
  settings: GovernanceSettings,
  governorOf: (own: GovernanceSettings) => Own,
): Own {
  const { pii, dryRun, actions, detectors } = settings;
  const kindsWith = (action: string) => Object.keys(actions).filter((kind) => actions[kind] === action);
  const reported = kindsWith('report');
  const refused = kindsWith('refuse');
  const full = governorOf(settings);
  if (!pii || (!dryRun && reported.length + refused.length === 0)) return full;
  const isReporting = dryRun || reported.length > 0;
  const shown = !isReporting
    ? full
    : governorOf(
        dryRun
          ? { ...settings, pii: false }
          : { ...settings, detectors: { ...detectors, ...Object.fromEntries(reported.map((kind) => [kind, false])) } },
      );
  return {
    ...full,
    governBytes(buffer, contentType, options) {
      const body = shown.governBytes(buffer, contentType, options);
      const found = refused.filter((kind) => (body.redactions.byType[kind] ?? 0) > 0);
      if (found.length > 0 && !dryRun)
        throw answerRefused(Object.fromEntries(found.map((kind) => [kind, body.redactions.byType[kind] ?? 0])));
      if (!isReporting) return body;
      const { redactions, explanation } = full.governBytes(buffer, contentType, options);
      const counts = Object.entries(redactions.byType).filter(([kind]) => dryRun || reported.includes(kind));
      const wouldRedact = Object.fromEntries(counts);
      return {
        ...body,
        redactions: { ...body.redactions, ...(counts.length > 0 && { wouldRedact }) },
        ...(explanation && { explanation }),
      };
    },
  };
}
