/**
 * Values of which an owner lets a part stay: the town and the state of an address, the first part of a postal code, the
 * domain of an e-mail address, the last four digits of a card, an account or a telephone number, the month in which a card expires, the
 * year of a birth. Fields that are such a part stay
 * as they are; of other values the part stands beside the marker.
 */

import type { KeptPart } from '../../model/governance/modes.ts';
import type { MarkerFor } from '../../model/governance/span.ts';
import type { FieldKind } from '../catalog/index.ts';

const TOWN =
  /(?:city|town|village|locality|municipality)(?:name)?$|^(?:ort|stadt|stad|wohnort|wohnstadt|ville|ciudad|cidade|citta|comune|localita|localidad|localidade|plaats|woonplaats|gemeente|miasto|miejscowosc|postort|poststed|kommune|sehir|город|城市|市)$/;
const STATE =
  /(?:state|province|region|prefecture)(?:name|code|abbr)?$|^(?:bundesland|provincia|estado|wojewodztwo|lan|fylke|область|省|都道府県)$/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
/** The values that are written by {@link keepingParts}. */
const GENERALIZED =
  /^(?:\[REDACTED:email(?::[0-9a-z]{7})?\]@[\p{L}\p{N}.-]{1,253}|(?:19|20)\d\d-\[REDACTED:birth-date\]|[A-Z0-9]{1,5} ?\[REDACTED:address\]|\[REDACTED:(?:card|iban|bank-account|phone)(?::[0-9a-z]{7})?\] \d{4})$/iu;
/** Types of numbers of which the last digits stay. Four digits of fewer than MIN_DIGITS would be most of the number. */
const NUMBERED: ReadonlySet<string> = new Set(['card', 'iban', 'bank-account', 'phone']);
const MIN_DIGITS = 9;

/** Whether a value consists of a marker and the part that stays. */
export const isGeneralized = (value: string): boolean => value.includes('[REDACTED:') && GENERALIZED.test(value);

/** The parts that stay under some settings. */
export interface KeptParts {
  /** Nothing stays. */
  readonly empty: boolean;
  /**
   * Whether a field is such a part itself.
   *
   * @param name the field's name, its words joined
   */
  keepsField(kind: FieldKind, name: string): boolean;
  /** The value with its part, for a kind of field; undefined when nothing of it stays. */
  partOf(kind: FieldKind, value: string, marker: string): string | undefined;
}

/** @param parts that stay */
export function keptPartsOf(parts: readonly KeptPart[]): KeptParts {
  const kept = new Set(parts);
  return {
    empty: kept.size === 0,
    keepsField(kind, name) {
      if (kind === 'addressPart')
        return (kept.has('town') && TOWN.test(name)) || (kept.has('state') && STATE.test(name));
      return (kind === 'cardExpiry' || kind === 'cardExpiryPart') && kept.has('expiryMonth');
    },
    partOf(kind, value, marker) {
      if (kind !== 'postalCode' || !kept.has('postalArea')) return undefined;
      const outward = /^([A-Z]{1,2}\d[A-Z\d]?|[A-Z]\d[A-Z]) ?\d[A-Z\d]{2}$/i.exec(value.trim())?.[1];
      if (outward !== undefined) return `${outward} ${marker}`;
      // Of five digits or more the first two name a region.
      const area = /^\d{2}(?=\d{3})/.exec(value.trim())?.[0];
      return area === undefined ? undefined : `${area}${marker}`;
    },
  };
}

/** Markers with the part that stays beside them, in fields and texts. */
export function keepingParts(parts: readonly KeptPart[], markerFor: MarkerFor): MarkerFor {
  const domain = parts.includes('emailDomain');
  const year = parts.includes('birthYear');
  const lastFour = parts.includes('lastFour');
  if (!domain && !year && !lastFour) return markerFor;
  return (type, value) => {
    const marker = markerFor(type, value);
    if (domain && type === 'email') return `${marker}${domainOf(value)}`;
    if (lastFour && NUMBERED.has(type)) return `${marker}${lastDigitsOf(value)}`;
    if (year && type === 'birth-date') {
      const years = value.match(YEAR);
      return years?.length === 1 ? `${years[0]}-${marker}` : marker;
    }
    return marker;
  };
}

/** ` 1111`; '' when the value has too few digits, or does not end in them. */
function lastDigitsOf(value: string): string {
  const digits = value.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return digits.replaceAll(/\P{N}/gu, '').length < MIN_DIGITS
    ? ''
    : (/[0-9]{4}$/.exec(digits)?.[0].padStart(5, ' ') ?? '');
}

/** `@example.org`; '' when the value is not one plain address. */
function domainOf(value: string): string {
  return /^[^@\s]+(@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?)$/u.exec(value.trim())?.[1] ?? '';
}
