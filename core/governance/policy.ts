/**
 * The detectors as owners see them, from the catalogue: what each finds and leaves alone, and whether it is on by
 * default.
 */
import { CATALOG } from './catalog/index.ts';
import type { PersonalData } from './catalog/kind.ts';

/** A detector. Its id is the type in markers and the key in `GovernanceSettings.detectors`. */
export type DetectorPolicy = Pick<PersonalData, 'id' | 'title' | 'group' | 'on' | 'finds' | 'leaves'>;

/** All detectors, in the order in which they are shown. */
export const DETECTORS: readonly DetectorPolicy[] = CATALOG.map(({ id, title, group, on, finds, leaves }) => ({
  id,
  title,
  group,
  on,
  finds,
  leaves,
}));

/** The ids of all detectors. */
export const DETECTOR_IDS: ReadonlySet<string> = new Set(DETECTORS.map((detector) => detector.id));
const DEFAULTS: ReadonlyMap<string, boolean> = new Map(DETECTORS.map((detector) => [detector.id, detector.on]));

/** Whether a type is redacted under the settings. Types that are not detectors (custom patterns) are. */
export function isEnabled(type: string, switches: Readonly<Record<string, boolean>>): boolean {
  if (Object.hasOwn(switches, type)) return switches[type] === true;
  return DEFAULTS.get(type) ?? true;
}
