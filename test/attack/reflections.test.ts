/** A credential that its upstream sends back in any of these spellings, in any place of an answer, reaches no model. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Credential, checkCredential, withHeaders } from '../../core/request/credential/index.ts';
import { type AnswerPath, DIGEST_REALM, flat, startPath } from '../support/answerPath.ts';
import { defined } from '../support/defined.ts';
import { ACCESS_TOKEN, type Planted, plantedCredentials, REFRESH_TOKEN } from '../support/planted.ts';
import type { Reply } from '../support/upstream.ts';
import { SPELLINGS } from './reflections.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const line = (text: string): string => Buffer.from(text.replace(/\s+/g, ' ')).toString('latin1');

/** Where it stands. */
const PLACES: ReadonlyArray<readonly [name: string, reply: (text: string) => Reply]> = [
  ['text', (text) => ({ headers: { 'content-type': 'text/plain' }, body: `before ${text} after` })],
  ['a value of JSON', (text) => ({ headers: JSON_TYPE, body: JSON.stringify({ ok: 1, seen: text }) })],
  ['JSON in JSON', (text) => ({ headers: JSON_TYPE, body: JSON.stringify({ log: JSON.stringify({ seen: text }) }) })],
  ['an error', (text) => ({ status: 401, headers: JSON_TYPE, body: JSON.stringify({ error: `bad token ${text}` }) })],
  [
    'the text of an error',
    (text) => ({ status: 500, headers: { 'content-type': 'text/html' }, body: `<p>${text}</p>` }),
  ],
  ['a header', (text) => ({ headers: { ...JSON_TYPE, etag: line(text) }, body: '{}' })],
  ['a header of an empty answer', (text) => ({ status: 201, headers: { location: line(`/x?seen=${text}`) } })],
  ['a download', (text) => ({ headers: { 'content-type': 'application/octet-stream' }, body: `\0before ${text}` })],
];

/** What a reader makes of a text who knows what to look for: the letters alone. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** With what its base64 holds, also twice packed: governance writes its marks in the code in which it found a secret. */
const unpacked = (text: string, depth = 3): string =>
  depth === 0
    ? text
    : text +
      [...text.matchAll(/[\w+/-]{16,}/g)]
        .map(([code]) => unpacked(Buffer.from(code, 'base64').toString(), depth - 1))
        .join();

const TOKEN_URL = 'https://login.answers.example/token';
const OAUTH = checkCredential({
  type: 'oauth2',
  grant: 'clientCredentials',
  tokenUrl: TOKEN_URL,
  clientId: 'portcullis',
  clientSecret: 'cli51c0FFee01d2c4/b5e6+AA',
});

const REFRESHING = checkCredential({
  type: 'oauth2',
  grant: 'refreshToken',
  tokenUrl: TOKEN_URL,
  clientId: 'portcullis',
  refreshToken: 'giv51c0FFee01d2c4/b5e6+AA',
});
const EXCHANGED = checkCredential({
  type: 'oauth2',
  grant: 'password',
  tokenUrl: TOKEN_URL,
  username: 'ann',
  password: 'pwd51c0FFee01d2c4/b5e6+AA',
});

const SIGNS = `Sig5<1"c0'FF&ee01\\d2c4%b5e6+AA`;
const DIGEST = checkCredential({ type: 'digest', username: 'ann', password: 'Dig51c0FFee01d2c4/b5e6+AA' });
const PASSWORD_HASH = createHash('sha256').update(`ann:${DIGEST_REALM}:Dig51c0FFee01d2c4/b5e6+AA`).digest('hex');

const CREDENTIALS: ReadonlyArray<readonly [name: string, credential: Credential, secret: string]> = [
  ['a bearer token', { type: 'bearer', token: 'refl-3F8a01D2c4/+b5e6' }, 'refl-3F8a01D2c4/+b5e6'],
  [
    'a key in a header',
    { type: 'header', name: 'X-Api-Key', value: 'Key51c0FFee01d2c4b5e6AA' },
    'Key51c0FFee01d2c4b5e6AA',
  ],
  [
    'a key in the query',
    { type: 'apiKeys', keys: [{ in: 'query', name: 'key', value: 'Qry51c0FFee01d2c4/b5e6+AA' }] },
    'Qry51c0FFee01d2c4/b5e6+AA',
  ],
  [
    'a secret key of AWS',
    {
      type: 'awsSigV4',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'eu-central-1',
      service: 'execute-api',
    },
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  ],
  ['a password of HTTP Digest', DIGEST, 'Dig51c0FFee01d2c4/b5e6+AA'],
  ['its hash, which is as good', DIGEST, PASSWORD_HASH],
  [
    'a key beside a token',
    checkCredential({
      type: 'combined',
      parts: [{ type: 'apiKeys', keys: [{ in: 'query', name: 'key', value: 'Sev51c0FFee01d2c4/b5e6+AA' }] }, OAUTH],
    }),
    'Sev51c0FFee01d2c4/b5e6+AA',
  ],
  [
    'a sealed header beside a token',
    withHeaders({ type: 'bearer', token: 'refl-3F8a01D2c4/+b5e6' }, [
      { type: 'header', name: 'X-Sealed', value: 'Hdr51c0FFee01d2c4/b5e6+AA' },
    ]),
    'Hdr51c0FFee01d2c4/b5e6+AA',
  ],
  ['a client secret of OAuth 2', OAUTH, 'cli51c0FFee01d2c4/b5e6+AA'],
  ['the refresh token that an owner gave', REFRESHING, 'giv51c0FFee01d2c4/b5e6+AA'],
  ['a password that is exchanged for tokens', EXCHANGED, 'pwd51c0FFee01d2c4/b5e6+AA'],
  [
    'a password',
    { type: 'basic', username: 'ann', password: 'Bas51c0FFee01d2c4/b5e6+AA' },
    'Bas51c0FFee01d2c4/b5e6+AA',
  ],
  ['a password with signs that formats escape', { type: 'basic', username: 'ann', password: SIGNS }, SIGNS],
  ['an access token', OAUTH, ACCESS_TOKEN],
  ['a refresh token that was given with it', OAUTH, REFRESH_TOKEN],
];

describe.each(CREDENTIALS)('%s', (_name, credential, secret) => {
  let path: AnswerPath;
  beforeAll(async () => {
    path = await startPath({ credential });
  });
  afterAll(() => path?.close());

  test.each(SPELLINGS)('is blanked when it comes back as: %s', async (_spelling, spell) => {
    const spelled = spell(secret);
    for (const [place, reply] of PLACES) {
      const shown = flat(await path.answer(reply(spelled)));
      expect({ place, isShown: lettersOf(shown).includes(lettersOf(spelled)) }).toEqual({ place, isShown: false });
      expect({ place, isMarked: /\[CREDENTIAL\]|\[REDACTED|\*{8}/.test(unpacked(shown)) }).toEqual({
        place,
        isMarked: true,
      });
    }
  });

  test('leaves answers alone that do not hold it', async () => {
    const body = JSON.stringify({
      keys: ['key', 'refl', 51, '0FFee'],
      text: `${secret.slice(0, 8)} and ${secret.slice(9)}`,
    });
    expect(flat(await path.answer({ headers: JSON_TYPE, body }))).toBe(body);
  });
});

/** All kinds at once, because the spellings above are found in the same way whatever the credential. */
test('of a credential of every kind all that is sent is blanked in every place', async () => {
  // Prepare
  const planted: readonly Planted[] = await plantedCredentials(new URL(TOKEN_URL).hostname);
  const spell = new Map(SPELLINGS);
  const shown: object[] = [];

  // Act
  for (const { name, auth, sent } of planted) {
    const path = await startPath({ credential: checkCredential(auth) });
    for (const secret of sent) {
      for (const spelling of ['as it is', 'percent-encoded twice', 'base64 of base64']) {
        const spelled = defined(spell.get(spelling))(secret);
        for (const [place, reply] of PLACES) {
          const text = flat(await path.answer(reply(spelled)));
          if (lettersOf(text).includes(lettersOf(spelled))) shown.push({ name, secret, spelling, place });
        }
      }
    }
    await path.close();
  }

  // Assess
  expect(shown).toEqual([]);
});
