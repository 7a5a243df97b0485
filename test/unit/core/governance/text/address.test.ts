/** Postal addresses in text, behind the name of one, and lines of names and values inside strings. */
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const { redact } = compileGovernance();

describe('addresses behind their name', () => {
  test.each([
    ['Anschrift: Lindenweg 12, 50667 Köln. Bitte klingeln.', 'Anschrift: [REDACTED:address]. Bitte klingeln.'],
    [
      'He called. New address: 12 St. James Road, Springfield. Call back.',
      'He called. New address: [REDACTED:address]. Call back.',
    ],
    ['Adresse : 5 rue des Lilas, 75011 Paris', 'Adresse : [REDACTED:address]'],
    [
      'Morada nova: Rua das Janelas Verdes 41, 1200-690 Lisboa, contrato 00417',
      'Morada nova: [REDACTED:address], contrato 00417',
    ],
    ['Lieferadresse: Lindenstr. 12, 50667 Köln; Tel. folgt', 'Lieferadresse: [REDACTED:address]; Tel. folgt'],
    ['住所：東京都千代田区1-1', '住所：[REDACTED:address]'],
  ])('are found in %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test.each([
    'Memory address: Block 12 Row 5',
    'Web address: Example 12',
    'wallet address: 0x52908400098527886E0F7030069857D2E4169EE7',
    'The e-mail address: Box 12 of the form',
    'Address: see page 12',
    'We must address: 3 Bugs of the Parser'.toLowerCase(),
    'addresses: 12',
  ])('are none in %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  test('are not looked for when the detector is off', () => {
    const off = compileGovernance({ detectors: { address: false } });

    expect(off.redact('Anschrift: Lindenweg 12, 50667 Köln')).toBe('Anschrift: Lindenweg 12, 50667 Köln');
  });

  test.each([
    ['names without an address', 'address: '.repeat(11_000)],
    ['addresses one after the other', 'address: Weg 1, '.repeat(6_000)],
    ['parts that never end', `address: ${'A, '.repeat(33_000)}`],
  ])('are looked for in bounded work: %s', (_, text) => {
    expect(redact(text)).toEqual(expect.any(String));
  });
});

describe('lines of names and values between sentences', () => {
  test('are read as a record, and the sentences stay', () => {
    const text = 'Hello,\n\nplease send it to me.\n\nFull name: Ann Lee\nStreet: 12 Linden Road\n\nThanks';

    expect(redact({ body: text })).toEqual({
      body: 'Hello,\n\nplease send it to me.\n\nFull name: [REDACTED:name]\nStreet: [REDACTED:address]\n\nThanks',
    });
  });

  test.each([
    'Fixed: the parser\n\nSee also: RFC 9110',
    'Steps:\n1. Open it\nExpected: works\nand Actual: fails',
    'Title: Sunday Lunch\nA story of two brothers',
  ])('stay when they say nothing personal: %j', (body) => {
    expect(redact({ body })).toEqual({ body });
  });
});

describe('members that are people', () => {
  test('are all known by one whose given name is', () => {
    expect(redact({ users: { 'Ann Leeson': { role: 'x' }, 'Qxana Karlsson': { role: 'y' } } })).toEqual({
      users: { '[REDACTED:name]': { role: 'x' }, '[REDACTED:name] (2)': { role: 'y' } },
    });
  });

  test('are none where names are captions', () => {
    const user = { user: { 'Full Name': 'yes', 'Home Town': 'no' } };

    expect(redact(user)).toEqual(user);
  });
});
