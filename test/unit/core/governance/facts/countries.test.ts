/** The stored names of countries are those of the locale data that Node has, in every language of the vocabulary. */
import { describe, expect, test } from '@jest/globals';
import { isCountry } from '../../../../../core/governance/facts/countries.ts';
import { COUNTRY_NAMES } from '../../../../../core/governance/vocabulary/countryNames.ts';
import { fold } from '../../../../../core/governance/vocabulary/words.ts';

const LANGUAGES = 'en de fr es pt it nl pl sv da nb fi cs tr ru ja zh ko'.split(' ');
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Of each region that Node has a name for. Short Latin ones are codes rather than names. */
const namesOfNode = (): string[] =>
  LANGUAGES.flatMap((language) => {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    const names = CODES.flatMap((code) => regions.of(code) ?? []);
    return names.filter((name) => name.length > 2 || name.charCodeAt(0) > 0x2fff);
  });

describe('names of countries', () => {
  // A later version of the data has a few other names, which come with the next version of Node here.
  const sameData = process.versions['cldr']?.startsWith('48') ? test : test.skip;

  sameData('are those of CLDR 48, sorted', () => {
    const names = [...new Set(namesOfNode().map(fold))].sort();

    expect(
      COUNTRY_NAMES.trim()
        .split(/[;\n]+/)
        .filter(Boolean),
    ).toEqual(names);
  });

  test.each(['Germany', 'DEUTSCHLAND', 'Österreich', 'Côte d’Ivoire', 'Россия', '日本', '대한민국', 'USA', 'Holland'])(
    'include %s',
    (name) => {
      expect(isCountry(name)).toBe(true);
    },
  );

  test.each(['', ';', '\n', 'Ann Lee', 'Zürich', 'Germany;France'])('do not include %j', (text) => {
    expect(isCountry(text)).toBe(false);
  });
});
