/**
 * Which strings pass in the mode `closed`: dates and times, short numbers, identifiers by their form, values that the API description lists for the
 * field, and URLs of the API's own hosts whose parts are all such. Everything else is withheld, whatever it is. A field whose name is that
 * of personal data lets only listed values pass.
 */

import { isFieldWord } from '../context/closedNames.ts';
import { isIdentifier, isOpaqueId } from '../facts/opaqueId.ts';
import { isGivenWord } from '../facts/wordSets.ts';
import { isKindWord } from '../fieldName/matching.ts';
import type { KeyInfo } from '../fieldName/readName.ts';
import { wordsOf } from '../vocabulary/words.ts';

/** Settings of the mode. */
export interface ClosedRules {
  /** Hosts of the API, with their ports where they are not the scheme's. */
  readonly hosts: ReadonlySet<string>;
  /** Names of fields that the owner lets out. */
  readonly released: ReadonlySet<string>;
}

const DATE = /^\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?)?$/;
const HTTP_DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d\d? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}(?: \d\d:\d\d:\d\d(?: (?:GMT|UTC|[+-]\d{4}))?)?$/;
const TIME = /^\d\d?:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const DURATION =
  /^-?P(?=\d|T\d)(?:\d{1,4}Y)?(?:\d{1,4}M)?(?:\d{1,4}W)?(?:\d{1,5}D)?(?:T(?:\d{1,5}H)?(?:\d{1,5}M)?(?:\d{1,7}(?:\.\d{1,9})?S)?)?$/;
/** Longer whole numbers may be a telephone's or an official one; in fields for identifiers they pass. */
const NUMBER = /^[+-]?(?:\d{1,6}|\d{1,3}(?:,\d{3}){1,4}|\d{0,15}\.\d{1,10})(?:[eE][+-]?\d{1,3})?(?: ?%)?$/;
const WORDS: ReadonlySet<string> = new Set([
  '',
  'true',
  'false',
  'yes',
  'no',
  'null',
  'True',
  'False',
  'TRUE',
  'FALSE',
]);
/** Fields whose numbers are official, of health or of a bank, although they are called ids; or said of somebody else's account. */
const NOT_OPAQUE = /patient|memberid|insur|medic|subscriber|regnr|counterparty|docum|beneficiar|policyholder/;
const MAX_LENGTH = 2_048;
const DIGIT = /\d/;
/** In a query under the name of a kind (`?ssn=…`), so many digits are the number itself. */
const LONG_DIGITS = /\d(?:\D?\d){5}/;
/** The host of a URL without a user. */
const HOST = /^https?:\/\/([^/?#@\s]+)/i;

/** Whether a string passes. */
export function isHarmless(value: string, info: KeyInfo | undefined, rules: ClosedRules): boolean {
  if (value.length > MAX_LENGTH) return false;
  if (info?.listed?.has(value) === true) return true;
  if (info !== undefined && (info.kind !== undefined || NOT_OPAQUE.test(info.joined))) return value.trim() === '';
  const first = value.charCodeAt(0);
  if (first === 0x2f || first === 0x3c || (first | 32) === 0x68) {
    if (isOwnUrl(value, rules.hosts) || isOwnLinks(value, rules.hosts)) return true;
  }
  const isId = info?.identifier === true;
  if (!DIGIT.test(value)) return WORDS.has(value) || value.trim() === '' || (isId && isIdentifier(value, isWordOfId));
  const isLetter = (first | 32) >= 97 && (first | 32) <= 122;
  if (isLetter ? hasLetterForm(value) : hasDigitForm(value)) return true;
  if (isId) return isIdentifier(value, isWordOfId);
  return !/^[+-]?\d{7,}$/.test(value) && isOpaqueId(value);
}

const hasDigitForm = (value: string): boolean =>
  NUMBER.test(value) || DATE.test(value) || TIME.test(value) || HTTP_DATE.test(value) || DURATION.test(value);
const hasLetterForm = (value: string): boolean => HTTP_DATE.test(value) || DURATION.test(value);

/**
 * Whether ASCII characters are words without a digit, which pass nowhere unless they are listed. It only rules out quickly what most texts
 * are; `isHarmless` decides.
 */
export function areWords(bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from < 6) return false;
  const first = (bytes[from] ?? 0) | 32;
  // `https://…`
  if (first < 97 || first > 122 || first === 0x68) return false;
  for (let at = from + 1; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 48 && byte <= 57) return false;
  }
  return true;
}

/** A word of a field name, or the few letters before an id (`cus_…`) that are no given name. */
const isWordOfId = (word: string): boolean => isFieldWord(word) || (word.length <= 4 && !isGivenWord(word));

/** Whether a text is a Link header (RFC 8288) with such URLs: `<https://…?page=2>; rel="next"`. */
function isOwnLinks(value: string, hosts: ReadonlySet<string>): boolean {
  if (!value.startsWith('<')) return false;
  return value.split(/,\s*(?=<)/).every((link) => {
    const url = /^<([^<>]+)>(?:;\s*rel="?(?:next|prev|previous|first|last|self)"?)?$/.exec(link)?.[1];
    return url !== undefined && isOwnUrl(url, hosts);
  });
}

/** Whether a text is a URL of one of these hosts, of whose parts none can hold a name. */
function isOwnUrl(value: string, hosts: ReadonlySet<string>): boolean {
  if (hosts.size === 0) return false;
  const named = HOST.exec(value)?.[1];
  // A path (`/orders/4711`) is one of the API's own.
  if (named === undefined ? !/^\/(?!\/)/.test(value) : !hosts.has(named.toLowerCase())) return false;
  const [base = ''] = hosts;
  const whole = named === undefined ? `https://${base}${value}` : value;
  if (!URL.canParse(whole)) return false;
  const { host, username, password, pathname, searchParams, hash } = new URL(whole);
  if (!hosts.has(host) || username + password !== '' || /%/.test(pathname) || hash !== '') return false;
  const isPart = (part: string) => wordsOf(part).every(isFieldWord) || isIdentifier(part, isWordOfId);
  const isGiven = (given: string) => isPart(given) || NUMBER.test(given) || DATE.test(given);
  return (
    pathname.split('/').every((part) => isPart(part.replace(/\.(?:json|xml|csv)$/, ''))) &&
    [...searchParams].every(
      ([name, given]) =>
        isPart(name) && given.split(',').every(isGiven) && !(LONG_DIGITS.test(given) && wordsOf(name).some(isKindWord)),
    )
  );
}
