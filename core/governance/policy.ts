/**
 * The detectors as owners see them, from the catalogue: what each finds and leaves alone, and in which modes it is on.
 */

import { MODES, type RedactionMode } from '../model/governance/modes.ts';
import { CATALOG } from './catalog/index.ts';
import type { PersonalData } from './catalog/kind.ts';

/** A detector. Its id is the type in markers and the key in `GovernanceSettings.detectors`. */
export type DetectorPolicy = Pick<PersonalData, 'id' | 'title' | 'group' | 'finds' | 'leaves'> & {
  /** The modes in which it is on. */
  readonly modes: readonly RedactionMode[];
};

const entries: readonly PersonalData[] = CATALOG;

/** All detectors, in the order in which they are shown. */
export const DETECTORS: readonly DetectorPolicy[] = entries.map(({ id, title, group, on, minimal, finds, leaves }) => ({
  id,
  title,
  group,
  modes: minimal === true ? MODES : on ? ['closed', 'strict', 'balanced'] : ['closed', 'strict'],
  finds,
  leaves,
}));

/** The ids of all detectors. */
export const DETECTOR_IDS: ReadonlySet<string> = new Set(DETECTORS.map((detector) => detector.id));
const MODES_OF: ReadonlyMap<string, readonly RedactionMode[]> = new Map(DETECTORS.map(({ id, modes }) => [id, modes]));

/** Whether a type is redacted under the settings. Types that are not detectors (custom patterns) are. */
export function isEnabled(
  type: string,
  switches: Readonly<Record<string, boolean>>,
  mode: RedactionMode = 'balanced',
): boolean {
  if (Object.hasOwn(switches, type)) return switches[type] === true;
  return MODES_OF.get(type)?.includes(mode) ?? true;
}
