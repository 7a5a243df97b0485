/** The row with the settings of the whole stack, as core/model/server.ts says of rows. */
import type { FloorSettings } from './floorRules.ts';
import type { GovernanceOverrides } from './governance/settings.ts';

/** Settings of the whole stack. */
export interface SettingsRow {
  readonly settingsId: 'global';
  readonly governance: GovernanceOverrides;
  /** Changed settings that the bundles of some servers may not have yet. */
  readonly unsealed?: readonly (keyof GovernanceOverrides)[];
  /** What no server, tool and token may be set below; absent before anybody set a rule. */
  readonly floor?: {
    readonly rules: FloorSettings;
    /** Those of projects, by id, beside them; the stricter value holds (core/model/floor.ts). */
    readonly projects?: Readonly<Record<string, FloorSettings>>;
    /** Counts its changes. */
    readonly version: number;
    readonly updatedAt: string;
    readonly updatedBy: string;
    readonly updatedByName?: string;
    /** It has changed, and some servers may not have it yet. */
    readonly isSpreading?: true;
  };
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly updatedByName?: string;
  readonly version: number;
}
