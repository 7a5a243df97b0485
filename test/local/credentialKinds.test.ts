/**
 * Credentials of every kind on the running stack, from the API to an upstream that judges them: what it gets, what a client gets, and
 * what happens when the credential is replaced, ends, is revoked, and when the stack starts again. Afterwards no place on the disk, no log,
 * no answer and no error holds a part of one.
 */

import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withPem } from '../../core/api/pkcs12.ts';
import {
  APP,
  CLIENT,
  CONSENTING_CLIENT,
  PERSON,
  POST_CLIENT,
  SIGNING_CLIENT,
  TLS_CLIENT,
} from '../support/authorizationClients.ts';
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorizationServer.ts';
import { createAuthority } from '../support/certificates.ts';
import { defined } from '../support/defined.ts';
import { connect } from '../support/mcpClients.ts';
import { P12, P12_PASSPHRASE } from '../support/pkcs12.ts';
import { plainCall } from '../support/plainCall.ts';
import { type Auth, allKinds, kindsOf } from '../support/planted.ts';
import { expectedAuthorization } from '../support/sigV4.ts';
import { deploy, type HostedServer, type LocalStack, startStack } from '../support/stack.ts';
import { holding, storedTexts } from '../support/storedTexts.ts';
import { until } from '../support/until.ts';
import { type RecordedRequest, type Reply, startUpstream, type Upstream } from '../support/upstream.ts';

/** The credential that an owner gives first, and the one that takes its place. */
type Version = 0 | 1;
type Pair<Value> = readonly [Value, Value];

const KEY_PAIRS: Pair<{ accessKeyId: string; secretAccessKey: string }> = [
  { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  { accessKeyId: 'AKIAI44QH8DHBEXAMPLE', secretAccessKey: 'je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY' },
];
const LOGIN = 'https://login.upstream.example/token';
const BEARERS: Pair<string> = ['bearer-planted-7f31', 'bearer-planted-82c4'];
const QUERY_KEYS: Pair<string> = ['query/planted+7f31', 'query/planted+82c4'];
const COOKIES: Pair<string> = ['cookie-planted-7f31', 'cookie-planted-82c4'];
const HEADERS: Pair<string> = ['header-planted-7f31', 'header-planted-82c4'];
const PASSWORDS: Pair<string> = ['digest planted 7f31', 'digest planted 82c4'];
const NAMES: Pair<string> = ['orders.example', 'orders-next.example'];
const P12_FILES: Pair<string> = [P12.curve, P12.legacy];
const P12_NAMES: Pair<string> = ['ec client', 'rsa client'];
const NEXT_PASSWORD = 'next pass word+82c4';
const RSA = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as unknown as Pair<{
  privateKey: KeyObject;
  publicKey: KeyObject;
}>;
const privatePem = (version: Version) => RSA[version].privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = (version: Version) => RSA[version].publicKey.export({ type: 'spki', format: 'pem' }).toString();

const document = (securitySchemes: object, security: object[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Guarded', version: '1' },
    components: { securitySchemes },
    security,
    paths: {
      '/items': {
        get: {
          operationId: 'listItems',
          parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
          responses: {},
        },
        post: {
          operationId: 'addItem',
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
          },
          responses: {},
        },
      },
    },
  });

const { digest } = createRequire(import.meta.url)('http-auth') as {
  digest(
    options: object,
    checker: (user: string, done: (hash: string) => void) => void,
  ): {
    isAuthenticated(request: object, done: (result: { pass?: boolean }) => void): void;
    generateHeader(result: object): string;
  };
};
const digestHash = (password: string) => createHash('md5').update(`ann:things:${password}`).digest('hex');
/** The server side of http-auth, which counts its nonces. */
const digestPeers = PASSWORDS.map((password) =>
  digest({ realm: 'things', algorithm: 'MD5' }, (_, done) => done(digestHash(password))),
);
const askPeer = ({ method, target, headers }: RecordedRequest, version: Version): Promise<{ pass?: boolean }> =>
  new Promise((done) => {
    const given = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    defined(digestPeers[version]).isAuthenticated({ method, url: target, headers: given }, done);
  });

interface Kind {
  readonly kind: string;
  readonly schemes: object;
  readonly demand: object[];
  readonly suggested: object;
  readonly auth: (version: Version) => Auth | Promise<Auth>;
  readonly isRight: (request: RecordedRequest, socket: object, version: Version) => boolean | Promise<boolean>;
  /** Where the API is; one that asks for nothing but the credential unless it is said. */
  readonly at?: () => Upstream;
  /** What the API answers to who is wrong. */
  readonly refusal?: (request: RecordedRequest, version: Version) => Promise<Reply>;
  /** Of one that signs in: the first credential is good for no further token. */
  readonly end?: () => unknown;
  /** What a call is told then. */
  readonly code?: string;
  /** A person has to consent for the server. */
  readonly isConsented?: true;
  /** It can be tried before it is stored. */
  readonly isTriable?: true;
}

const bearerOf = ({ all }: RecordedRequest) => (all('authorization')[0] ?? '').replace(/^Bearer /, '');
const isSignedIn = (request: RecordedRequest) => login.isGood(bearerOf(request));
const certificateName = (socket: object) => (socket as TLSSocket).getPeerCertificate().subject.CN;
const flow = (name: string, more: object = {}) => ({
  login: { type: 'oauth2', flows: { [name]: { tokenUrl: LOGIN, scopes: {}, ...more } } },
});
const SIGN_IN = { demand: [{ login: [] }], isRight: isSignedIn };

const KINDS: readonly Kind[] = [
  {
    kind: 'a bearer token',
    schemes: { login: { type: 'http', scheme: 'bearer' } },
    demand: [{ login: [] }],
    suggested: { type: 'bearer' },
    auth: (version) => ({ type: 'bearer', token: BEARERS[version] }),
    isRight: (request, _, version) => bearerOf(request) === BEARERS[version],
  },
  {
    kind: 'keys in query, cookie and header at once',
    schemes: {
      key: { type: 'apiKey', in: 'query', name: 'api key' },
      sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
      app: { type: 'apiKey', in: 'header', name: 'X-App' },
    },
    demand: [{ key: [], sid: [], app: [] }],
    suggested: {
      type: 'apiKeys',
      keys: [
        { in: 'query', name: 'api key' },
        { in: 'cookie', name: 'sid' },
        { in: 'header', name: 'X-App' },
      ],
    },
    auth: (version) => ({
      type: 'apiKeys',
      keys: [
        { in: 'query', name: 'api key', value: QUERY_KEYS[version] },
        { in: 'cookie', name: 'sid', value: COOKIES[version] },
        { in: 'header', name: 'X-App', value: HEADERS[version] },
      ],
    }),
    isRight: (request, _, version) =>
      request.target.endsWith(`api%20key=${encodeURIComponent(QUERY_KEYS[version])}`) &&
      request.all('cookie')[0] === `sid=${COOKIES[version]}` &&
      request.all('x-app')[0] === HEADERS[version],
  },
  {
    kind: 'a signature of AWS',
    schemes: {
      aws: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-amazon-apigateway-authtype': 'awsSigv4' },
    },
    demand: [{ aws: [] }],
    suggested: { type: 'awsSigV4' },
    auth: (version) => ({
      type: 'awsSigV4',
      ...KEY_PAIRS[version],
      region: 'eu-central-1',
      service: 'execute-api',
    }),
    isRight: async ({ method, target, headers, body }, _, version) => {
      const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
      const request = {
        method,
        target,
        headers: given,
        host: given.get('host') ?? '',
        ...(body.length > 0 && { body }),
      };
      return given.get('authorization') === (await expectedAuthorization(request, KEY_PAIRS[version]));
    },
  },
  {
    kind: 'HTTP Digest',
    schemes: { login: { type: 'http', scheme: 'digest' } },
    demand: [{ login: [] }],
    suggested: { type: 'digest' },
    auth: (version) => ({ type: 'digest', username: 'ann', password: PASSWORDS[version] }),
    isRight: async (request, _, version) => (await askPeer(request, version)).pass === true,
    refusal: async (request, version) => ({
      status: 401,
      headers: {
        'www-authenticate': defined(digestPeers[version]).generateHeader(await askPeer(request, version)),
      },
    }),
  },
  {
    kind: 'a client certificate from a PKCS #12 file beside a key and a password',
    schemes: {
      tls: { type: 'mutualTLS' },
      app: { type: 'apiKey', in: 'header', name: 'X-App' },
      login: { type: 'http', scheme: 'basic' },
    },
    demand: [{ tls: [], app: [], login: [] }],
    suggested: {
      type: 'combined',
      parts: [{ type: 'apiKeys', keys: [{ in: 'header', name: 'X-App' }] }, { type: 'mutualTLS' }, { type: 'basic' }],
    },
    auth: (version) => ({
      type: 'combined',
      parts: [
        { type: 'header', name: 'X-App', value: HEADERS[version] },
        { type: 'mutualTLS', pkcs12: P12_FILES[version], passphrase: P12_PASSPHRASE },
        { type: 'basic', username: 'ann', password: PASSWORDS[version] },
      ],
    }),
    at: () => selfSigned,
    isRight: (request, socket, version) =>
      certificateName(socket) === P12_NAMES[version] &&
      request.all('x-app')[0] === HEADERS[version] &&
      request.all('authorization')[0] === `Basic ${Buffer.from(`ann:${PASSWORDS[version]}`).toString('base64')}`,
  },
  {
    kind: 'a key beside OAuth 2',
    schemes: { app: { type: 'apiKey', in: 'query', name: 'app' }, ...flow('clientCredentials') },
    demand: [{ app: [], login: [] }],
    suggested: {
      type: 'combined',
      parts: [
        { type: 'apiKeys', keys: [{ in: 'query', name: 'app' }] },
        { type: 'oauth2', grant: 'clientCredentials', tokenUrl: LOGIN },
      ],
    },
    auth: (version) => ({
      type: 'combined',
      parts: [
        { type: 'apiKeys', keys: [{ in: 'query', name: 'app', value: QUERY_KEYS[version] }] },
        {
          type: 'oauth2',
          grant: 'clientCredentials',
          tokenUrl: LOGIN,
          ...POST_CLIENT,
          clientAuthentication: 'body',
        },
      ],
    }),
    isRight: async (request, _, version) =>
      request.target.endsWith(`app=${encodeURIComponent(QUERY_KEYS[version])}`) && (await isSignedIn(request)),
  },
  {
    kind: 'a consent that somebody withdraws (OAuth 2, refresh tokens that are good for one use)',
    schemes: flow('authorizationCode', { authorizationUrl: 'https://login.upstream.example/auth' }),
    ...SIGN_IN,
    suggested: { type: 'oauth2', grant: 'authorizationCode', tokenUrl: LOGIN },
    auth: async () => ({
      type: 'oauth2',
      grant: 'refreshToken',
      tokenUrl: LOGIN,
      ...CLIENT,
      refreshToken: await login.refreshToken(),
    }),
    end: () => login.withdraw(),
    code: 'oauth_consent_ended',
  },
  {
    kind: 'a consent that is given in the dashboard (OAuth 2, authorization code)',
    schemes: flow('authorizationCode', { authorizationUrl: 'https://login.upstream.example/auth' }),
    ...SIGN_IN,
    suggested: {
      type: 'oauth2',
      grant: 'authorizationCode',
      tokenUrl: LOGIN,
      authorizationUrl: 'https://login.upstream.example/auth',
    },
    auth: () => ({
      type: 'oauth2',
      grant: 'authorizationCode',
      tokenUrl: LOGIN,
      authorizationUrl: 'https://login.upstream.example/auth',
      authorizationParameters: [{ name: 'prompt', value: 'consent' }],
      scope: 'openid offline_access read',
      ...CONSENTING_CLIENT,
    }),
    end: () => login.withdrawConsents(),
    code: 'oauth_consent_ended',
    isConsented: true,
  },
  {
    kind: 'a client whose certificate is replaced (OAuth 2, mutual TLS at the token endpoint)',
    schemes: { tls: { type: 'mutualTLS' }, ...flow('clientCredentials') },
    demand: [{ tls: [], login: [] }],
    suggested: {
      type: 'combined',
      parts: [{ type: 'mutualTLS' }, { type: 'oauth2', grant: 'clientCredentials', tokenUrl: LOGIN }],
    },
    auth: (version) => {
      const { cert, key } = clients[version];
      const signIn = { type: 'oauth2', grant: 'clientCredentials', tokenUrl: LOGIN, clientId: TLS_CLIENT.clientId };
      return {
        type: 'combined',
        parts: [
          { type: 'mutualTLS', certificate: cert, privateKey: key },
          { ...signIn, clientAuthentication: 'tls' },
        ],
      };
    },
    at: () => closed,
    isRight: async (request, socket, version) =>
      certificateName(socket) === NAMES[version] && (await isSignedIn(request)),
    end: () => login.takeCertificateName(NAMES[1]),
    code: 'oauth_client_refused',
  },
  {
    kind: 'an App whose key is replaced (OAuth 2, GitHub)',
    schemes: { login: { type: 'http', scheme: 'bearer' } },
    ...SIGN_IN,
    suggested: { type: 'bearer' },
    auth: (version) => ({
      type: 'oauth2',
      grant: 'githubApp',
      tokenUrl: LOGIN.replace('/token', APP.path),
      issuer: APP.issuer,
      privateKey: privatePem(version),
    }),
    end: () => login.takeAppKey(publicPem(1)),
    code: 'oauth_client_refused',
    isTriable: true,
  },
  {
    kind: 'a password that is changed (OAuth 2)',
    schemes: flow('password'),
    ...SIGN_IN,
    suggested: { type: 'oauth2', grant: 'password', tokenUrl: LOGIN },
    auth: (version) => ({
      type: 'oauth2',
      grant: 'password',
      tokenUrl: LOGIN,
      ...CLIENT,
      username: PERSON.username,
      password: [PERSON.password, NEXT_PASSWORD][version],
    }),
    end: () => login.takePassword(NEXT_PASSWORD),
    code: 'oauth_grant_refused',
    isTriable: true,
  },
  {
    kind: 'a client whose signing key is replaced (OAuth 2, private_key_jwt)',
    schemes: flow('clientCredentials'),
    ...SIGN_IN,
    suggested: { type: 'oauth2', grant: 'clientCredentials', tokenUrl: LOGIN },
    auth: (version) => ({
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: LOGIN,
      ...SIGNING_CLIENT,
      clientAuthentication: 'privateKeyJwt',
      privateKey: privatePem(version),
    }),
    end: () => login.takeClientKey(publicPem(1)),
    code: 'oauth_client_refused',
    isTriable: true,
  },
  {
    kind: 'an account whose key is replaced (OAuth 2, signed assertions)',
    schemes: flow('clientCredentials'),
    ...SIGN_IN,
    suggested: { type: 'oauth2', grant: 'clientCredentials', tokenUrl: LOGIN },
    auth: (version) => ({
      type: 'oauth2',
      grant: 'jwtBearer',
      tokenUrl: LOGIN,
      issuer: 'service@accounts.example',
      privateKey: privatePem(version),
    }),
    end: () => login.takeAccountKey(publicPem(1)),
    code: 'oauth_grant_refused',
    isTriable: true,
  },
  {
    kind: 'an account whose key is replaced (OAuth 2, token exchange)',
    schemes: flow('clientCredentials'),
    ...SIGN_IN,
    suggested: { type: 'oauth2', grant: 'clientCredentials', tokenUrl: LOGIN },
    auth: (version) => {
      // The account before it has replaced its key already.
      if (version === 0) login.takeAccountKey(publicPem(0));
      return {
        type: 'oauth2',
        grant: 'tokenExchange',
        tokenUrl: LOGIN,
        issuer: 'service@accounts.example',
        privateKey: privatePem(version),
      };
    },
    end: () => login.takeAccountKey(publicPem(1)),
    code: 'oauth_grant_refused',
    isTriable: true,
  },
];

let open: Upstream;
/** Of those that talk to nobody without a certificate: of an authority, and of one that issued itself. */
let closed: Upstream;
let selfSigned: Upstream;
let clients: Pair<{ cert: string; key: string }>;
/** How requests are answered, by the first segment of their path: each kind has an API of its own. */
const judges = new Map<string, Upstream['respond']>();
const respond: Upstream['respond'] = (request, socket) =>
  judges.get(request.target.split('/')[1] ?? '')?.(request, socket) ?? { status: 404 };
let login: AuthorizationServer;
let stack: LocalStack;
const startAll = (data?: string) =>
  startStack({
    upstreams: [open, closed, selfSigned, login.upstream],
    // What is measured and traced is searched for secrets as well.
    flags: ['metrics=tool', 'traces=xray', 'traceSampling=1'].flatMap((setting) => ['--context', setting]),
    ...(data !== undefined && { data }),
  });
beforeAll(async () => {
  const authority = await createAuthority('Clients');
  clients = [await authority.issueClient(NAMES[0]), await authority.issueClient(NAMES[1])];
  open = await startUpstream({ host: 'api.guarded.example', respond });
  closed = await startUpstream({ host: 'api.closed.example', clientCa: authority.ca, respond });
  const certificates = P12_FILES.map((file) => String(pemOf(file)['certificate']));
  selfSigned = await startUpstream({ host: 'api.selfsigned.example', clientCa: certificates.join('\n'), respond });
  login = await startAuthorizationServer({ authority, ttl: 2, rotates: true, publicKey: publicPem(0) });
  stack = await startAll();
  await login.registerConsenting(`${stack.edgeUrl}/connect/callback`);
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await login?.close();
  await Promise.all([open, closed, selfSigned].map((each) => each?.close()));
});

const pemOf = (pkcs12: string): Record<string, unknown> =>
  withPem({ type: 'mutualTLS', pkcs12, passphrase: P12_PASSPHRASE });

/** What everybody was told of every kind, and each server as it stood last. */
const told: string[] = [];
const hosted: Array<{ readonly kind: string; readonly auth: Auth; readonly server: HostedServer }> = [];

/** An API that wants this version of the credential, and tells everything that it was asked with. */
const judging =
  ({ isRight, refusal }: Kind, versionNow: () => Version): Upstream['respond'] =>
  async (request, socket): Promise<Reply> => {
    const version = versionNow();
    const reflected = { asked: request.target, with: request.headers };
    const json = { 'content-type': 'application/json' };
    if (await isRight(request, socket, version)) return { headers: json, body: JSON.stringify(reflected) };
    return refusal ? refusal(request, version) : { status: 401, headers: json, body: JSON.stringify(reflected) };
  };

/** Whether a call was an error, by a client that knows nothing of sessions. */
async function failed({ mcpUrl }: HostedServer): Promise<boolean> {
  const { pathname } = new URL(mcpUrl);
  const text = await (await plainCall(`${stack.edgeUrl}${pathname}`, 'listItems')).text();
  told.push(text);
  return !/"result"/.test(text) || /"isError":true/.test(text);
}

/** A person consents for a server, as the dashboard leads them. */
async function consent({ serverId }: HostedServer): Promise<void> {
  const begun = await stack.api<{ authorizationUrl: string }>('POST', `/v1/servers/${serverId}/consents`);
  await stack.api('POST', '/v1/consents', await login.consent(begun.authorizationUrl));
}

const note = async <T>(answer: Promise<T>): Promise<T> => {
  told.push(JSON.stringify(await answer));
  return answer;
};

describe.each(KINDS)('$kind', (each) => {
  const { kind, schemes, demand, suggested, auth, at = () => open, end, code, isTriable, isConsented } = each;

  test('is suggested by the document, used, replaced when it is good no more, and seen by nobody else', async () => {
    // Prepare
    const source = { kind: 'openapi', document: document(schemes, demand) };
    const upstream = at();
    const given = await auth(0);
    let version: Version = 0;
    const segment = `api${KINDS.indexOf(each)}`;
    judges.set(
      segment,
      judging(each, () => version),
    );

    // Act
    const preview = await stack.api<{ auth: { suggested: object } }>('POST', '/v1/specs/preview', {
      document: source.document,
    });
    const server = await deploy(stack, { source, baseUrl: `${upstream.baseUrl}/${segment}`, auth: given });
    const path = `/v1/servers/${server.serverId}`;
    if (isConsented) await consent(server);
    const client = await connect(server.mcpUrl);
    const read = await note(client.call('listItems', { q: 'a b' }));
    const written = await note(client.call('addItem', { name: 'ä' }));
    await client.close();
    const view = await note(stack.api<{ auth: object }>('GET', path));
    const tools = await stack.api<{ items: { id: string; name: string }[] }>('GET', `${path}/tools`);
    const id = tools.items.find(({ name }) => name === 'listItems')?.id;
    await note(stack.api('POST', `${path}/tools/${id}/try`, { arguments: { q: '1' } }));
    // An access token that is revoked before its time is replaced by nobody's doing.
    const revoked = bearerOf(defined(upstream.requests.at(-1)));
    if (login.issued.includes(revoked)) await login.revoke(revoked);
    const afterRevocation = await failed(server);
    const trial = () => stack.api('POST', '/v1/credentials/check', { auth: given });
    const triedBefore = isTriable && (await note(trial()));
    await end?.();
    const triedAfter = isTriable && (await note(trial()));
    version = 1;
    if (login.issued.includes(bearerOf(defined(upstream.requests.at(-1)))))
      await login.revoke(bearerOf(defined(upstream.requests.at(-1))));
    const whenEnded = await failed(server);
    const checked = await note(
      stack.api<{ items: { works: boolean; code?: string }[] }>('POST', `${path}/credentials/check`),
    );
    const next = await auth(1);
    await stack.api('PUT', `${path}/credentials`, next);
    if (isConsented) await consent(server);
    await until(async () => !(await failed(server)));
    const audit = await note(stack.api<{ items: { errorCode?: string }[] }>('GET', `${path}/audit`));
    hosted.push({ kind, auth: next, server });

    // Assess
    expect(preview.auth.suggested).toMatchObject(suggested);
    expect([read.isError ?? false, written.isError ?? false]).toEqual([false, false]);
    expect(afterRevocation).toBe(false);
    expect(whenEnded).toBe(true);
    expect([triedBefore, triedAfter]).toEqual(
      isTriable ? [{ works: true }, expect.objectContaining({ works: false, code })] : [undefined, undefined],
    );
    expect(checked.items).toEqual([
      expect.objectContaining(code === undefined ? { works: true } : { works: false, code }),
    ]);
    expect(audit.items.map(({ errorCode }) => errorCode)).toContain(code ?? 'upstream_status');
    expect(view.auth).toMatchObject({ type: given.type });
  }, 120_000);
});

/** How many cold sandboxes are called at once. */
const AT_ONCE = 5;

test('after a restart, with every access token at its end, each is called as before', async () => {
  told.push(await stack.output());
  await stack.kill();
  stack = await startAll(stack.data);

  const failures: string[] = [];
  for (let from = 0; from < hosted.length; from += AT_ONCE) {
    const calls = hosted.slice(from, from + AT_ONCE).map(async ({ kind, server }) => {
      if (await failed(server)) failures.push(kind);
    });
    await Promise.all(calls);
  }

  expect(hosted).toHaveLength(KINDS.length);
  expect([...new Set(hosted.flatMap(({ auth }) => kindsOf(auth)))].sort()).toEqual(allKinds().sort());
  expect(failures).toEqual([]);
}, 180_000);

test('no place of the stack, no answer and no error holds a part of any of them', async () => {
  const kept = [...storedTexts(stack.data), await stack.output(), ...told];
  expect(kept.some((text) => text.includes('"name":"tools/call'))).toBe(true);
  expect(holding(kept, secrets())).toEqual([]);
});

/** Of a key in PEM form its first line is enough. */
const lineOf = (pem: string) => pem.split('\n')[1] ?? '';

const secrets = () => [
  ...[BEARERS, QUERY_KEYS, COOKIES, HEADERS, PASSWORDS, P12_FILES].flat(),
  ...KEY_PAIRS.map(({ secretAccessKey }) => secretAccessKey),
  ...PASSWORDS.map(digestHash),
  ...clients.map(({ key }) => lineOf(key)),
  ...P12_FILES.map((file) => lineOf(String(pemOf(file)['privateKey']))),
  lineOf(privatePem(0)),
  lineOf(privatePem(1)),
  P12_PASSPHRASE,
  CLIENT.clientSecret,
  POST_CLIENT.clientSecret,
  CONSENTING_CLIENT.clientSecret,
  PERSON.password,
  NEXT_PASSWORD,
  ...login.issued,
  ...login.refreshTokens,
  ...login.presented,
];
