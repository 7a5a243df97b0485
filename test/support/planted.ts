/**
 * A credential of every kind for the suites that search for what has leaked: each text that may be seen nowhere has `planted` in it, or is
 * a line of a private key. `kindsOf` says what of the tables of core/request/credential a credential is, and `allKinds` what there is:
 * test/unit/core/request/planted.test.ts fails when a kind is missing here. Kinds of texts alone are planted by their definition.
 */
import { generateKeyPairSync } from 'node:crypto';
import type { KeyLocation } from '../../core/model/credential.ts';
import { CREDENTIAL_KINDS, SINGLE_TYPES, type SingleAuthType } from '../../core/model/credentialKinds/index.ts';
import { CLIENT_AUTHENTICATIONS, GRANTS } from '../../core/model/credentialKinds/limits.ts';
import { createAuthority } from './certificates.ts';
import { defined } from './defined.ts';
import type { RecordedRequest, Reply } from './upstream.ts';

/** A credential as the API takes it. */
export interface Auth {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Planted {
  readonly name: string;
  readonly auth: Auth;
  /** What of it, or of what is obtained with it, is sent to the API or the token endpoint, and masked if it comes back. */
  readonly sent: readonly string[];
  /** What never leaves the sandbox: lines of private keys. */
  readonly kept: readonly string[];
}

/** What `issuing` issues. */
export const ACCESS_TOKEN = 'acc-planted51c0FFee01d2c4/b5e6+AA';
export const REFRESH_TOKEN = 'ref-planted51c0FFee01d2c4/b5e6+AA';
export const INSTALLATION_TOKEN = 'ghs_planted51c0FFee01d2c4';

const json = (body: object, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const APP = '/app/installations/42/access_tokens';

/** A token endpoint that issues the same tokens to everybody. */
export const issuing = ({ target }: RecordedRequest): Reply =>
  target === APP
    ? json({ token: INSTALLATION_TOKEN, expires_at: new Date(Date.now() + 3_600_000).toISOString() }, 201)
    : json({ access_token: ACCESS_TOKEN, refresh_token: REFRESH_TOKEN, token_type: 'Bearer' });

/** A code as a provider gives it to a browser; `issuing` redeems any. */
export const CODE = 'code-planted-5a17';

const lineOf = (pem: string): string => defined(pem.split('\n')[2]);

/** @param tokenHost name of the host whose token endpoint is asked */
export async function plantedCredentials(tokenHost: string): Promise<readonly Planted[]> {
  const { cert, key } = await (await createAuthority('Clients')).issueClient('orders.example');
  const certificate = { type: 'mutualTLS', certificate: cert, privateKey: key };
  const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const signIn = { type: 'oauth2', tokenUrl: `https://${tokenHost}/token`, clientId: 'portcullis' };
  const clientSecret = 'secret/planted+:%41';
  const tokens = [ACCESS_TOKEN, REFRESH_TOKEN];
  const signing = [lineOf(privateKey)];
  const apiKey = (place: KeyLocation['in'], name: string) => ({ in: place, name, value: `${place}-planted-6e20/` });
  const keys = [apiKey('query', 'key'), apiKey('cookie', 'sid'), apiKey('header', 'X-App')];
  const valuesOf = (given: typeof keys) => given.map(({ value }) => value);
  const planted = (name: string, auth: Auth, sent: readonly string[], kept: readonly string[] = []) => ({
    name,
    auth,
    sent,
    kept,
  });
  const byHand = [
    planted('a password', { type: 'basic', username: 'jo', password: 'päss-planted/7f31' }, [
      'päss-planted/7f31',
      'jo:päss-planted/7f31',
    ]),
    ...keys.map((each) => planted(`a key in the ${each.in}`, { type: 'apiKeys', keys: [each] }, valuesOf([each]))),
    planted('several keys', { type: 'apiKeys', keys }, valuesOf(keys)),
    planted(
      'a key pair of AWS',
      {
        type: 'awsSigV4',
        accessKeyId: 'ASIAIOSFODNN7PLANTED',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYplantedKEY',
        sessionToken: 'session/planted+7f31==',
        region: 'eu-central-1',
        service: 'execute-api',
      },
      ['ASIAIOSFODNN7PLANTED', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYplantedKEY', 'session/planted+7f31=='],
    ),
    planted('a client certificate', certificate, [], [lineOf(key)]),
    planted('client credentials', { ...signIn, grant: 'clientCredentials', clientSecret }, [clientSecret, ...tokens]),
    planted(
      'client credentials in the body',
      { ...signIn, grant: 'clientCredentials', clientSecret, clientAuthentication: 'body' },
      [clientSecret, ...tokens],
    ),
    planted(
      'a client that signs',
      { ...signIn, grant: 'clientCredentials', clientAuthentication: 'privateKeyJwt', privateKey },
      tokens,
      signing,
    ),
    planted(
      'a client with a certificate at the token endpoint',
      {
        type: 'combined',
        parts: [certificate, { ...signIn, grant: 'clientCredentials', clientAuthentication: 'tls' }],
      },
      tokens,
      [lineOf(key)],
    ),
    planted(
      'a consent',
      { ...signIn, grant: 'authorizationCode', authorizationUrl: `https://${tokenHost}/authorize`, clientSecret },
      [clientSecret, ...tokens],
    ),
    planted('a refresh token', { ...signIn, grant: 'refreshToken', refreshToken: 'given/planted+3b88' }, [
      'given/planted+3b88',
      ...tokens,
    ]),
    planted(
      'a password for tokens',
      { ...signIn, grant: 'password', username: 'jo', password: 'pwd planted 7f31', clientSecret },
      ['pwd planted 7f31', clientSecret, ...tokens],
    ),
    planted(
      'a signed assertion',
      { type: 'oauth2', tokenUrl: signIn.tokenUrl, grant: 'jwtBearer', issuer: 'jo@accounts.example', privateKey },
      tokens,
      signing,
    ),
    planted(
      'a token exchange',
      {
        ...signIn,
        grant: 'tokenExchange',
        clientSecret,
        issuer: 'https://portcullis.example',
        privateKey,
        personClaim: 'email',
        // Suites that call with a connection token are no person.
        subject: 'service@accounts.example',
      },
      [clientSecret, ...tokens],
      signing,
    ),
    planted(
      'a GitHub App',
      { type: 'oauth2', grant: 'githubApp', tokenUrl: `https://${tokenHost}${APP}`, issuer: 'Iv23li', privateKey },
      [INSTALLATION_TOKEN],
      signing,
    ),
    planted(
      'keys, a certificate and tokens at once',
      {
        type: 'combined',
        parts: [{ type: 'apiKeys', keys }, certificate, { ...signIn, grant: 'clientCredentials', clientSecret }],
      },
      [...valuesOf(keys), clientSecret, ...tokens],
      [lineOf(key)],
    ),
  ];
  const known = new Set(byHand.flatMap(({ auth }) => kindsOf(auth)));
  return [...SINGLE_TYPES.filter((type) => !known.has(type)).map(plantedByDefinition), ...byHand];
}

/** A kind that has texts alone, each of which is sent as it is: its secrets are planted, all others have their examples. */
function plantedByDefinition(type: SingleAuthType): Planted {
  const { label, fields } = CREDENTIAL_KINDS[type];
  const sent: string[] = [];
  const members = Object.entries(fields).map(([name, field]) => {
    if ('holds' in field && field.holds === 'secret') {
      const text = `${type}/${name}-planted+7f31"`;
      sent.push(text);
      return [name, text];
    }
    return [name, field.form?.placeholder ?? 'jo'];
  });
  return { name: label, auth: { type, ...Object.fromEntries(members) }, sent, kept: [] };
}

const PLACES: Readonly<Record<KeyLocation['in'], true>> = { header: true, query: true, cookie: true };

/** All kinds of credentials, grants, ways in which a client authenticates, and places of keys. */
export const allKinds = (): string[] => [
  ...SINGLE_TYPES,
  'combined',
  ...GRANTS.map((grant) => `oauth2 ${grant}`),
  ...CLIENT_AUTHENTICATIONS.map((way) => `oauth2 by ${way}`),
  ...Object.keys(PLACES).map((place) => `apiKeys in ${place}`),
  'apiKeys, several',
];

/** Which of them a credential is; of a combination also those of its parts. */
export function kindsOf(auth: Auth): string[] {
  const { type } = auth;
  if (type === 'combined') return [type, ...(auth['parts'] as Auth[]).flatMap(kindsOf)];
  if (type === 'oauth2')
    return [type, `oauth2 ${auth['grant']}`, `oauth2 by ${auth['clientAuthentication'] ?? 'basic'}`];
  if (type !== 'apiKeys') return [type];
  const keys = auth['keys'] as { in: string }[];
  return [type, ...keys.map((key) => `apiKeys in ${key.in}`), ...(keys.length > 1 ? ['apiKeys, several'] : [])];
}

/** As few of these credentials as are together of all kinds that they are of; those of many kinds first. */
export function oneOfEachKind(planted: readonly Planted[]): readonly Planted[] {
  const seen = new Set<string>();
  return [...planted]
    .sort((one, other) => kindsOf(other.auth).length - kindsOf(one.auth).length)
    .filter(({ auth }) => {
      const before = seen.size;
      for (const kind of kindsOf(auth)) seen.add(kind);
      return seen.size > before;
    });
}
