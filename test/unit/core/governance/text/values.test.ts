import { describe, expect, test } from '@jest/globals';
import { luhn } from '../../../../../core/governance/facts/digits.ts';
import { isIban } from '../../../../../core/governance/facts/iban.ts';
import { isIpText, isIpv6 } from '../../../../../core/governance/facts/ip.ts';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import { isCard } from '../../../../../core/governance/text/detectors/card.ts';
import {
  DIGIT_IDS,
  isNationalDigits,
  isNationalToken,
  LETTER_IDS,
} from '../../../../../core/governance/text/detectors/national/index.ts';

const { redact } = compileGovernance();

describe('national ids', () => {
  // Numbers that the issuing bodies or their documentation publish as examples, or that are long in public use as such.
  const digits: readonly (readonly [string, string])[] = [
    ['BR', '529.982.247-25'],
    ['AR', '20-12345678-6'],
    ['CA', '046 454 286'],
    ['GB', '943 476 5919'],
    ['NL', '111222333'],
    ['DE', '86095742719'],
    ['FR', '2 55 08 14 168 025 38'],
    ['BE', '85.07.30-033.28'],
    ['PT', '123456789'],
    ['CH', '756.9217.0769.85'],
    ['PL', '44051401359'],
    ['SE', '811218-9876'],
    ['NO', '15076500565'],
    ['CZ', '736028/5163'],
    ['HR', '33392005961'],
    ['RO', '1800101221144'],
    ['BG', '7523169263'],
    ['EE', '37605030299'],
    ['IN', '2341 2341 2346'],
    ['AU', '123 456 782'],
    ['ZA', '8001015009087'],
    ['TR', '10000000146'],
    ['IL', '123456782'],
    ['CN', '110101199003074514'],
    ['JP', '123456789018'],
    ['AE', '784-1990-1234567-6'],
  ];
  test.each(digits)('accepts a valid number of %s and refuses it with one digit changed', (country, raw) => {
    // Prepare
    const plain = raw.replace(/\D/g, '');
    const ids = DIGIT_IDS.filter((id) => id.country === country && id.length === plain.length);
    const valid = (number: string): boolean => ids.some((id) => id.valid(number, raw));
    const last = Number(plain.at(-1));

    // Act and assess
    expect(isNationalDigits(plain, raw, { isId: true })).toBe(true);
    expect(valid(plain)).toBe(true);
    expect(valid(plain.slice(0, -1) + ((last + 1) % 10))).toBe(false);
  });

  const letters: readonly (readonly [string, string])[] = [
    ['ES DNI', '12345678Z'],
    ['ES NIE', 'X1234567L'],
    ['IT', 'RSSMRA85T10A562S'],
    ['IE', '1234567T'],
    ['GB NINO', 'AB123456C'],
    ['FI', '131052-308T'],
    ['MX', 'HEGG560427MVZRRL04'],
    ['CL', '12.345.678-5'],
    ['SG', 'S1234567D'],
    ['HK', 'A123456(3)'],
    ['CN', '11010519491231002X'],
  ];
  test.each(letters)('accepts %s', (_country, token) => {
    expect(isNationalToken(token, { isId: true })).toBe(true);
  });

  test.each([['12345678A'], ['RSSMRA85T10A562X'], ['131052-308U'], ['S1234567A'], ['A123456(4)'], ['12.345.678-6']])(
    'refuses %s',
    (token) => {
      expect(isNationalToken(token, { isId: true })).toBe(false);
    },
  );

  test('covers at least twenty countries', () => {
    expect(new Set([...DIGIT_IDS, ...LETTER_IDS].map((id) => id.country)).size).toBeGreaterThanOrEqual(20);
  });
});

describe('cards and accounts', () => {
  test.each([
    '4111111111111111',
    '5555555555554444',
    '378282246310005',
    '6011111111111117',
    '3530111333300000',
    '2223003122003222',
  ])('accepts the test card %s', (card) => {
    expect(isCard(card, { grouped: false, context: false })).toBe(true);
  });

  test('needs Luhn, an issuer and its length', () => {
    expect(isCard('4111111111111112', { grouped: false, context: false })).toBe(false);
    expect(isCard('9111111111111111', { grouped: false, context: false })).toBe(false);
    expect(isCard('1700000000000', { grouped: false, context: false })).toBe(false);
    expect(luhn('79927398713')).toBe(true);
  });

  test('takes short Maestro numbers only beside a word that says card', () => {
    expect(isCard('6759649826438453', { grouped: false, context: true })).toBe(true);
    expect(redact('ref 501800000009')).toBe('ref 501800000009');
  });

  test.each([
    'DE89370400440532013000',
    'GB82WEST12345698765432',
    'NL91ABNA0417164300',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
  ])('accepts the IBAN %s', (iban) => {
    expect(isIban(iban)).toBe(true);
    expect(isIban(iban.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)).replace(/S$/, 'T'))).toBe(false);
  });

  test('finds an IBAN in groups and in lower case', () => {
    expect(redact('to DE89 3704 0044 0532 0130 00, please')).toBe('to [REDACTED:iban], please');
    expect(redact('to nl91abna0417164300')).toBe('to [REDACTED:iban]');
  });
});

describe('network addresses', () => {
  test('reads IPv6 in all its forms', () => {
    for (const address of ['::1', '2001:db8::1', 'fe80::1%eth0', '::ffff:192.0.2.1', '1:2:3:4:5:6:7:8'])
      expect(isIpv6(address)).toBe(true);
    for (const address of ['10:30', '1:2:3', ':::', '12:34:56:78:9a:bc', '1::2::3', 'g::1'])
      expect(isIpv6(address)).toBe(false);
  });

  test('takes lists and ports of a field, not blocks', () => {
    expect(isIpText('203.0.113.9, 10.0.0.1')).toBe(true);
    expect(isIpText('203.0.113.9:443')).toBe(true);
    expect(isIpText('10.0.0.0/8')).toBe(false);
  });
});

describe('text that must go', () => {
  test.each([
    ['mail ann.lee+x@mail.example.co.uk now', 'mail [REDACTED:email] now'],
    ['From: Ann <ann@example.org>', 'From: Ann <[REDACTED:email]>'],
    ['<a href="tel:+14155552671">call</a>', '<a href="tel:[REDACTED:phone]">call</a>'],
    ['Call (415) 555-2671 ext. 12!', 'Call [REDACTED:phone]!'],
    ['my number is 781 5991', 'my number is [REDACTED:phone]'],
    ['Rückruf unter 030/901820-11', 'Rückruf unter [REDACTED:phone]'],
    ['SSN: 219099999', 'SSN: [REDACTED:ssn]'],
    ['SSN 219 - 09 - 9999', 'SSN [REDACTED:ssn]'],
    ['paid with 4111-1111-1111-1111.', 'paid with [REDACTED:card].'],
    ['Ann (219-09-9999 on file)', 'Ann ([REDACTED:ssn] on file)'],
    ['call (415 555 0132 mobile)', 'call ([REDACTED:phone] mobile)'],
    [':219-09-9999', ':[REDACTED:ssn]'],
    ['Ann → 219-09-9999, Lee--536-22-1234', 'Ann → [REDACTED:ssn], Lee--[REDACTED:ssn]'],
    ['SSN no.219-09-9999 …4111111111111111', 'SSN no.[REDACTED:ssn] …[REDACTED:card]'],
    ['the number is __219-09-9999__ from _203.0.113.9_', 'the number is __[REDACTED:ssn]__ from _[REDACTED:ip]_'],
    ['host 203.0.113.9:8080 is down', 'host [REDACTED:ip]:8080 is down'],
    ['seen at 2001:db8:85a3::8a2e:370:7334', 'seen at [REDACTED:ip]'],
    ['nic 00:1A:2b:3C:4d:5E up', 'nic [REDACTED:mac] up'],
    ['nic bf:cf:bf:2d:83:ff up, then bf-cf-bf-cd-ef-ff', 'nic [REDACTED:mac] up, then [REDACTED:mac]'],
    ['born on 4 March 1985 in Leeds', 'born on [REDACTED:birth-date] in Leeds'],
    ['CPF 529.982.247-25 ok', 'CPF [REDACTED:national-id] ok'],
    ['passport no. C01X00T47', 'passport no. [REDACTED:passport]'],
    ['The passport AB 1234567 was lost', 'The passport [REDACTED:passport] was lost'],
    ['The SSN on file (536-22-1234) is wrong', 'The SSN on file ([REDACTED:ssn]) is wrong'],
    ['Please update 536221234 as my SSN', 'Please update [REDACTED:ssn] as my SSN'],
    ['Steuer-ID 65 929 970 489', 'Steuer-ID [REDACTED:tax-id]'],
    ['d.o.b. 03/12/1980', 'd.o.b. [REDACTED:birth-date]'],
    ['geboren op 12 maart 1980', 'geboren op [REDACTED:birth-date]'],
    ['The password for the portal is Tr0ub4dor&3.', 'The password for the portal is [REDACTED:secret].'],
    ['Das Passwort zum Portal lautet Sommer2024!', 'Das Passwort zum Portal lautet [REDACTED:secret]'],
    ['use pw Hunter99! to log in', 'use pw [REDACTED:secret] to log in'],
    ['Temporary password "Sunrise-42" was set', 'Temporary password "[REDACTED:secret]" was set'],
    ['The PIN is 4821.', 'The PIN is [REDACTED:secret].'],
    [
      'The password must have 12 characters and OAuth2.0 support',
      'The password must have 12 characters and OAuth2.0 support',
    ],
    ['Password SHA-256 hashed since 2019', 'Password SHA-256 hashed since 2019'],
    ['passport no. C12345678', 'passport no. [REDACTED:passport]'],
    ['key sk_live_abcdefghijklmnop1234 leaked', 'key [REDACTED:api-key] leaked'],
    ['Authorization: Bearer abc123def456ghi789', 'Authorization: Bearer [REDACTED:secret]'],
    ['password=Hunter22;', 'password=[REDACTED:secret];'],
    ['postgres://app:s3cret@db:5432/x', 'postgres://[REDACTED:url-credentials]@db:5432/x'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N', '[REDACTED:jwt]'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE1\n-----END RSA PRIVATE KEY-----\nend', '[REDACTED:private-key]\nend'],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe('text that must stay', () => {
  test.each([
    'clone git@github.com:octo/hello.git',
    'order_219-09-9999 and ref_4111111111111111_a',
    'file v2.4111111111111111.bin',
    'install @scope/pkg@1.2.3 or lodash@4.17.21',
    'icon@2x.png and logo@3x.webp',
    'order 415-555-2671 and invoice 2024-00017',
    'tracking 4111111111111111 left',
    'ISBN 978-3-16-148410-0, EAN 4006381333931',
    'version 1.2.3.4 of Chrome/121.0.6167.85',
    'OID 1.3.6.1.4.1.311.21.20',
    'net 10.0.0.0/8 at 10:30:00',
    'on 2024-03-11T10:22:31.123Z for P3DT4H',
    'at 37.774929, -122.419416',
    'id 123e4567-e89b-12d3-a456-426614174000 sha d41d8cd98f00b204e9800998ecf8427e',
    'arn:aws:iam::123456789012:user/deploy',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/121.0.6167.85 Safari/537.36',
    'epoch 1700000000 or 1700000000000',
    'sold 1,250,000 units at $12.50, up 14.7 %',
    'https://example.com/orders/4155552671?page=2&limit=50',
    'the password is not set and the token is expired',
    'total_tokens: 4096, max_tokens=8192',
    'docker.io/library/nginx:1.25.4@sha256:9b2cf7e1f6a5b4c3d2e1f0a9b8c7d6e5',
    'bind 0.0.0.0 and 127.0.0.1',
    'Message-Id 20240311102231.12345',
    'founded 1998-2004, 25 people, room 4.12',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('other scripts and invisible characters', () => {
  test.each([
    ['full-width digits', '電話は０９０－１２３４－５６７８です', '電話は[REDACTED:phone]です'],
    ['full-width addresses', 'メール：ａｎｎ＠ｅｘａｍｐｌｅ．ｏｒｇ まで', 'メール：[REDACTED:email] まで'],
    ['marks of direction', 'call \u202a+1 415 555 2671\u202c now', 'call \u202a[REDACTED:phone]\u202c now'],
    ['zero-width and soft signs', 'to ann\u200b.lee@exa\u00admple.org!', 'to [REDACTED:email]!'],
    ['a card with invisible parts', '4111\u200b1111\u200b1111\u200b1111', '[REDACTED:card]'],
    ['Arabic digits', 'رقم الهاتف +٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', 'رقم الهاتف [REDACTED:phone]'],
    ['Arabic digits without a country', 'رقم الهاتف: ٠٥٠١٢٣٤٥٦٧', 'رقم الهاتف: [REDACTED:phone]'],
    ['Devanagari digits', 'दूरभाष +९१ ९८७६५ ४३२१०', 'दूरभाष [REDACTED:phone]'],
    ['narrow blanks', 'tel. 01\u202f44\u202f27\u202f00\u202f00', 'tel. [REDACTED:phone]'],
    [
      'what is not personal',
      '価格は１２３４５６円、a\u200bb ２０２４－０３－１１',
      '価格は１２３４５６円、a\u200bb ２０２４－０３－１１',
    ],
  ])('reads %s and keeps the characters around', (_title, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test('reads them in fields of a kind too', () => {
    expect(
      redact({ phone: '０９０－１２３４－５６７８', cvc: '１２３', birthday: '١٩٨٠-٠٣-١٢', id: '１２３４５６７' }),
    ).toEqual({
      phone: '[REDACTED:phone]',
      cvc: '[REDACTED:card]',
      birthday: '[REDACTED:birth-date]',
      id: '１２３４５６７',
    });
  });
});

describe('hostile text', () => {
  // Each is 100 KB of what its pattern likes least; the run ends within the test's limit or fails.
  const repeat = (piece: string): string => piece.repeat(Math.ceil(100_000 / piece.length));
  test.each([
    ['digits', repeat('1')],
    ['digit groups', repeat('123 ')],
    ['dashed groups', repeat('12-')],
    ['dotted quads', repeat('1.2.3.4.')],
    ['plus signs', repeat('+1 ')],
    ['brackets', repeat('(1) ')],
    ['at signs', repeat('a@')],
    ['at signs and dots', repeat('a@b.')],
    ['one long local part', `${repeat('a')}@example.org`],
    ['one long domain', `a@${repeat('b.')}c`],
    ['colons', repeat('ab:')],
    ['scheme after scheme', repeat('a://')],
    ['user-info without end', `x://${repeat('a:')}`],
    ['token starts', repeat('eyJ')],
    ['token parts', repeat('eyJaaaaaaaaaa.')],
    ['key openings', repeat('-----BEGIN PRIVATE KEY-----')],
    ['key types', repeat('-----BEGIN A ')],
    ['assignments', repeat('password=')],
    ['assigned words', repeat('a_b.c-password: ')],
    ['bearer', repeat('bearer ')],
    ['bearer values', `bearer ${repeat('A')}`],
    ['key prefixes', repeat('sk-ant-')],
    ['months', repeat('12 march ')],
    ['births', repeat('born 12 ')],
    ['account starts', repeat('DE89 ')],
    ['hex pairs', repeat('aa:')],
    ['tokens', repeat('A1b2C3d4 ')],
    ['markers', repeat('[REDACTED:email] 555 ')],
    ['open markers', repeat('[REDACTED:')],
    ['percents', repeat('%40')],
    ['queries', repeat('a=1&')],
    ['quotes', repeat('"@')],
    ['letters without blanks', repeat('é')],
    ['han', repeat('电话1')],
    ['phones', repeat('+14155552671 ')],
    ['base64', repeat('QUFB')],
    ['braces', `{${repeat('{')}}`],
    ['slashes', repeat('/')],
    ['heading of rules', repeat('p o r t ')],
    ['passwords without values', repeat('password for a b c ')],
    ['passwords with values', repeat('password for the a1 is ')],
    ['passwords one by one', repeat('pass: 1')],
    ['codes', repeat('pin code is ')],
    ['passports', repeat('passport AB 12 ')],
    ['births with words', repeat('born 12 abcdefghijkl ')],
    ['numbers in brackets', repeat('(123) ')],
    ['forms', repeat('^[0-9]{1}')],
    ['versions', repeat('4.12.0.7 ')],
    ['versions behind words', repeat('client 4.12.0.7 and ')],
    ['comparators', repeat('>=1.2.3.4')],
    ['image tags', repeat('a/b:1.2.3.4 ')],
    ['numbers of things', repeat('label no. 212-664-7665 ')],
    ['births and names', repeat('born In New York 12/03/1980 ')],
    ['invisible characters', repeat('\u200b4\u200b1')],
    ['full-width digits', repeat('\uff11\uff12 ')],
    ['digits of other scripts', repeat('\u0664\u0661\u0661 ')],
  ])(
    '%s does not stall it',
    (_name, text) => {
      const governor = compileGovernance({ systemRules: 'x' });

      expect(typeof redact(text)).toBe('string');
      expect(
        typeof redact({
          phone: text,
          name: text,
          address: text,
          password: text,
          note: text,
          email: text,
          [text.slice(0, 5_000)]: 1,
        }),
      ).toBe('object');
      governor.governBytes(Buffer.from(text), 'text/html');
      governor.governBytes(Buffer.from(text), 'text/csv');
    },
    4_000,
  );
});
