/** The form of a credential: what it asks for, what it sends, what it tells. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { checkCredential } from '../../../core/request/credential/index.ts';
import { withCertificateFile } from '../../../web/src/lib/certificate-file.ts';
import { type Credentials, NO_CREDENTIALS, withGrant } from '../../../web/src/lib/credential-form.ts';
import {
  authOf,
  credentialFaults,
  credentialsFor,
  fieldOfFault,
  secretsIn,
  shapeText,
} from '../../../web/src/lib/credentials.ts';
import { withKeyFile } from '../../../web/src/lib/key-file.ts';
import { OAUTH_PRESETS, presetOf, withPreset } from '../../../web/src/lib/oauth-presets.ts';

const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const formOf = (part: Partial<Credentials>): Credentials => ({ ...NO_CREDENTIALS, ...part });
const key = (name: string, value: string, place: 'query' | 'header' | 'cookie' = 'query') => ({
  in: place,
  name,
  value,
});

describe('a form is held back', () => {
  test.each([
    ['bearer', ['token']],
    ['basic', ['username', 'password']],
    ['header', ['headerName', 'value']],
    ['apiKeys', ['keys/0/name', 'keys/0/value']],
    ['awsSigV4', ['accessKeyId', 'secretAccessKey', 'region', 'service']],
    ['oauth2', ['tokenUrl', 'clientId', 'clientSecret']],
    ['digest', ['username', 'password']],
    ['mutualTLS', ['certificate', 'certificateKey']],
    ['combined', ['keys/0/name', 'keys/0/value', 'tokenUrl', 'clientId', 'clientSecret']],
    ['none', []],
  ] as const)('by missing fields of a %s credential', (type, fields) => {
    expect(Object.keys(credentialFaults(type, NO_CREDENTIALS))).toEqual([...fields]);
  });

  test('by a name that no header or cookie may have', () => {
    expect(credentialFaults('header', formOf({ headerName: 'X Api: Key', value: 'v' }))).toHaveProperty('headerName');

    const keys = [key('api key', 'v'), key('a b', 'v', 'cookie'), key('X-Key', 'v', 'header')];
    expect(Object.keys(credentialFaults('apiKeys', formOf({ keys })))).toEqual(['keys/1/name']);
  });
});

test('the credential goes out in the form that the API takes', () => {
  const pair = { accessKeyId: 'AKIA', secretAccessKey: 's', region: 'eu-west-1', service: 's3' };
  const given = formOf({
    token: 't',
    username: 'u',
    password: 'p',
    headerName: 'X-Key',
    value: 'v',
    keys: [key('k', 'q')],
    ...pair,
  });

  expect(authOf('bearer', given)).toEqual({ type: 'bearer', token: 't' });
  expect(authOf('basic', given)).toEqual({ type: 'basic', username: 'u', password: 'p' });
  expect(authOf('header', given)).toEqual({ type: 'header', name: 'X-Key', value: 'v' });
  expect(authOf('apiKeys', given)).toEqual({ type: 'apiKeys', keys: [key('k', 'q')] });
  expect(authOf('awsSigV4', given)).toEqual({ type: 'awsSigV4', ...pair });
  expect(authOf('awsSigV4', { ...given, sessionToken: 'x' })).toEqual({ type: 'awsSigV4', ...pair, sessionToken: 'x' });
  const roleArn = 'arn:aws:iam::123456789012:role/orders';
  const { region, service } = given;
  expect(authOf('awsSigV4', { ...given, awsIdentity: 'role', roleArn })).toEqual({
    type: 'awsSigV4',
    roleArn,
    region,
    service,
  });
  expect(credentialFaults('awsSigV4', { ...given, awsIdentity: 'role' })).toEqual({
    roleArn: 'Enter the ARN of the role.',
  });
  expect(authOf('none', given)).toEqual({ type: 'none' });
});

describe('a client certificate', () => {
  const pair = { certificate: 'C', certificateKey: 'K' };
  test('goes out as PEM, or as the file that holds it', () => {
    const file = formOf({ pkcs12: 'AAAA', pkcs12Name: 'a.p12', passphrase: 'p', ...pair });

    expect(authOf('mutualTLS', formOf(pair))).toEqual({ type: 'mutualTLS', certificate: 'C', privateKey: 'K' });
    expect(authOf('mutualTLS', file)).toEqual({ type: 'mutualTLS', pkcs12: 'AAAA', passphrase: 'p' });
    expect(credentialFaults('mutualTLS', file)).toEqual({});
    expect(secretsIn(formOf(pair))).toEqual(['K']);
  });

  test('fills the fields from a file, by what is in it', () => {
    const block = (label: string) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
    const text = `Bag Attributes\n${block('CERTIFICATE')}x${block('ENCRYPTED PRIVATE KEY')}${block('CERTIFICATE')}`;
    const bytes = (given: string) => new TextEncoder().encode(given);
    expect(withCertificateFile(NO_CREDENTIALS, 'a.pem', bytes(text))).toMatchObject({
      certificate: block('CERTIFICATE').repeat(2),
      certificateKey: block('ENCRYPTED PRIVATE KEY'),
    });

    const binary = withCertificateFile(
      formOf(pair),
      'a.p12',
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
    );
    expect(binary).toMatchObject({ pkcs12Name: 'a.p12', certificate: '', certificateKey: '' });
    expect([...Buffer.from(binary.pkcs12, 'base64')]).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
  });
});

test('several go out with the fields of each, and are filled in from what a document says of each', () => {
  const parts = [
    { type: 'apiKeys' as const, keys: [{ in: 'header' as const, name: 'X-Key' }] },
    { type: 'oauth2' as const, grant: 'clientCredentials' as const, tokenUrl: 'https://login.example.com/token' },
  ];
  const filled = credentialsFor({ type: 'combined', parts });
  expect(filled).toMatchObject({ parts: ['apiKeys', 'oauth2'], tokenUrl: 'https://login.example.com/token' });

  const typed = { ...filled, keys: [key('X-Key', 'v', 'header')], clientId: 'id', clientSecret: 's' };
  expect(authOf('combined', typed)).toEqual({
    type: 'combined',
    parts: [
      { type: 'apiKeys', keys: [key('X-Key', 'v', 'header')] },
      expect.objectContaining({ type: 'oauth2', clientId: 'id', clientSecret: 's' }),
    ],
  });
  expect(credentialFaults('combined', typed)).toEqual({});
});

describe('OAuth 2', () => {
  const given = formOf({
    tokenUrl: 'https://login.example.com/token',
    clientId: 'id',
    clientSecret: 's',
    refreshToken: 'r',
    username: 'u',
    password: 'p',
    issuer: 'i',
    privateKey: 'k',
    scope: ' ',
    parameters: 'audience=https://a.example.com/?x=1\n\n resource = urn:b ',
  });
  const common = { type: 'oauth2', tokenUrl: given.tokenUrl };
  const client = { clientId: 'id', clientSecret: 's' };
  const parameters = [
    { name: 'audience', value: 'https://a.example.com/?x=1' },
    { name: 'resource', value: 'urn:b' },
  ];

  test.each([
    ['clientCredentials', client],
    ['refreshToken', { ...client, refreshToken: 'r' }],
    ['password', { ...client, username: 'u', password: 'p' }],
    ['jwtBearer', { issuer: 'i', privateKey: 'k' }],
    ['githubApp', { issuer: 'i', privateKey: 'k' }],
  ] as const)('goes out with what its grant takes alone: %s', (grant, own) => {
    expect(authOf('oauth2', { ...given, grant })).toEqual({ ...common, grant, ...own, parameters });
    expect(credentialFaults('oauth2', { ...given, grant })).toEqual({});
  });

  test('tells when the client secret ends, unless there is none', () => {
    const ending = { ...given, grant: 'clientCredentials' as const, clientSecretExpiresAt: '2027-01-31' };

    expect(authOf('oauth2', ending)).toMatchObject({ clientSecret: 's', clientSecretExpiresAt: '2027-01-31' });
    expect(authOf('oauth2', { ...ending, clientSecret: '' })).not.toHaveProperty('clientSecretExpiresAt');
    expect(shapeText({ tokenUrl: given.tokenUrl, expiresAt: '2027-01-31T23:59:59.000Z' })).toContain(
      'client secret until 2027-01-31',
    );
  });

  test('signs who the client is in place of the secret, and sends the token where the API wants it', () => {
    const signed = {
      ...given,
      clientAuthentication: 'privateKeyJwt' as const,
      tokenHeader: 'X-Token',
      body: 'json' as const,
    };

    expect(authOf('oauth2', signed)).toEqual({
      ...common,
      grant: 'clientCredentials',
      clientAuthentication: 'privateKeyJwt',
      clientId: 'id',
      privateKey: 'k',
      tokenHeader: 'X-Token',
      body: 'json',
      parameters,
    });
    expect(Object.keys(credentialFaults('oauth2', { ...signed, privateKey: '' }))).toEqual(['privateKey']);
  });

  test('is held back by what its grant needs, and by parameters without a name', () => {
    const faults = (form: Partial<Credentials>) =>
      Object.keys(credentialFaults('oauth2', formOf({ tokenUrl: 'https://a.example.com', ...form })));

    expect(faults({ grant: 'refreshToken' })).toEqual(['clientId', 'refreshToken']);
    expect(faults({ grant: 'password' })).toEqual(['username', 'password']);
    expect(faults({ grant: 'jwtBearer' })).toEqual(['privateKey', 'issuer']);
    expect(faults({ grant: 'jwtBearer', issuer: 'i', privateKey: 'k', parameters: 'audience' })).toEqual([
      'parameters',
    ]);
  });

  test.each(OAUTH_PRESETS.map((preset) => [preset.name, preset] as const))('is filled in for %s', (_, preset) => {
    const typed = withPreset({ ...NO_CREDENTIALS, clientId: 'mine', clientSecret: 's' }, preset);
    const parts = /\{\w+\}/.test(preset.tokenUrl);
    expect(typed).toMatchObject({ clientId: 'mine', tokenUrl: preset.tokenUrl, grant: preset.grant });
    expect('tokenUrl' in credentialFaults('oauth2', typed)).toBe(parts);
    expect('parameters' in credentialFaults('oauth2', typed)).toBe(/=$/m.test(preset.parameters));
    expect(presetOf(typed)).toBe(preset);
    const filled = {
      ...typed,
      tokenUrl: preset.tokenUrl.replace(/\{\w+\}/, 'contoso'),
      authorizationUrl: preset.authorizationUrl.replace(/\{\w+\}/, 'contoso'),
    };
    expect(presetOf(filled)).toBe(preset);

    const given = {
      ...filled,
      parameters: preset.parameters.replaceAll(/=$/gm, '=x'),
      authorizationParameters: preset.authorizationParameters.replaceAll(/=$/gm, '=x'),
      refreshToken: 'r',
      issuer: preset.grant === 'authorizationCode' ? '' : 'i',
      privateKey: KEY,
    };
    expect(credentialFaults('oauth2', given)).toEqual({});
    expect(() => checkCredential(authOf('oauth2', given))).not.toThrow();
  });

  test('takes a key file of Google whole, and leaves other texts as they are', () => {
    const file = {
      private_key: '-----BEGIN PRIVATE KEY-----\nx',
      client_email: 'a@p.iam.gserviceaccount.com',
      token_uri: 'https://oauth2.googleapis.com/token',
      private_key_id: '7f31',
    };

    expect(withKeyFile(NO_CREDENTIALS, JSON.stringify(file))).toMatchObject({
      privateKey: file.private_key,
      issuer: file.client_email,
      tokenUrl: file.token_uri,
      keyId: '7f31',
    });
    for (const text of ['-----BEGIN', '{"private_key":', '{"a":1}'])
      expect(withKeyFile(given, text)).toEqual({ ...given, privateKey: text });
  });
});

test('what is known of a credential is filled in, and typed values stay', () => {
  const shape = { type: 'apiKeys' as const, keys: [{ in: 'query' as const, name: 'key' }] };
  const filled = credentialsFor(shape);

  const typed = { ...filled, keys: [key('key', 'typed')] };

  expect(filled.keys).toEqual([key('key', '')]);
  expect(credentialsFor(shape, typed)).toEqual(typed);
  expect(credentialsFor({ type: 'awsSigV4', region: 'eu-west-1', service: 's3' })).toMatchObject({
    region: 'eu-west-1',
  });
  expect(secretsIn(filled)).toEqual([]);
  expect(secretsIn(typed)).toEqual(['typed']);
});

test.each([
  [{ type: 'bearer' }, ''],
  [{ type: 'header', headerName: 'X-Key' }, 'X-Key'],
  [
    {
      type: 'apiKeys',
      keys: [
        { in: 'query', name: 'a' },
        { in: 'cookie', name: 'b' },
      ],
    },
    'a (query), b (cookie)',
  ],
  [{ type: 'awsSigV4', region: 'eu-west-1', service: 's3' }, 's3, eu-west-1'],
  [{ type: 'awsSigV4', roleArn: 'arn:a', region: 'eu-west-1', service: 's3' }, 's3, eu-west-1, as arn:a'],
  [{ type: 'oauth2', grant: 'password', tokenUrl: 'https://login.example.com/token' }, 'tokens from login.example.com'],
  [{ type: 'mutualTLS', subject: 'CN=a', expiresAt: '2027-01-02T00:00:00.000Z' }, 'CN=a, until 2027-01-02'],
  [{ type: 'combined', parts: [{ type: 'header', headerName: 'X-Key' }, { type: 'digest' }] }, 'X-Key + HTTP Digest'],
] as const)('%j is told as %j', (shape, text) => {
  expect(shapeText(shape)).toBe(text);
});

test.each([
  ['/auth/keys/0/name', 'keys/0/name'],
  ['/keys/1/value', 'keys/1/value'],
  ['/auth/name', 'headerName'],
  ['/auth/accessKeyId', 'accessKeyId'],
  ['/token', 'token'],
  ['/auth/parameters/0/name', 'parameters'],
  ['/auth/parts/0/keys/1/name', 'keys/1/name'],
  ['/auth/parts/1/clientId', 'clientId'],
  ['/auth/parts/1/type', 'parts/1'],
])('a fault at %s is shown at %s', (field, expected) => {
  expect(fieldOfFault(field)).toBe(expected);
});

test('a token exchange begins with the person who calls, and what was chosen or stored stays', () => {
  const begun = withGrant(NO_CREDENTIALS, 'tokenExchange');
  const back = withGrant(begun, 'clientCredentials');
  const chosen = withGrant(formOf({ grant: 'jwtBearer', personClaim: 'id' }), 'tokenExchange');
  const stored = credentialsFor({ type: 'oauth2', grant: 'tokenExchange' });

  expect([begun, back, chosen, stored].map(({ personClaim }) => personClaim)).toEqual(['email', 'none', 'id', 'none']);
});
