/**
 * Whether a value can be a part of somebody's postal address: hosts, networks, accounts of a ledger, states of affairs and countries
 * are none of it, though their fields bear the same names.
 */
import { isIpText } from '../detectors/ip.ts';
import { isCountry } from '../value/countries.ts';
import { isUrl, UUID } from '../value/noValue.ts';
import { looksLikeThing } from '../value/personName.ts';
import { Trait, type Traits } from '../value/traits.ts';

/** Of a number that stands beside a street, but is called no more than that. */
const HOUSE = /^\d{1,5}\s?(?:[A-Za-z]|bis|ter)?(?:[-/]\d{1,4}[A-Za-z]?)?$|^s\/?n$/i;
const TOWN = /city|town|^(?:ville|ciudad|cidade|ort|stadt|stad|plaats|miasto|citta|comune)/;
const ADDRESS_ID = /^[A-Z]{2,8}[-_]\d{3,}$/;
const NUMBERS: ReadonlySet<string> = new Set(['numero', 'nro', 'nummer', 'numer']);
const AFFAIRS = /(?:[aeiou]d[oa]s?|nte|tiv[oa])$/i;

/** `18.0.0.0/8`, `fd00::/8` */
const RANGE = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7})\/\d{1,3}$/i;

/** Addresses of hosts and of accounts in a ledger (hexadecimal, Base58, Bech32), which have no blanks. */
const OF_MACHINES =
  /^(?:0x)?[0-9a-f]{16,}$|^(?=.*\d)[a-km-zA-HJ-NP-Z1-9]{25,}$|^[a-z]{2,5}1[ac-hj-np-z02-9]{20,}$|^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i;

/** How things stand. */
const STATES =
  /^(?:(?:in)?active|(?:dis|en)abled|pending|creat(?:ing|ed)|updat(?:ing|ed)|delet(?:ing|ed)|succeeded|failed|running|stopped|started|open|closed|new|sold|(?:un)?paid|draft|abandoned|operational|(?:in)?complete|completed|cancell?ed|in ?progress|processing|processed|ready|(?:un)?available|online|offline|archived|approved|rejected|(?:in)?valid|accepted|declined|done|error|success|submitted|confirmed|shipped|delivered|returned|refunded|expired|locked|unlocked|enabled|blocked|up|down|healthy|unhealthy|provisioning|deployed)$/i;

/** Under the name of a part of an address, but none that tells of a person. */
function isOtherPart(glued: string, value: string): boolean {
  // `Attn: Dock 4`
  if (/^att(?:entio)?n/.test(glued)) return looksLikeThing(value);
  // Of an order, a server or a stop.
  if (glued.endsWith('state')) return STATES.test(value) || value.includes('_') || isCountry(value);
  // In Spanish and Portuguese a state of affairs has the name of a state.
  if (glued === 'estado' || glued === 'estadoactual') return AFFAIRS.test(value);
  // Not of towns: Luxembourg, Singapore.
  return isCountry(value) && !TOWN.test(glued);
}

/** `traits` are those of the value. */
export function plausibleAddress(
  kind: 'address' | 'postalCode' | 'houseNumber' | 'addressPart',
  value: string,
  glued: string,
  { digits, letters, marks }: Readonly<Traits>,
): boolean {
  switch (kind) {
    case 'address':
      return (
        value.length <= 400 &&
        !(value.length === 2 && letters === 2) &&
        !((marks & Trait.blank) === 0 && ADDRESS_ID.test(value)) &&
        !(digits === 0 && (isCountry(value) || /^[a-z_]+$/.test(value))) &&
        !isUrl(value) &&
        (marks & Trait.at) === 0 &&
        !(letters < 8 && RANGE.test(value)) &&
        ((marks & Trait.blank) !== 0 ||
          (!OF_MACHINES.test(value) && !isIpText(value) && !(value.length === 36 && UUID.test(value)))) &&
        (glued === 'address' || glued === 'addr'
          ? /[\s,]|[^\x00-\x7f]/.test(value) || (letters > 0 && digits > 0 && value.length < 26)
          : letters > 0 || digits > 0)
      );
    case 'postalCode':
      return (
        value.length <= 12 &&
        (digits >= 3 || /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(value) || /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(value))
      );
    case 'houseNumber':
      if (NUMBERS.has(glued)) return HOUSE.test(value);
      return (letters > 0 || digits > 0) && value.length <= 40;
    case 'addressPart':
      if (glued !== 'city' && isOtherPart(glued, value)) return false;
      return (letters > 0 || digits > 0) && value.length <= 80 && !isUrl(value);
  }
}
