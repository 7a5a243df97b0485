/**
 * An independent authorization server (oidc-provider) behind a TLS upstream of its own host: client credentials, refresh tokens, the
 * authorization code that a person consents to, the password grant and assertions of RFC 7523. Its tokens are opaque, and it reports which
 * are still valid.
 */
import { createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import Provider, { errors, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import { MemoryAdapter } from '../../local/login/memory.ts';
import type { Authority } from './certificates.ts';
import { defined } from './defined.ts';
import { type RecordedRequest, startUpstream, type Upstream } from './upstream.ts';

export const CLIENT = { clientId: 'portcullis:test', clientSecret: 'secret/with+odd%characters:&and more' };
export const POST_CLIENT = { clientId: 'posting', clientSecret: 'posted-secret-83a1' };
/** Authenticates by assertions, with the RSA key of the server that was started last with one. */
export const SIGNING_CLIENT = { clientId: 'signing' };
/** Says who it is by a certificate of this name, of the authority that the server was started with. */
export const TLS_CLIENT = { clientId: 'by-certificate', name: 'orders.example' };
/** Sends people back to the dashboard of a stack, once it is told where that is (`registerConsenting`). */
export const CONSENTING_CLIENT = { clientId: 'consenting', clientSecret: 'consented-secret-5e77' };
/** The same without a secret. */
export const PUBLIC_CLIENT = { clientId: 'consenting-public' };
export const PERSON = { username: 'ann', password: 'pass word+1' };

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export interface AuthorizationServer {
  readonly upstream: Upstream;
  readonly tokenUrl: string;
  /** Number of token requests. */
  readonly asked: number;
  /** Issued access tokens, in order. */
  readonly issued: readonly string[];
  /** Refresh tokens that the token endpoint has issued, and those that it was sent. */
  readonly refreshTokens: readonly string[];
  readonly presented: readonly string[];
  /** If true, requests are carried out, and the connection is closed before their response. */
  losesAnswers: boolean;
  /** A refresh token of a person who has signed in. */
  refreshToken(): Promise<string>;
  /** Lets the consenting clients send people back to this address. */
  registerConsenting(redirectUri: string): Promise<void>;
  /** What a browser would bring back from this address after its person has decided. `narrow`: without the scope `write`. */
  consent(url: string, decision?: Decision): Promise<Readonly<Record<string, string>>>;
  /** Ends what people have consented to, as they may at a provider. */
  withdrawConsents(): Promise<void>;
  /** Whether it has issued this token and the token is still valid. */
  isGood(token: string): Promise<boolean>;
  /** Revokes a token early, as a provider may. */
  revoke(token: string): Promise<void>;
  /** A person withdraws a consent: no refresh token is good any more. */
  withdraw(): Promise<void>;
  /** From now on grants by assertion are judged by this key (PEM) alone. */
  takeAccountKey(publicKey: string): void;
  /** The same of the signing client's assertions. */
  takeClientKey(publicKey: string): Promise<void>;
  /** The person has another password. */
  takePassword(password: string): void;
  /** Answers the next requests instead; undefined ends that. */
  instead: Upstream['respond'] | undefined;
  close(): Promise<void>;
}

export type Decision = 'allow' | 'narrow' | 'deny';

export interface AuthorizationServerOptions {
  readonly host?: string;
  readonly authority?: Authority;
  /** Lifetime of access tokens in seconds. */
  readonly ttl?: number;
  /** PEM of the key whose assertions are accepted. */
  readonly publicKey?: string;
  /** Whether each refresh token is valid once and replaced with its use. */
  readonly rotates?: boolean;
}

/** Stored rather than configured: configuration is cloned into another realm than the test's, and then refused. */
const storeSigningClient = (publicKey: string): Promise<void> =>
  new MemoryAdapter('Client').upsert(SIGNING_CLIENT.clientId, {
    client_id: SIGNING_CLIENT.clientId,
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ ...createPublicKey(publicKey).export({ format: 'jwk' }), kid: 'k1' }] },
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    scope: 'read',
  });

const CERTIFICATE = 'x-client-certificate';
/** PEM, as the TLS upstream before it was shown. */
const certificateOf = (ctx: { get(name: string): string }): string | undefined => {
  const base64 = ctx.get(CERTIFICATE);
  return base64 === '' ? undefined : `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
};

export async function startAuthorizationServer({
  host = 'login.upstream.example',
  authority,
  ttl = 600,
  publicKey: firstKey,
  rotates = false,
}: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
  const issuer = `https://${host}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        grant_types: ['client_credentials', 'refresh_token', 'authorization_code', 'password'],
        redirect_uris: [`${issuer}/callback`],
        scope: 'openid offline_access read write',
      },
      {
        client_id: POST_CLIENT.clientId,
        client_secret: POST_CLIENT.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        scope: 'read',
      },
      {
        client_id: TLS_CLIENT.clientId,
        token_endpoint_auth_method: 'tls_client_auth',
        tls_client_auth_subject_dn: `CN=${TLS_CLIENT.name}`,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        scope: 'read',
      },
      {
        client_id: 'service@accounts.example',
        token_endpoint_auth_method: 'none',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    scopes: ['openid', 'offline_access', 'read', 'write'],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      mTLS: {
        enabled: true,
        tlsClientAuth: true,
        getCertificate: certificateOf,
        certificateAuthorized: (ctx) =>
          authority !== undefined &&
          new X509Certificate(certificateOf(ctx) ?? '').verify(new X509Certificate(authority.ca).publicKey),
        certificateSubjectMatches: (ctx, _, expected) =>
          new X509Certificate(certificateOf(ctx) ?? '').subject === expected,
      },
    },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt', 'tls_client_auth'],
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK] },
    adapter: MemoryAdapter,
    // The clocks of both sides may differ, and whole seconds are counted, so tokens live a few seconds longer than stated.
    ttl: {
      AccessToken: ttl + 3,
      ClientCredentials: ttl + 3,
      Grant: 3_600,
      RefreshToken: 3_600,
      Session: 3_600,
      Interaction: 3_600,
      IdToken: 3_600,
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    // Without rotation a refresh token stays the same, as at Google and Microsoft. With it, presenting a used one revokes everything
    // issued from it.
    rotateRefreshToken: rotates,
  });
  provider.proxy = true;
  let publicKey = firstKey;
  let { password: current } = PERSON;
  const ofPeople: string[] = [];
  if (publicKey !== undefined && createPublicKey(publicKey).asymmetricKeyType === 'rsa')
    await storeSigningClient(publicKey);
  const issued: string[] = [];
  const refreshTokens: string[] = [];
  const issue = async (ctx: KoaContextWithOIDC, accountId: string): Promise<void> => {
    const { client } = ctx.oidc;
    const grant = new provider.Grant({ accountId, clientId: defined(client).clientId });
    grant.addOIDCScope('openid read');
    const grantId = await grant.save();
    const token = new provider.AccessToken({
      accountId,
      client: defined(client),
      grantId,
      scope: 'read',
      gty: 'custom',
    });
    ctx.body = { access_token: await token.save(), token_type: 'Bearer', expires_in: ttl };
  };
  provider.registerGrantType(
    'password',
    async (ctx) => {
      const { username, password } = ctx.oidc.params as Record<string, string>;
      if (username !== PERSON.username || password !== current) throw new errors.InvalidGrant('wrong');
      await issue(ctx, username);
    },
    ['username', 'password', 'scope'],
  );
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { access_token?: unknown; refresh_token?: unknown } | undefined;
    if (ctx.path === '/token' && typeof body?.access_token === 'string') {
      issued.push(body.access_token);
      ctx.body = { ...body, expires_in: ttl };
    }
    if (ctx.path === '/token' && typeof body?.refresh_token === 'string') refreshTokens.push(body.refresh_token);
  });

  const grants: string[] = [];
  const answer = provider.callback();
  const inner: Server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    interaction(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  /** The page on which a person decides, and what comes of it. */
  async function interaction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      const button = (value: Decision, label: string) => `<button name="decision" value="${value}">${label}</button>`;
      const form = [button('allow', 'Allow'), button('narrow', 'Allow reading'), button('deny', 'Deny')].join('');
      const page = `<!doctype html><title>Consent</title><h1>Allow it?</h1><form method="post">${form}</form>`;
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }
    const { params } = await provider.interactionDetails(request, response);
    const decision = new URLSearchParams(await text(request)).get('decision') as Decision;
    if (decision === 'deny') {
      const refusal = { error: 'access_denied', error_description: 'planted-description-1f' };
      return provider.interactionFinished(request, response, refusal);
    }
    const grant = new provider.Grant({ accountId: 'ann', clientId: String(params['client_id']) });
    const scopes = String(params['scope'] ?? '').split(' ');
    const given = scopes.filter((scope) => decision === 'allow' || scope !== 'write');
    grant.addOIDCScope(given.join(' '));
    grant.rejectOIDCScope(scopes.filter((scope) => !given.includes(scope)).join(' '));
    const grantId = await grant.save();
    grants.push(grantId);
    await provider.interactionFinished(request, response, { login: { accountId: 'ann' }, consent: { grantId } });
  }
  await new Promise<void>((done) => inner.listen(0, '127.0.0.1', done));
  const at = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
  const forwarded = (
    target: string,
    { method, headers, body }: { method: string; headers: RecordedRequest['headers']; body?: Uint8Array },
    certificate = '',
  ) =>
    fetch(`${at}${target}`, {
      method,
      headers: [
        ...headers.filter(([name]) => /^(?:authorization|content-type|accept|cookie)$/i.test(name)),
        ['x-forwarded-proto', 'https'],
        ['x-forwarded-host', host],
        [CERTIFICATE, certificate],
      ] as Array<[string, string]>,
      redirect: 'manual',
      ...(method !== 'GET' && body !== undefined && { body: new Uint8Array(body) }),
    });
  const storeConsenting = (client: { clientId: string; clientSecret?: string }, redirectUri: string) =>
    new MemoryAdapter('Client').upsert(client.clientId, {
      client_id: client.clientId,
      ...(client.clientSecret === undefined
        ? { token_endpoint_auth_method: 'none' }
        : { client_secret: client.clientSecret }),
      // May be sent back to this machine by http, on any port (RFC 8252, section 7.3).
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [redirectUri],
      response_types: ['code'],
      scope: 'openid offline_access read write',
    });
  let asked = 0;
  const assertions = new Set<string>();

  const presented: string[] = [];
  let instead: Upstream['respond'] | undefined;
  let losesAnswers = false;
  const upstream = await startUpstream({
    host,
    ...(authority && { authority }),
    asksForCertificate: true,
    respond: async (request, socket) => {
      if (request.method === 'POST' && !request.target.startsWith('/interaction/')) asked++;
      if (instead !== undefined) return instead(request, socket);
      const form = new URLSearchParams(request.body.toString());
      presented.push(...form.getAll('refresh_token'));
      if (form.get('grant_type') === JWT_BEARER) return assertionAnswer(form.get('assertion') ?? '');
      const certificate = (socket as TLSSocket).getPeerCertificate().raw?.toString('base64') ?? '';
      const taken = await forwarded(request.target, request, certificate);
      if (losesAnswers) return { raw: '', end: 'close' };
      const location = taken.headers.get('location');
      return {
        status: taken.status,
        headers: {
          'content-type': taken.headers.get('content-type') ?? '',
          'set-cookie': taken.headers.getSetCookie(),
          ...(location !== null && { location }),
        },
        body: await taken.text(),
      };
    },
  });

  /** RFC 7523 section 3, by the key only; oidc-provider does not have this grant. */
  async function assertionAnswer(assertion: string) {
    const [head = '', claims = '', signature = ''] = assertion.split('.');
    const refused = { status: 400, headers: { 'content-type': 'application/json' }, body: '{"error":"invalid_grant"}' };
    if (publicKey === undefined || signature === '') return refused;
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const { alg } = read(head);
    const { iss, aud, exp, jti } = read(claims);
    const key = createPublicKey(publicKey);
    const options = alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
    const isRight =
      verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url')) &&
      aud === `${issuer}/token` &&
      Number(exp) * 1_000 > Date.now() &&
      !assertions.has(String(jti));
    assertions.add(String(jti));
    const client = await provider.Client.find(String(iss));
    if (!isRight || client === undefined) return refused;
    const token = new provider.ClientCredentials({ client, scope: 'read' });
    const value = await token.save();
    issued.push(value);
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: value, token_type: 'Bearer', expires_in: ttl }),
    };
  }

  const find = async (token: string) =>
    (await provider.ClientCredentials.find(token)) ?? (await provider.AccessToken.find(token));
  return {
    upstream,
    get instead() {
      return instead;
    },
    set instead(respond) {
      instead = respond;
    },
    get losesAnswers() {
      return losesAnswers;
    },
    set losesAnswers(loses) {
      losesAnswers = loses;
    },
    presented,
    refreshTokens,
    tokenUrl: `${issuer}/token`,
    get asked() {
      return asked;
    },
    issued,
    async refreshToken() {
      const client = await provider.Client.find(CLIENT.clientId);
      const grant = new provider.Grant({ accountId: 'ann', clientId: CLIENT.clientId });
      grant.addOIDCScope('openid offline_access read');
      const grantId = await grant.save();
      const token = new provider.RefreshToken({
        accountId: 'ann',
        client: defined(client),
        grantId,
        scope: 'openid offline_access read',
        gty: 'authorization_code',
      });
      const value = await token.save();
      ofPeople.push(value);
      return value;
    },
    async withdraw() {
      for (const token of [...ofPeople, ...refreshTokens]) await (await provider.RefreshToken.find(token))?.destroy();
    },
    takeAccountKey(key) {
      publicKey = key;
    },
    takeClientKey: storeSigningClient,
    takePassword(password) {
      current = password;
    },
    async registerConsenting(redirectUri) {
      await storeConsenting(CONSENTING_CLIENT, redirectUri);
      await storeConsenting(PUBLIC_CLIENT, redirectUri);
    },
    async consent(url, decision = 'allow') {
      const cookies = new Map<string, string>();
      let next = new URL(url);
      for (let step = 0; next.origin === issuer && step < 10; step++) {
        const isDecision = next.pathname.startsWith('/interaction/');
        const taken = await forwarded(next.pathname + next.search, {
          method: isDecision ? 'POST' : 'GET',
          headers: [
            ['cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')],
            ...(isDecision ? [['content-type', 'application/x-www-form-urlencoded'] as const] : []),
          ],
          ...(isDecision && { body: Buffer.from(`decision=${decision}`) }),
        });
        for (const cookie of taken.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        const location = taken.headers.get('location');
        if (location === null) throw new Error(`no way on from ${next.pathname}: ${await taken.text()}`);
        next = new URL(location, next);
      }
      return Object.fromEntries(next.searchParams);
    },
    async withdrawConsents() {
      for (const grantId of grants.splice(0)) {
        await new MemoryAdapter('AccessToken').revokeByGrantId(grantId);
        await new MemoryAdapter('RefreshToken').revokeByGrantId(grantId);
      }
    },
    async isGood(token: string) {
      const found = await find(token);
      return found?.isValid === true;
    },
    async revoke(token: string) {
      await (await find(token))?.destroy();
    },
    async close() {
      await upstream.close();
      await new Promise((done) => inner.close(done));
    },
  };
}
