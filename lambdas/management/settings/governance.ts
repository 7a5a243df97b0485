/** Changes of governance settings, and the governance tester. */
import { readSettings } from '../../../aws/tables/settings.ts';
import type { GovernanceChange } from '../../../core/api/governance.ts';
import type { JsonValue } from '../../../core/lib/json/value.ts';
import { floorAt, heldGovernance } from '../../../core/model/floor.ts';
import { effectiveGovernance, type GovernanceOverrides } from '../../../core/model/governance/settings.ts';
import { shownExplanation } from '../../../core/tools/schemas/explanation.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { tryBeside } from './tryout.ts';

/** The overrides after a change: null removes one, settings that are not named stay. */
export function changedOverrides(current: GovernanceOverrides, change: GovernanceChange): GovernanceOverrides {
  const kept = { ...current, ...change };
  return Object.fromEntries(
    Object.entries(kept).flatMap(([key, value]) => {
      const result = value === undefined ? current[key as keyof GovernanceOverrides] : value;
      return result === null || result === undefined ? [] : [[key, result]];
    }),
  );
}

/** Handler of the governance tester. */
export const governance: HandlersOf<'tryGovernance'> = {
  tryGovernance: async ({ body }) => {
    const { document, contentType, settings = {}, serverId, explain = false } = body;
    const [global, server] = await Promise.all([readSettings(), serverId ? knownServer(serverId) : undefined]);
    const tried = changedOverrides(server?.governance ?? {}, settings);
    const input = document as JsonValue;
    const effective = heldGovernance(
      effectiveGovernance(global.governance, tried),
      server ? floorAt(global, server.project) : global.floor?.rules,
    );
    const trial = await tryBeside({ document: input, contentType, settings: effective, explain });
    const { text, json, redactions, truncations, capped, explanation } = trial.governed;
    return {
      governed: json && typeof input !== 'string' ? JSON.parse(text) : text,
      findings: trial.findings.map((finding) => ({ ...finding })),
      redactions: {
        count: redactions.count,
        byType: { ...redactions.byType },
        pointers: [...redactions.pointers],
        ...(redactions.wouldRedact && { wouldRedact: { ...redactions.wouldRedact } }),
      },
      truncations: truncations.map((cut) => ({ ...cut })),
      capped,
      ...(explanation && { explanation: shownExplanation(explanation) }),
      timing: trial.timing,
    };
  },
};
