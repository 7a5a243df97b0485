/** Credentials that come back are blanked, in whatever spelling, and nothing else is. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Credential } from '../../../../../core/request/credential/index.ts';
import { secretMasker } from '../../../../../core/response/secrets/mask.ts';
import { rounds } from '../../../../support/attack.ts';
import { defined } from '../../../../support/defined.ts';

const SECRET = 'k3y/"&+<é \\%x';
const bearer = (token: string): Credential => ({ type: 'bearer', token });

const SPELLINGS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (s) => s,
  json: (s) => JSON.stringify(s),
  'json with escaped slashes': (s) => JSON.stringify(s).replaceAll('/', '\\/'),
  'json in \\u escapes throughout': (s) =>
    s
      .split('')
      .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  'json in JSON': (s) => JSON.stringify({ a: s }),
  'json in JSON in JSON': (s) => JSON.stringify([JSON.stringify({ a: JSON.stringify(s) })]),
  'json in \\u escapes inside of JSON': (s) =>
    JSON.stringify({
      a: JSON.stringify(s).replace(/\W/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    }),
  percent: (s) => encodeURIComponent(s),
  'percent throughout': (s) => [...Buffer.from(s)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join(''),
  'percent in lower case': (s) => encodeURIComponent(s).replace(/%../g, (t) => t.toLowerCase()),
  form: (s) => new URLSearchParams({ a: s }).toString(),
  html: (s) => s.replace(/[&<>"]/g, (c) => defined({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c])),
  'html in decimal references': (s) => [...s].map((c) => `&#${c.codePointAt(0)};`).join(''),
  'html in hexadecimal references': (s) => [...s].map((c) => `&#x${defined(c.codePointAt(0)).toString(16)};`).join(''),
  csv: (s) => `"${s.replaceAll('"', '""')}"`,
  base64: (s) => Buffer.from(s).toString('base64'),
  base64url: (s) => Buffer.from(s).toString('base64url'),
  'base64 of a header': (s) => Buffer.from(`Bearer ${s}`).toString('base64'),
  'base64 of a line': (s) => Buffer.from(`a: ${s};`).toString('base64'),
  'base64 of a sentence': (s) => Buffer.from(`sent ${s} off`).toString('base64'),
  'base64url behind two bytes': (s) => Buffer.from(`: ${s};`).toString('base64url'),
  hex: (s) => Buffer.from(s).toString('hex'),
  'hex in upper case': (s) => Buffer.from(s).toString('hex').toUpperCase(),
};
/** Base64 of more than the secret: what is left may hold bits of its first and last byte, and nothing readable. */
const NEIGHBOURED = /^base64 of|behind/;

describe('a reflected credential is blanked', () => {
  test.each(Object.entries(SPELLINGS))('in %s', (name, spell) => {
    const spelled = spell(SECRET);

    const blanked = secretMasker(bearer(SECRET)).text(`before ${spelled} after`);

    expect(blanked).toContain('[CREDENTIAL]');
    expect(blanked).toMatch(/^before .* after$/);
    expect(blanked).not.toContain('k3y');
    if (NEIGHBOURED.test(name)) expect(Buffer.from(blanked, 'base64').toString()).not.toContain('3y/');
  });

  test('whatever it is and wherever it stands', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'grapheme', minLength: 8, maxLength: 30 })
          .filter((s) => s.isWellFormed() && !/[\r\n]|^[\d.+\s-]*$/.test(s)),
        fc.constantFrom(...Object.keys(SPELLINGS)),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (secret, name, around) => {
          const blanker = secretMasker(bearer(secret));
          const text = around + defined(SPELLINGS[name])(secret) + around;
          expect(blanker.text(text)).toContain('[CREDENTIAL]');
          expect(blanker.hits).toBeGreaterThan(0);
        },
      ),
      { numRuns: rounds(500, 5_000) },
    );
  });

  test('with all other secrets of its credential, whichever of them begin alike', () => {
    const secret = fc
      .string({ unit: fc.constantFrom(...'aB3"/é +&%\\'), minLength: 8, maxLength: 16 })
      .filter((s) => /[^\d.+ -]/.test(s) && s.trim() === s);
    const spelling = fc.constantFrom(...Object.keys(SPELLINGS).filter((name) => !NEIGHBOURED.test(name)));
    fc.assert(
      fc.property(fc.array(fc.tuple(secret, spelling), { minLength: 2, maxLength: 4 }), (given) => {
        const masker = secretMasker({
          type: 'apiKeys',
          keys: given.map(([value], index) => ({ in: 'header', name: `x-${index}`, value })),
        });
        const text = given.map(([value, name]) => defined(SPELLINGS[name])(value)).join(' | ');

        const masked = masker.text(text);

        for (const [value, name] of given) expect(masked).not.toContain(defined(SPELLINGS[name])(value));
        expect(masker.hits).toBeGreaterThan(0);
      }),
      { numRuns: rounds(500, 5_000) },
    );
  });

  test('as user name and password, alone and as the pair on the wire', () => {
    const blanker = secretMasker({ type: 'basic', username: 'jo', password: 'pässword' });
    const pair = Buffer.from('jo:pässword').toString('base64');

    expect(blanker.text(`Basic ${pair} is jo:pässword with pässword`)).toBe(
      'Basic [CREDENTIAL] is [CREDENTIAL] with [CREDENTIAL]',
    );
  });

  test('as a header value with and without its scheme', () => {
    const blanker = secretMasker({ type: 'header', name: 'X-Key', value: 'Token abcdefgh12345678' });
    expect(blanker.text('Token abcdefgh12345678, abcdefgh12345678')).toBe('[CREDENTIAL], [CREDENTIAL]');
  });

  test('in binary data at its full length, so that the rest keeps its place', () => {
    const body = Buffer.concat([Buffer.from([0, 1]), Buffer.from('secret-token'), Buffer.from([2, 3])]);

    const blanked = secretMasker(bearer('secret-token')).bytes(body, { isText: false, isCut: false });

    expect(Buffer.from(blanked)).toEqual(
      Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(12, '*'), Buffer.from([2, 3])]),
    );
  });

  test('in binary data in wide characters', () => {
    const body = Buffer.concat([Buffer.from([0, 1]), Buffer.from('secret-token', 'utf16le'), Buffer.from([2])]);

    const blanked = secretMasker(bearer('secret-token')).bytes(body, { isText: false, isCut: false });

    expect(Buffer.from(blanked)).toEqual(Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(24, '*'), Buffer.from([2])]));
  });

  test('as a hexadecimal key in either case', () => {
    const key = '0B7c2E91-44aa-4f00-9c1D-8e6f00aa11bb';

    const blanker = secretMasker(bearer(key));

    expect(blanker.text(`${key.toLowerCase()} ${key.toUpperCase()}`)).toBe('[CREDENTIAL] [CREDENTIAL]');
  });

  test('in the names and types that a parser has lower-cased', () => {
    const blanker = secretMasker(bearer('Secret-Token'));

    expect(blanker.label('to https://secret-token.example')).toBe('to https://[CREDENTIAL].example');
    expect(blanker.label('image/Secret-Token')).toBe('image/[CREDENTIAL]');
    expect(blanker.label('Image/PNG')).toBe('Image/PNG');
  });

  test('also when the body is cut in the middle of it', () => {
    const blanked = secretMasker(bearer('secret-token')).bytes(Buffer.from('secret-token and secret-to'), {
      isText: true,
      isCut: true,
    });
    expect(Buffer.from(blanked).toString()).toBe('[CREDENTIAL] and ');

    const first = secretMasker(bearer('secret-token')).bytes(Buffer.from('and secret-to'), {
      isText: true,
      isCut: true,
    });
    expect(Buffer.from(first).toString()).toBe('and ');
  });
});

describe('a JSON answer that repeats a credential stays JSON', () => {
  const parts = fc.constantFrom('"', '\\', '\\"', '/', 'sk_live_', 'hunter22', '{', ':', 'u0041', '\n', ' ', 'é');
  const secrets = fc
    .array(parts, { minLength: 2, maxLength: 6 })
    .map((all) => all.join(''))
    .filter((secret) => /[a-z]/i.test(secret) && secret.trim() === secret && !/[\r\n]/.test(secret));
  const escaped = (text: string) =>
    `"${[...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

  test('whatever is in the credential, before and after it is read', () => {
    fc.assert(
      fc.property(secrets, secrets, fc.constantFrom(JSON.stringify, escaped), (password, other, written) => {
        const masker = secretMasker({ type: 'basic', username: other, password });
        const body = `{"key":${written(password)},"list":[${written(`x ${password}`)},"y",${written(other)}],"n":1}`;
        expect(JSON.parse(masker.text(body, { isJson: true }))).toHaveProperty('n', 1);
        const bytes = masker.bytes(Buffer.from(body), { isText: true, isCut: false });
        expect(JSON.parse(Buffer.from(bytes).toString())).toHaveProperty('n', 1);
      }),
      { numRuns: rounds(500, 5_000) },
    );
  });
  test('with a key that was entered with its quotes', () => {
    const masker = secretMasker(bearer('"sk_live_abc123"'));
    const text = masker.text('{"key":"sk_live_abc123","n":1}', { isJson: true });
    expect(JSON.parse(text)).toEqual({ key: '[CREDENTIAL]', n: 1 });
  });
});

describe('nothing else is blanked', () => {
  test('in texts without the secret', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const blanker = secretMasker(bearer('a-secret-that-is-not-there'));
        expect(blanker.text(text)).toBe(text);
        expect(Buffer.from(blanker.bytes(Buffer.from(text), { isText: true, isCut: false })).toString()).toBe(text);
      }),
    );
  });

  test('by a password so short that it would blank ordinary words', () => {
    const blanker = secretMasker({ type: 'basic', username: 'u', password: 'a' });

    expect(blanker.text('a banana')).toBe('a banana');
    expect(blanker.text(Buffer.from('u:a').toString('base64'))).toBe('[CREDENTIAL]');
  });

  test.each([
    [
      '1234',
      '{"id":1234,"count":12345,"pin":"1234","note":"call 1234"}',
      '{"id":"[CREDENTIAL]","count":12345,"pin":"[CREDENTIAL]","note":"call 1234"}',
    ],
    [
      'method',
      '{"method":"method","a":"a method","b":["method"]}',
      '{"method":"[CREDENTIAL]","a":"a method","b":["[CREDENTIAL]"]}',
    ],
    ['true', '{"a":true,"b":"true"}', '{"a":true,"b":"[CREDENTIAL]"}'],
    [
      '12345678',
      '{"id":12345678,"big":912345678,"x":"12345678"}',
      '{"id":"[CREDENTIAL]","big":912345678,"x":"[CREDENTIAL]"}',
    ],
    ['a/b"', '{"a":"a\\/b\\u0022","b":"Token a/b\\""}', '{"a":"[CREDENTIAL]","b":"[CREDENTIAL]"}'],
  ])('by the short or plain credential %j but whole values of JSON', (secret, before, after) => {
    // Act
    const blanker = secretMasker(bearer(secret));
    const bytes = Buffer.from(blanker.bytes(Buffer.from(before), { isText: true, isCut: false })).toString();

    // Assess
    expect(bytes).toBe(before);
    expect(blanker.text(before, { isJson: true })).toBe(after);
    expect(blanker.text('administrators, 912345678, methods')).toBe('administrators, 912345678, methods');
  });

  test('in JSON by more than the values that it stands in', () => {
    const key = 'k3y-7f00-a1b2-c3d4';

    const blanker = secretMasker(bearer(key));
    const text = JSON.stringify({ a: 'K3Y 7F00 A1B2 C3D4', b: ['k3y-7f00', '-a1b2-c3d4', 5], k3y: 1, c: `\n${key}` });

    expect(JSON.parse(blanker.text(text, { isJson: true }))).toEqual({
      a: '[CREDENTIAL]',
      b: ['[CREDENTIAL]', '[CREDENTIAL]', 5],
      k3y: 1,
      c: '\n[CREDENTIAL]',
    });
  });

  test('by an ordinary word, in another case or with something between', () => {
    const blanker = secretMasker(bearer('administrator'));

    expect(blanker.text('Administrator, ADMINISTRATOR, admini-strator')).toBe(
      'Administrator, ADMINISTRATOR, admini-strator',
    );
    expect(blanker.text('administrator')).toBe('[CREDENTIAL]');
  });

  test('without a credential', () => {
    expect(secretMasker(undefined).text('anything')).toBe('anything');
  });
});

describe('JSON stays JSON', () => {
  test.each([
    ['nabcdef123456', '{"a":"x\\nabcdef123456"}', '{"a":"x[CREDENTIAL]"}'],
    ['0041-abcdef', '{"a":"x\\u0041-abcdef"}', '{"a":"x[CREDENTIAL]"}'],
    ['u0041-abcdef', '{"a":"\\\\u0041-abcdef"}', '{"a":"\\\\[CREDENTIAL]"}'],
  ])('where the secret %s begins inside of an escape', (secret, document, masked) => {
    const masker = secretMasker(bearer(secret));

    const text = masker.text(document, { isJson: true });
    const bytes = Buffer.from(masker.bytes(Buffer.from(document), { isText: true, isCut: false })).toString();

    expect([text, bytes]).toEqual([masked, masked]);
  });

  test('for any secret of characters that escapes consist of', () => {
    const piece = fc.constantFrom('\\', '"', 'n', 'u', '0', '0041', 'b', '/', 'é', '\n', 'abcdef');
    const text = fc.array(piece, { minLength: 3, maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (secret, before, after, isEscaped) => {
        // Only digits are masked as a whole value alone.
        fc.pre(secret.length >= 8 && secret.trim() === secret && /\D/.test(secret));
        const plain = JSON.stringify({ a: `${before}${secret}${after}` });
        const document = isEscaped ? plain.replaceAll('é', '\\u00e9').replaceAll('/', '\\/') : plain;
        const masker = secretMasker(bearer(secret));

        const masked = masker.text(document, { isJson: true });
        const bytes = Buffer.from(masker.bytes(Buffer.from(document), { isText: true, isCut: false })).toString();

        for (const each of [masked, bytes]) expect(() => JSON.parse(each)).not.toThrow();
        expect(JSON.parse(masked).a).not.toContain(secret);
      }),
      { numRuns: rounds(500, 5_000) },
    );
  });
});
