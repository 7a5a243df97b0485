/** Governance of answers: redaction, truncation, size cap, notices. Everything here is pure. */

export type { GovernedBody, RedactionReport, Truncation } from '../model/governance/report.ts';
export {
  type CustomPattern,
  DEFAULT_GOVERNANCE,
  effectiveGovernance,
  type GovernanceOverrides,
  type GovernanceSettings,
} from '../model/governance/settings.ts';
export { compileGovernance } from './compile.ts';
export type { GovernOptions } from './formats/run.ts';
export { type ArrayScanner, createArrayScanner, type ScanResult } from './json/arrayLimit.ts';
export { adviceFor, cutLines, noticeFor, type ToolShape } from './notice.ts';
export type { Governor } from './pipeline.ts';
export { DETECTOR_IDS, DETECTORS, type DetectorPolicy } from './policy.ts';
export { type Finding, type GovernanceTrial, tryGovernance } from './tryout.ts';
export { validateGovernance } from './validate.ts';
