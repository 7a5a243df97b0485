/** The text detectors. When finds overlap, the one of the earlier detector counts. */
import { findAssignedSecrets, findProseSecrets } from './assigned.ts';
import { findBirthDates } from './birthDate.ts';
import type { Detector } from './detector.ts';
import { findEmails } from './email.ts';
import { findIbans } from './iban.ts';
import { findIps } from './ip.ts';
import { findMacs } from './mac.ts';
import { findNamedIds } from './named.ts';
import { findNumbers } from './numbers.ts';
import { findSecrets, findUrlCredentials } from './secrets.ts';
import { findSpaced } from './spaced.ts';
import { findPartialSsns } from './ssn.ts';
import { findTokens } from './tokens.ts';

/** Detectors that need neither a digit nor an `@`. */
export const SECRET_DETECTORS: readonly Detector[] = [
  findSecrets,
  findUrlCredentials,
  findAssignedSecrets,
  findProseSecrets,
];
/** Detectors that need an `@`. */
export const MAIL_DETECTORS: readonly Detector[] = [findEmails];
/** Detectors that need digits. */
export const DIGIT_DETECTORS: readonly Detector[] = [
  findMacs,
  findIps,
  findIbans,
  findBirthDates,
  findTokens,
  findNamedIds,
  findNumbers,
  findPartialSsns,
  findSpaced,
];
