/** Personal data written in unusual characters, encodings and places. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { defined } from '../../../../support/defined.ts';

const governor = compileGovernance();
const mathematical = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)));

describe('groups of digits', () => {
  test.each(['\u00a0', '\u2009', '\u202f', '\u2013', '\u2011', '\u2014', '.', '\u00b7', '\t', '\n', '\r\n', '  '])(
    'are found with %j between',
    (between) => {
      // Prepare
      const apart = (text: string): string => text.replaceAll(' ', between);

      // Act
      const found = governor.redact([
        `the card ${apart('4556 7375 8689 9855')}, thanks`,
        `IBAN: ${apart('DE89 3704 0044 0532 0130 00')}!`,
        `SSN: ${apart('219 09 9999')}!`,
        `call ${apart('+44 7911 123456')}!`,
      ]);

      // Assess
      expect(found).toEqual([
        'the card [REDACTED:card], thanks',
        'IBAN: [REDACTED:iban]!',
        'SSN: [REDACTED:ssn]!',
        'call [REDACTED:phone]!',
      ]);
    },
  );

  test('in columns of a table stay without a word that tells', () => {
    const table = 'year\ta\tb\n4556\t7375\t8689\t9855\n4111\t1111\t1111\t1111';

    expect(governor.redact(table)).toBe(table);
  });

  test('are read in mathematical alphabets, which otherwise stay as they are', () => {
    expect(
      governor.redact({ note: `𝐇𝐢, ${mathematical('4556737586899855')} 𝐰𝐨𝐫𝐤𝐬`, phone: mathematical('07911 123456') }),
    ).toEqual({ note: '𝐇𝐢, [REDACTED:card] 𝐰𝐨𝐫𝐤𝐬', phone: '[REDACTED:phone]' });
    expect(governor.redact({ name: '\ud835', phone: '\ud835\ud835 12' })).toEqual({
      name: '\ud835',
      phone: '\ud835\ud835 12',
    });
  });
});

describe('mail addresses', () => {
  test('are found between lone surrogates', () => {
    expect(governor.redact('\udc00ann.lee@corp-mail.org\ud83d')).toBe('\udc00[REDACTED:email]\ud83d');
  });
});

describe('encoded data', () => {
  const secret = 'You can write to ann.lee@corp-mail.org or to the office if she is out for lunch or on leave.';
  const clean = secret.replace('ann.lee@corp-mail.org', '[REDACTED:email]');
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const lines = (text: string): string => text.replace(/(.{76})(?=.)/g, '$1\r\n');

  test.each([
    ['base64 in lines', lines(base64(secret)), lines(base64(clean))],
    ['base64 of zlib', deflateSync(secret).toString('base64'), deflateSync(clean).toString('base64')],
    [
      'a data URL',
      `see data:text/plain;base64,${base64(secret)} now`,
      `see data:text/plain;base64,${base64(clean)} now`,
    ],
    ['hexadecimal text', Buffer.from(secret).toString('hex'), Buffer.from(clean).toString('hex')],
    [
      'twice encoded percents',
      encodeURIComponent(encodeURIComponent(secret)),
      encodeURIComponent(encodeURIComponent(clean)).replace(/%255BREDACTED%253Aemail%255D/, '[REDACTED:email]'),
    ],
    [
      'an address before a query',
      'mailto:ann.lee%40corp-mail.org?subject=a%20b&x=1',
      'mailto:[REDACTED:email]?subject=a%20b&x=1',
    ],
    ['the name of a file', '/inbox/cv_ann.lee@corp-mail.org.pdf', '/inbox/[REDACTED:email].pdf'],
    [
      'text with signs of percent',
      '100 % of q=a%20b is at ann.lee%40corp-mail.org, %zz',
      '100 % of q=a%20b is at [REDACTED:email], %zz',
    ],
    [
      'a query with blanks as plus signs',
      'https://h.example/s?card=4111+1111+1111+1111&q=a%20b',
      'https://h.example/s?card=[REDACTED:card]&q=a%20b',
    ],
    [
      'JSON with its numbers',
      '{ "id": 12345678901234567890, "v": 1.50, "at": 1469326565348,\t"email": "ann.lee@corp-mail.org" }',
      '{ "id": 12345678901234567890, "v": 1.50, "at": 1469326565348,\t"email": "[REDACTED:email]" }',
    ],
    [
      'JSON with a long number',
      '{"x":4111111111111111,"t":"a\\tann.lee@corp-mail.org"}',
      '{"x":"[REDACTED:card]","t":"a\\t[REDACTED:email]"}',
    ],
    [
      'JSON in JSON in JSON',
      JSON.stringify({ a: JSON.stringify({ first_name: 'Zebulon', n: 1 }) }),
      JSON.stringify({ a: JSON.stringify({ first_name: '[REDACTED:name]', n: 1 }) }),
    ],
    [
      'JSON in base64',
      base64('{"user":{"first_name":"Zebulon","n":1.50}}'),
      base64('{"user":{"first_name":"[REDACTED:name]","n":1.50}}'),
    ],
  ])('%s is looked into and keeps its form', (_name, given, wanted) => {
    // Act
    const redacted = governor.redact({ payload: given });

    // Assess
    expect(redacted).toEqual({ payload: wanted });
    expect(governor.redact(redacted)).toEqual(redacted);
  });

  test.each([
    [' {"first_name":"Zebulon"} ', ' {"first_name":"[REDACTED:name]"} '],
    ["{'first_name': 'Zebulon', 'n': None}", "{'first_name': '[REDACTED:name]', 'n': None}"],
    ['{"user":{"first_name":"Zebulon","la', '{"user":{"first_name":"[REDACTED:name]","la'],
    ['[note] ask {name} first', '[note] ask {name} first'],
    ['[1, 2', '[1, 2'],
  ])('JSON in a string, whole, nearly or in part, is read: %j', (given, wanted) => {
    expect(governor.redact({ payload: given })).toEqual({ payload: wanted });
    expect(governor.governBytes(Buffer.from(JSON.stringify({ payload: given })), 'application/json').text).toBe(
      JSON.stringify({ payload: wanted }),
    );
  });

  test.each([1, 2, 3])('JSON that is encoded %i times below a string is read, and stays so', (times) => {
    const encoded = (name: string): string => {
      let text = JSON.stringify({ last_name: name, state: 'sent' });
      for (let time = 1; time < times; time++) text = JSON.stringify(text);
      return text;
    };

    expect(governor.redact({ payload: encoded('Lindqvist') })).toEqual({ payload: encoded('[REDACTED:name]') });
    expect(governor.redact({ payload: JSON.stringify('say "hi" to her') })).toEqual({
      payload: '"say \\"hi\\" to her"',
    });
  });

  test('gives way to the kind of its field', () => {
    expect(governor.redactWithReport({ address: base64('ann.lee@corp-mail.org, Leeds') })).toEqual({
      value: { address: '[REDACTED:address]' },
      report: {
        count: 1,
        byType: { address: 1 },
        pointers: ['/address'],
        rules: [{ type: 'address', rule: 'name.listed', count: 1 }],
      },
    });
  });

  test.each([
    ['UTF-16, little end first', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16, big end first', (text: string) => Buffer.from(text, 'utf16le').swap16()],
    [
      'UTF-32, little end first',
      (text: string) => Buffer.from(Uint32Array.from([...text], (char) => defined(char.codePointAt(0))).buffer),
    ],
    [
      'UTF-32, big end first',
      (text: string) =>
        Buffer.from(Uint32Array.from([...text], (char) => defined(char.codePointAt(0))).buffer).swap32(),
    ],
  ])('%s without a mark is read', (_name, encode) => {
    expect(governor.governBytes(encode('{"first_name":"Zebulon","city":"日本"}'), 'application/json').text).toBe(
      '{"first_name":"[REDACTED:name]","city":"日本"}',
    );
  });
});

describe('names of fields', () => {
  test('are read in full-width letters', () => {
    expect(governor.redact({ '\uff46\uff49\uff52\uff53\uff54_\uff4e\uff41\uff4d\uff45': 'Zebulon' })).toEqual({
      '\uff46\uff49\uff52\uff53\uff54_\uff4e\uff41\uff4d\uff45': '[REDACTED:name]',
    });
  });

  test('tell of a number in parts', () => {
    expect(governor.redact({ phone: { area: '7911', number: '123456' } })).toEqual({
      phone: { area: '7911', number: '[REDACTED:phone]' },
    });
  });
});

describe('numbers as long as a card', () => {
  test('go like digits in a string, and stay under the names of ids', () => {
    const given = { x: 4111111111111111, order_id: 4111111111111111, at: 1469326565348000, n: [4111111111111112] };

    expect(governor.redact(given)).toEqual({ ...given, x: '[REDACTED:card]' });
    expect(governor.governBytes(Buffer.from(JSON.stringify(given)), 'application/json').text).toBe(
      JSON.stringify({ ...given, x: '[REDACTED:card]' }),
    );
    expect(governor.governBytes(Buffer.from('{"x":4111111111111111.0,"y":1.0}'), 'application/json').text).toBe(
      '{"x":"[REDACTED:card]","y":1.0}',
    );
  });
});

describe('the id of a person', () => {
  test('may not be a social security number, other ids may look like one', () => {
    expect(governor.redact({ id: '219-09-9999', user: { id: '536-22-1234' }, sku: '219-09-9999' })).toEqual({
      id: '[REDACTED:ssn]',
      user: { id: '[REDACTED:ssn]' },
      sku: '219-09-9999',
    });
  });
});

describe('the report', () => {
  test('counts a value once that is judged as a whole after something in it was found', () => {
    expect(governor.redactWithReport({ address: 'ask ann.lee@corp-mail.org, 12 Elm Street' }).report).toEqual({
      count: 1,
      byType: { address: 1 },
      pointers: ['/address'],
      rules: [{ type: 'address', rule: 'name.listed', count: 1 }],
    });
  });
});
