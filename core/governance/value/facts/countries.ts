/**
 * Names of countries, which are not personal by themselves. They come from the Unicode locale data (CLDR) of the
 * runtime, in the languages of the vocabulary, and are loaded when first needed.
 */

import { fold } from '../../catalog/vocabulary/words.ts';
import { SuffixFilter } from './suffixFilter.ts';

const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'tr',
  'ru',
  'ja',
  'zh',
  'ko',
];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
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
  const names = new Set(OTHER_NAMES);
  for (const language of LANGUAGES) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        const name = regions.of(first + second);
        if (name !== undefined && (name.length > 2 || name.charCodeAt(0) > 0x2fff)) names.add(fold(name));
      }
    }
  }
  return { names, filter: new SuffixFilter(names) };
}

/** Whether a value is the name of a country. */
export function isCountry(value: string): boolean {
  if (value.length < 2 || value.length > 44) return false;
  known ??= load();
  return known.filter.mayContain(value, value.length) && known.names.has(fold(value));
}
