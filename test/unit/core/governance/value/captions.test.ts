import { describe, expect, test } from '@jest/globals';
import { isCountry } from '../../../../../core/governance/facts/countries.ts';
import { isSecretSentence } from '../../../../../core/governance/facts/secretSentence.ts';
import { isMask } from '../../../../../core/governance/facts/traits.ts';
import { isCaption } from '../../../../../core/governance/value/captions.ts';

const label = (sort: 'name' | 'address', value: string): boolean => isCaption(sort, value, /[\s_]/.test(value));

describe('labels', () => {
  test.each(['Vorname', 'First name:', 'Nom du contact', 'Enter your full name', '氏名', 'csv_lastName', 'FIRST_NM'])(
    'takes %s for the caption of a name',
    (value) => expect(label('name', value)).toBe(true),
  );
  test.each(['Ann Lee', 'Ming', 'Ho', 'Date Masamune', 'Mary Page'])('takes %s for a name', (value) =>
    expect(label('name', value)).toBe(false),
  );
  test.each(['Straße und Hausnummer', 'Street', 'Dirección de entrega', 'varchar'])(
    'takes %s for the caption of an address',
    (value) => expect(label('address', value)).toBe(true),
  );
  test.each(['First Street', 'State Street', 'Main Street', 'Springfield', 'Mexico City'])(
    'takes %s for an address',
    (value) => expect(label('address', value)).toBe(false),
  );
  test.each(['Passwort vergessen?', 'Mot de passe oublié', 'Password must have 8 characters', '密码'])(
    'takes %s for a sentence about secrets',
    (value) => expect(isSecretSentence(value)).toBe(true),
  );
  test.each(['correct horse battery staple', 'Hunter2!', 'password: hunter2'])('takes %s for a secret', (value) =>
    expect(isSecretSentence(value)).toBe(false),
  );
  test.each(['Germany', 'Deutschland', 'Afrique du Sud', 'Costa Rica', 'USA', '日本'])(
    'knows the country %s',
    (value) => expect(isCountry(value)).toBe(true),
  );
  test.each(['Ann', 'Springfield', 'Germaine', ''])('knows no country %s', (value) =>
    expect(isCountry(value)).toBe(false),
  );
  test.each(['(99) 99999-9999', '+49 000 0000000', 'AA999999A', '000-00-0000'])('takes %s for a mask', (value) =>
    expect(isMask(value)).toBe(true),
  );
  test.each(['+1 415 555 0142', '219-09-9999', '62704', '999'])('takes %s for a number', (value) =>
    expect(isMask(value)).toBe(false),
  );
});
