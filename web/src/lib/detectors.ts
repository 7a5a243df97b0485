/** The detectors of the redaction engine, grouped for people; the engine provides the texts. */

import { DETECTORS, type DetectorPolicy } from '../../../core/governance/policy.ts';
import type { RedactionMode } from '../../../core/model/governance/modes.ts';

const TITLES: Record<DetectorPolicy['group'], string> = {
  contact: 'Contact',
  identity: 'Identity',
  money: 'Money',
  credentials: 'Credentials',
  network: 'Network and devices',
  health: 'Health',
  optional: 'More, off by default',
};

export const DETECTOR_GROUPS: ReadonlyArray<{ readonly title: string; readonly detectors: readonly DetectorPolicy[] }> =
  Object.entries(TITLES).map(([group, title]) => ({
    title,
    detectors: DETECTORS.filter((detector) => detector.group === group),
  }));

/** Whether these settings switch a detector on; otherwise the mode decides. */
export const isOn = (
  settings: Readonly<Record<string, boolean>>,
  detector: DetectorPolicy,
  mode: RedactionMode,
): boolean => settings[detector.id] ?? detector.modes.includes(mode);
