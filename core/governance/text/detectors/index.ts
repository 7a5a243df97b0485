/** The text detectors. When finds overlap, the one of the earlier detector counts. */
import { findAssignedSecrets, findProseSecrets, mayAssignSecret, maySpellSecret } from './assigned.ts';
import { findBirthDates, mayHaveBirthDate } from './birthDate.ts';
import type { Detector } from './detector.ts';
import { findEmails, findSpelledEmails, mayBeSpelled } from './email.ts';
import { findIbans, mayHaveIban } from './iban.ts';
import { findIps, mayHaveIp } from './ip.ts';
import { findMacs, mayHaveMac } from './mac.ts';
import { findNamedIds, mayHaveNamedId } from './named.ts';
import { findNumbers } from './numbers.ts';
import { findSecrets, findUrlCredentials, mayHaveSecret } from './secrets.ts';
import { findSpaced, mayBeSpaced } from './spaced.ts';
import { findPartialSsns, mayHavePartialSsn } from './ssn.ts';
import { findTokens, mayHaveToken } from './tokens.ts';

/** Detectors that need neither a digit nor an `@`. */
export const SECRET_DETECTORS: readonly Detector[] = [
  { may: mayHaveSecret, find: findSecrets },
  { may: ({ ats, colons }) => ats > 0 && colons > 0, find: findUrlCredentials },
  { may: mayAssignSecret, find: findAssignedSecrets },
  { may: maySpellSecret, find: findProseSecrets },
];
/** Detectors that need an `@`. */
export const MAIL_DETECTORS: readonly Detector[] = [{ may: ({ ats }) => ats > 0, find: findEmails }];
/** Detectors that need a bracket. */
export const BRACKET_DETECTORS: readonly Detector[] = [{ may: mayBeSpelled, find: findSpelledEmails }];
/** Detectors that need digits. */
export const DIGIT_DETECTORS: readonly Detector[] = [
  { may: mayHaveMac, find: findMacs },
  { may: mayHaveIp, find: findIps },
  { may: mayHaveIban, find: findIbans },
  { may: mayHaveBirthDate, find: findBirthDates },
  { may: mayHaveToken, find: findTokens },
  { may: mayHaveNamedId, find: findNamedIds },
  { may: ({ freeDigits }) => freeDigits >= 7, find: findNumbers },
  { may: mayHavePartialSsn, find: findPartialSsns },
  { may: mayBeSpaced, find: findSpaced },
];
