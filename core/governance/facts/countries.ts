/**
 * Names of countries, which are not personal by themselves, in the languages of the vocabulary. The table is made when it is first needed.
 */

import { COUNTRY_NAMES } from '../vocabulary/countryNames.ts';
import { fold } from '../vocabulary/words.ts';
import { SuffixFilter } from './suffixFilter.ts';

/** Short and former names. */
const OTHER_NAMES = [
  'usa',
  'uk',
  'great britain',
  'england',
  'scotland',
  'wales',
  'northern ireland',
  'holland',
  'russia',
  'south korea',
  'north korea',
  'czech republic',
  'ivory coast',
  'burma',
  'macedonia',
  'turkey',
  'hong kong',
  'macau',
  'taiwan',
  'united states of america',
  'the netherlands',
  'uae',
  'vereinigte staaten von amerika',
  'grossbritannien',
  'england',
  'holland',
  'etats-unis d’amerique',
  'inglaterra',
  'estados unidos de america',
];

let known: { readonly names: ReadonlySet<string>; readonly filter: SuffixFilter } | undefined;

function load(): NonNullable<typeof known> {
  const names = new Set([...OTHER_NAMES, ...COUNTRY_NAMES.split(/[;\n]+/)]);
  // The list begins and ends with a line break.
  names.delete('');
  return { names, filter: new SuffixFilter(names) };
}

/** Whether a value is the name of a country. */
export function isCountry(value: string): boolean {
  if (value.length < 2 || value.length > 44) return false;
  known ??= load();
  return known.filter.mayContain(value, value.length) && known.names.has(fold(value));
}
