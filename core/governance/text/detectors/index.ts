/** The text detectors in the order in which they win an overlap. */
import { findAssignedSecrets, findToldSecrets } from './assigned.ts';
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

/** Need neither a digit nor an `@`. */
export const SECRET_DETECTORS: readonly Detector[] = [
  findSecrets,
  findUrlCredentials,
  findAssignedSecrets,
  findToldSecrets,
];
/** Need an `@`. */
export const MAIL_DETECTORS: readonly Detector[] = [findEmails];
/** Need digits. */
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
