/** Tokens of the person who calls: for whom a sandbox asks, whose they are, and what it does with orders that name two people. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkCredential } from '../../../../core/request/credential/index.ts';
import type { AssertedPerson } from '../../../../core/request/credential/oauth2/assertedPerson.ts';
import { providerSubjectOf } from '../../../../core/request/credential/oauth2/assertedPerson.ts';
import { SERVER_HOLDER } from '../../../../core/request/credential/oauth2/storedTokens.ts';
import { SERVER } from '../../../support/bundles.ts';
import { createAuthority } from '../../../support/certificates.ts';
import { defined } from '../../../support/defined.ts';
import { type ExchangingServer, startExchangingServer } from '../../../support/exchangingServer.ts';
import { type Rig, startRig } from '../../../support/sandboxRig.ts';
import { tokenVault } from '../../../support/tokenStore.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const ISSUER = 'https://portcullis.example';
const AUDIENCE = 'https://orders.example';
const ANN: AssertedPerson = { id: 'ann-1', email: 'ann@corp.example' };
/** Nothing of it is read. */
const CIPHERTEXT = 'of.this.credential';

const vault = tokenVault();
let provider: ExchangingServer;
let rig: Rig;
beforeAll(async () => {
  const authority = await createAuthority();
  provider = await startExchangingServer({
    authority,
    host: 'login.exchange.example',
    issuer: ISSUER,
    publicKey,
    people: { 'ann@corp.example': 'ann' },
    audience: AUDIENCE,
  });
  const credential = checkCredential({
    type: 'oauth2',
    grant: 'tokenExchange',
    tokenUrl: provider.tokenUrl,
    issuer: ISSUER,
    privateKey,
    personClaim: 'email',
    parameters: [{ name: 'audience', value: AUDIENCE }],
  });
  rig = await startRig({ authority, credential, ciphertext: CIPHERTEXT, vault, others: [provider.upstream] });
});
beforeEach(() => {
  provider.answers = {};
  provider.instead = undefined;
});
afterAll(async () => {
  await rig?.close();
  await provider?.close();
});

const asked = async (holder: string, person?: AssertedPerson) => {
  const request = {
    kind: 'exchange',
    origin: rig.upstream.baseUrl,
    ciphertext: CIPHERTEXT,
    holder,
    ...(person && { person }),
    generation: 0,
    beginBefore: Date.now() + 10_000,
  } as Parameters<Rig['frames']>[0];
  return defined((await rig.frames(request)).at(-1));
};

describe('tokens of a person', () => {
  test('are asked for anew each time, and open in the name of that person alone', async () => {
    // Prepare
    const before = provider.asked.length;
    const frame = await asked('person:ann-1', ANN);
    await asked('person:ann-1', ANN);
    if (frame.frame !== 'tokens') throw new Error(JSON.stringify(frame));
    const call = (holder: string) =>
      rig.frames({
        kind: 'call',
        tool: 'get',
        arguments: {},
        ciphertext: CIPHERTEXT,
        tokens: { holder, sealed: frame.sealed },
      } as Parameters<Rig['frames']>[0]);

    // Act
    const own = defined((await call('person:ann-1')).at(-1));
    const others = [defined((await call('person:bob-1')).at(-1)), defined((await call(SERVER_HOLDER)).at(-1))];

    // Assess
    expect(provider.asked.length).toBe(before + 2);
    expect(own).toMatchObject({ frame: 'result', outcome: { isError: false } });
    expect(others).toEqual(Array(2).fill(expect.objectContaining({ frame: 'fault', code: 'credential_unavailable' })));
    expect(rig.upstream.requests).toHaveLength(1);
  });

  test.each<[string, string, AssertedPerson | undefined]>([
    ['held by somebody else', 'person:bob-1', ANN],
    ['held by all', SERVER_HOLDER, ANN],
    ['held by a connection token', 'token:tok_1', ANN],
    ['held by a person whom nobody names', 'person:ann-1', undefined],
  ])('are not asked for to be %s', async (_, holder, person) => {
    const before = provider.asked.length;

    const frame = await asked(holder, person);

    expect(frame).toMatchObject({ frame: 'fault', code: 'credential_invalid' });
    expect(provider.asked.length).toBe(before);
  });

  test.each<[string, string, AssertedPerson | undefined, string]>([
    ['for nobody', SERVER_HOLDER, undefined, 'oauth_person_needed'],
    [
      'for somebody without an address',
      'person:cem-1',
      { id: 'cem-1', providerSubject: 'cem' },
      'oauth_person_unknown',
    ],
  ])('are not asked for %s', async (_, holder, person, code) => {
    const before = provider.asked.length;

    const frame = await asked(holder, person);

    expect(frame).toMatchObject({ frame: 'refused', code });
    expect(provider.asked.length).toBe(before);
  });
});

describe('an exchange, as Keycloak answers it,', () => {
  const json = (body: object, status: number, headers: Readonly<Record<string, string>> = {}) => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const REFRESH_TOKEN = 'urn:ietf:params:oauth:token-type:refresh_token';

  test('gives an access token beside a refresh token, of which nothing is kept', async () => {
    // Prepare
    provider.answers = { issued_token_type: REFRESH_TOKEN, refresh_token: 'refresh-of-ann' };

    // Act
    const frame = await asked('person:ann-1', ANN);

    // Assess
    if (frame.frame !== 'tokens') throw new Error(JSON.stringify(frame));
    const of = {
      serverId: SERVER,
      origin: rig.upstream.baseUrl,
      ciphertext: CIPHERTEXT,
      holder: 'person:ann-1',
      tokenOrigin: new URL(provider.tokenUrl).origin,
    };
    const kept = JSON.parse(Buffer.from(await vault.openTokens(of, frame.sealed)).toString());
    expect(kept).toEqual({ accessToken: provider.issued.at(-1) });
  });

  test.each([
    ['alone', {}],
    ['twice', { access_token: 'refresh-of-ann', refresh_token: 'refresh-of-ann' }],
  ])('gives no access token with a refresh token %s', async (_, answers) => {
    provider.answers = { issued_token_type: REFRESH_TOKEN, ...answers };

    expect(await asked('person:ann-1', ANN)).toMatchObject({ frame: 'refused', code: 'oauth_token_unusable' });
  });

  test.each([
    ['a signature, a time or a person', 'invalid_token', 400],
    ['an issuer', 'invalid_issuer', 400],
    ['a client without the permission', 'access_denied', 403],
  ])('does not accept %s', async (_, error, status) => {
    provider.instead = json({ error }, status);

    expect(await asked('person:ann-1', ANN)).toMatchObject({ frame: 'refused', code: 'oauth_person_refused' });
  });

  test.each(['invalid_token', 'invalid_request'])(
    'says %s of a token that has ended by another clock',
    async (error) => {
      provider.instead = json({ error }, 400, { date: new Date(Date.now() + 3_600_000).toUTCString() });

      expect(await asked('person:ann-1', ANN)).toMatchObject({ frame: 'refused', code: 'oauth_clock_wrong' });
    },
  );
});

test.each([
  ['Company_00u1a2B3', '00u1a2B3'],
  ['CompanySaml_jo_doe@corp.example', 'jo_doe@corp.example'],
  ['3f0c9a52-1c5e-4a51-9d6b-0b6a3c1f7c11', undefined],
  ['_x', undefined],
  ['Company_', undefined],
])('the subject at the provider of %s', (username, subject) => {
  expect(providerSubjectOf(username)).toBe(subject);
});
