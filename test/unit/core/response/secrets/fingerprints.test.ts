/** The fingerprints of a credential rule out no text that would be masked, in whatever spelling, and rule out ordinary answers. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  CREDENTIAL_KINDS,
  SINGLE_TYPES,
  type SingleAuthType,
} from '../../../../../core/model/credentialKinds/index.ts';
import { type Credential, secretsOf } from '../../../../../core/request/credential/index.ts';
import { Fingerprints } from '../../../../../core/response/secrets/fingerprints.ts';
import { secretMasker } from '../../../../../core/response/secrets/mask.ts';
import { SPELLINGS } from '../../../../attack/reflections.ts';
import { rounds } from '../../../../support/attack.ts';
import { defined } from '../../../../support/defined.ts';

const KEY = Uint32Array.of(0x9e3779b1, 0x85ebca77, 0xc2b2ae3d);
const RUNS = rounds(2_500, 20_000);

const of = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** As keys, tokens and passwords are made, and of what escapes and encodings consist of. */
const secret = fc
  .oneof(
    of(LETTERS, 1, 40),
    of(`${LETTERS}+/=`, 8, 60),
    of(`${LETTERS}-_.`, 8, 60),
    of('0123456789abcdef', 8, 40),
    of('0123456789', 1, 12),
    fc.uuid(),
    of(`${LETTERS}!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ `, 1, 24),
    of('bfnrtu0041\\"%&;#x/ Aé', 2, 20),
    fc
      .array(fc.constantFrom('planted', 'token', '-', '/', 'ü', '7f31', '%41', '\\n', '&amp;', '\\u0041', ' '), {
        minLength: 1,
        maxLength: 6,
      })
      .map((parts) => parts.join('')),
    fc.string({ unit: fc.constantFrom(...'aB7éÿŁ中Ａ７K\u0130😀'), minLength: 1, maxLength: 16 }),
  )
  .filter((text) => text.trim() === text && text !== '' && text.isWellFormed());

const apiKey = fc.record({ in: fc.constant('header' as const), name: fc.constant('x-key'), value: secret });
const signIn = { type: 'oauth2', tokenUrl: 'https://login.example/token', clientAuthentication: 'basic', body: 'form' };

/** A kind of texts alone, of which the secrets are searched for. */
const ofTexts = (type: SingleAuthType): fc.Arbitrary<Credential> => {
  const texts = Object.entries(CREDENTIAL_KINDS[type].fields).map(([name, field]) => {
    const isSecret = 'holds' in field && field.holds === 'secret';
    return [name, isSecret ? secret : fc.constant(field.form?.placeholder ?? 'jo')] as const;
  });
  return fc.record(Object.fromEntries(texts)).map((members) => ({ type, ...members }) as unknown as Credential);
};

/** Kinds whose secrets are made or sent in another way. */
const BY_HAND: { readonly [Type in SingleAuthType]?: fc.Arbitrary<Credential> } = {
  basic: fc
    .tuple(fc.oneof(fc.constant('ann@things.example'), secret), fc.oneof(fc.constant(''), secret))
    .map(([username, password]) => ({ type: 'basic', username, password })),
  header: secret.map((value) => ({ type: 'header', name: 'X-Key', value: `Token ${value}` })),
  apiKeys: fc.array(apiKey, { minLength: 1, maxLength: 3 }).map((keys) => ({ type: 'apiKeys', keys })),
  awsSigV4: fc.tuple(secret, secret).map(([secretAccessKey, sessionToken]) => ({
    type: 'awsSigV4',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey,
    sessionToken,
    region: 'eu-central-1',
    service: 's3',
  })),
  oauth2: fc
    .tuple(secret, secret)
    .map(
      ([accessToken, clientSecret]) =>
        ({ ...signIn, grant: 'clientCredentials', parameters: [], accessToken, clientSecret }) as Credential,
    ),
  digest: secret.map((password) => ({ type: 'digest', username: 'ann', password })),
  mutualTLS: fc.constant({
    type: 'mutualTLS',
    certificate: '',
    privateKey: '',
    facts: { subject: '', expiresAt: '' },
  } as Credential),
};
const KINDS = Object.fromEntries(SINGLE_TYPES.map((type) => [type, BY_HAND[type] ?? ofTexts(type)]));
const credential = fc.oneof(...Object.values(KINDS));

const unicode = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
/** How a single character may be written. */
const ESCAPES: ReadonlyArray<(char: string) => string> = [
  (char) => char,
  (char) => char,
  (char) => char,
  (char) => char.split('').map(unicode).join(''),
  percent,
  (char) => percent(char).toLowerCase(),
  (char) => `&#${char.codePointAt(0)};`,
  (char) => `&#x${defined(char.codePointAt(0)).toString(16)};`,
  (char) => ({ '"': '&quot;', '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&apos;' })[char] ?? char,
  (char) => `\\${char}`,
  (char) => json(char),
  (char) => json(json(char)),
  (char) => json(char.split('').map(unicode).join('')),
  (char) => (char === '"' ? '""' : char === ' ' ? '+' : char),
];

/** A whole secret, written in one way or with each character in another. */
const spelled = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...SPELLINGS).map(([, spell]) => spell(text)),
    fc.constantFrom(...ESCAPES).map((write) => [...text].map(write).join('')),
    fc
      .array(fc.nat(ESCAPES.length - 1), { minLength: text.length, maxLength: text.length })
      .map((ways) => [...text].map((char, at) => defined(ESCAPES[ways[at] ?? 0])(char)).join('')),
    fc
      .constantFrom(
        json,
        (s: string) => json(json(s)),
        encodeURIComponent,
        (s: string) => json(json(json(s))),
      )
      .map((write) => write(text)),
    fc.nat(2).map((shift) => Buffer.from(`${'ab: '.slice(0, shift)}${text};`).toString('base64')),
    fc.nat(2).map((shift) => Buffer.from(`${'ab: '.slice(0, shift)}${text};`).toString('base64url')),
  );

const around = fc.oneof(
  fc.string({ maxLength: 12 }),
  of('\\"%&#;u04xbn ', 0, 6),
  fc.constantFrom('', '"', '\\', '\\u', '\\u00', '%', '&#', '&', '\\\\', 'Bearer '),
);

const given = credential.chain((value) => {
  const secrets = secretsOf(value);
  return fc.record({
    credential: fc.constant(value),
    text: fc.tuple(
      around,
      secrets.length === 0 ? fc.constant('none') : fc.constantFrom(...secrets).chain(spelled),
      around,
    ),
    isWide: fc.boolean(),
    isJson: fc.boolean(),
  });
});

describe('the fingerprints of a credential', () => {
  test('change nothing of what is masked, whatever the credential and however it is written', () => {
    let masked = 0;
    let unknown = 0;
    fc.assert(
      fc.property(given, ({ credential, text, isWide, isJson }) => {
        // Prepare
        const known = new Fingerprints(credential, KEY);
        const plain = text.join('');
        const document = isJson ? JSON.stringify({ a: plain, b: text[1], n: 1 }) : plain;
        const body = isWide ? Buffer.from(document, 'utf16le') : Buffer.from(document);
        const results = (fingerprints?: Fingerprints) => {
          const masker = secretMasker(credential, fingerprints);
          return {
            text: masker.text(document, { isJson }),
            label: masker.label(plain),
            body: Buffer.from(masker.bytes(body, { isText: true, isCut: false })).toString('latin1'),
            binary: Buffer.from(masker.bytes(body, { isText: false, isCut: false })).toString('latin1'),
            cut: Buffer.from(masker.bytes(body.subarray(0, -2), { isText: true, isCut: true })).toString('latin1'),
            hits: masker.hits,
          };
        };

        // Act
        const withFingerprints = results(known);

        // Assess
        const without = results();
        expect(withFingerprints).toEqual(without);
        if (without.hits > 0) masked++;
        if (known.mayBeIn('')) unknown++;
      }),
      { numRuns: RUNS },
    );
    expect(masked).toBeGreaterThan(RUNS / 2);
    expect(unknown).toBeLessThan(RUNS / 4);
  }, 120_000);

  test.each([
    ['a key', { type: 'bearer', token: 'sk_test_51H8xQ2eZvKYlo2C9aBcDeFgHiJ' }],
    ['a password with signs', { type: 'basic', username: 'ann', password: 'pässwd-planted/7f31' }],
    ['a short password', { type: 'basic', username: 'key-51H8xQ2eZvKYlo2C9aB', password: 'x' }],
    ['a UUID', { type: 'header', name: 'X-Key', value: '0b7c2e91-44aa-4f00-9c1d-8e6f00aa11bb' }],
  ] satisfies [string, Credential][])('rule out an ordinary answer: %s', (_name, credential) => {
    const answer = JSON.stringify({
      id: 7,
      url: 'https://api.example.com/things?name=a%20b%2Fc&x=1',
      text: 'one\ntwo "three" <p>caf\u00e9 &amp; more &#39;</p>',
      digest: 'd41d8cd98f00b204e9800998ecf8427e',
      at: '2026-11-28T20:13:13Z',
    });

    const known = new Fingerprints(credential, KEY);

    expect([known.mayBeIn(answer), known.mayBeIn(JSON.stringify({ answer }))]).toEqual([false, false]);
  });

  test('of a credential without enough letters and digits rule out nothing', () => {
    expect(new Fingerprints({ type: 'bearer', token: '#!?*$-(){}[]' }, KEY).mayBeIn('anything')).toBe(true);
  });

  test('are numbers, which are others with another key', () => {
    const token = 'sk_test_51H8xQ2eZvKYlo2C9aBcDeFgHiJ';
    const keptWith = (key: Uint32Array) => Object.values(new Fingerprints({ type: 'bearer', token }, key)).map(asList);

    const [one, other] = [keptWith(KEY), keptWith(Uint32Array.of(1, 2, 3))];

    expect(one.flat().filter((value) => typeof value === 'string')).toEqual([]);
    expect(one.find((list) => list.length > 30 && list.length < 200)).not.toEqual(
      other.find((list) => list.length > 30 && list.length < 200),
    );
  });
});

const asList = (value: unknown): unknown[] =>
  value instanceof Set || value instanceof Uint8Array || value instanceof Uint32Array ? [...value] : [value];
