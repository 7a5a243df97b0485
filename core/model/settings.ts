/** The row with the settings of the whole stack, as core/model/server.ts says of rows. */
import type { GovernanceOverrides } from './governance/settings.ts';

/** Settings of the whole stack. */
export interface SettingsRow {
  readonly settingsId: 'global';
  readonly governance: GovernanceOverrides;
  /** Changed settings that the bundles of some servers may not have yet. */
  readonly unsealed?: readonly (keyof GovernanceOverrides)[];
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly updatedByName?: string;
  readonly version: number;
}
