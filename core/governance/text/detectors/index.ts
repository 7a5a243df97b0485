/** The text detectors, and which of them may find something in a text with certain signs. */
import { Form } from '../numberForms.ts';
import { mayNamePerson } from '../personWords.ts';
import type { Signs } from '../signs.ts';
import { findAddresses, mayHaveAddress } from './address.ts';
import { findAssignedSecrets, findProseSecrets, mayAssignSecret, maySpellSecret } from './assigned.ts';
import { findBirthDates, mayHaveBirthDate } from './birthDate.ts';
import type { Find } from './detector.ts';
import { findEmails, findSpelledEmails, mayBeSpelled } from './email.ts';
import { findIbans, mayHaveIban } from './iban.ts';
import { findIps, mayHaveIp } from './ip.ts';
import { findMacs, mayHaveMac } from './mac.ts';
import { findNamedIds, mayHaveNamedId } from './named.ts';
import { findNumbers } from './numbers.ts';
import { findPersons } from './person.ts';
import { findSecrets, findUrlCredentials, mayHaveSecret } from './secrets.ts';
import { findSpaced, mayBeSpaced } from './spaced.ts';
import { findPartialSsns, mayHavePartialSsn } from './ssn.ts';
import { findTokens, mayHaveToken } from './tokens.ts';

/** The detectors in their order. When finds overlap, the one of the earlier detector counts. */
export const DETECTORS: readonly Find[] = [
  findSecrets,
  findUrlCredentials,
  findAssignedSecrets,
  findProseSecrets,
  findEmails,
  findSpelledEmails,
  findMacs,
  findIps,
  findIbans,
  findBirthDates,
  findTokens,
  findNamedIds,
  findNumbers,
  findPartialSsns,
  findSpaced,
  findPersons,
  findAddresses,
];

const maskOf = (...detectors: readonly Find[]): number =>
  detectors.reduce((mask, detector) => mask | (1 << DETECTORS.indexOf(detector)), 0);

const SECRETS = maskOf(findSecrets);
const URL_CREDENTIALS = maskOf(findUrlCredentials);
const ASSIGNED_SECRETS = maskOf(findAssignedSecrets);
const PROSE_SECRETS = maskOf(findProseSecrets);
/** The detector that does not search Message-IDs. */
export const EMAILS = maskOf(findEmails);
const SPELLED_EMAILS = maskOf(findSpelledEmails);
const MACS = maskOf(findMacs);
const IPS = maskOf(findIps);
const IBANS = maskOf(findIbans);
const BIRTH_DATES = maskOf(findBirthDates);
const TOKENS = maskOf(findTokens);
const NAMED_IDS = maskOf(findNamedIds);
const NUMBERS = maskOf(findNumbers);
const PARTIAL_SSNS = maskOf(findPartialSsns);
const SPACED = maskOf(findSpaced);
const PERSONS = maskOf(findPersons);
const ADDRESSES = maskOf(findAddresses);
/** The detectors that need digits, which are not asked about a value that is an identifier. */
export const OF_DIGITS = MACS | IPS | IBANS | BIRTH_DATES | TOKENS | NAMED_IDS | NUMBERS | PARTIAL_SSNS | SPACED;

/**
 * The detectors that may find something in a text with these signs: a bit each, in the order of `DETECTORS`. A bit that is
 * not set says that the detector finds nothing.
 */
export function detectorsFor(signs: Readonly<Signs>): number {
  const { longest, wide, colons, digits, dashes, spaces, ats, forms } = signs;
  let found = 0;
  if (longest >= 8 || wide > 0 || colons > 0 || ((digits >= 4 || dashes > 0) && spaces > 1)) {
    if (mayHaveSecret(signs)) found |= SECRETS;
    if (ats > 0 && colons > 0) found |= URL_CREDENTIALS;
    if (mayAssignSecret(signs)) found |= ASSIGNED_SECRETS;
    if (maySpellSecret(signs)) found |= PROSE_SECRETS;
  }
  if (ats > 0) found |= EMAILS;
  if (mayBeSpelled(signs)) found |= SPELLED_EMAILS;
  if (mayNamePerson(signs)) found |= PERSONS;
  if (mayHaveAddress(signs)) found |= ADDRESSES;
  if (digits < 4 && (forms & (Form.ipv6 | Form.mac)) === 0) return found;
  if (mayHaveMac(signs)) found |= MACS;
  if (mayHaveIp(signs)) found |= IPS;
  if (mayHaveIban(signs)) found |= IBANS;
  if (mayHaveBirthDate(signs)) found |= BIRTH_DATES;
  if (mayHaveToken(signs)) found |= TOKENS;
  if (mayHaveNamedId(signs)) found |= NAMED_IDS;
  if (mayHaveNumber(signs)) found |= NUMBERS;
  if (mayHavePartialSsn(signs)) found |= PARTIAL_SSNS;
  if (mayBeSpaced(signs)) found |= SPACED;
  return found;
}

const mayHaveNumber = ({ freeDigits }: Readonly<Signs>): boolean => freeDigits >= 7;
