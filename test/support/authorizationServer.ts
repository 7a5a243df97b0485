/**
 * An independent authorization server (oidc-provider) behind a TLS upstream of its own host: client credentials, refresh tokens, the
 * authorization code that a person consents to, the password grant, assertions of RFC 7523, and the installation tokens of a GitHub App.
 * Its tokens are opaque, and it reports which are still valid.
 */
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import Provider, { errors, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import { MemoryAdapter } from '../../local/login/memory.ts';
import { grantBySignature, type Keys } from './assertions.ts';
import {
  CLIENT,
  configuredClients,
  PERSON,
  SERVICE,
  storeCertifiedClient,
  storeConsentingClients,
  storeSigningClient,
  TLS_CLIENT,
} from './authorizationClients.ts';
import type { Authority } from './certificates.ts';
import { answerInteraction, type Decision, decide } from './consentPage.ts';
import { defined } from './defined.ts';
import { type RecordedRequest, startUpstream, type Upstream } from './upstream.ts';

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
  /** The query with which a browser comes back from this URL after the person with this account has decided. */
  consent(url: string, decision?: Decision, account?: string): Promise<Readonly<Record<string, string>>>;
  /** Ends what people have consented to, as they may at a provider. */
  withdrawConsents(): Promise<void>;
  /** Whether it has issued this token and the token is still valid. */
  isGood(token: string): Promise<boolean>;
  /** The person to whom this access token was issued. */
  personOf(token: string): Promise<string | undefined>;
  /** Revokes a token early, as a provider may. */
  revoke(token: string): Promise<void>;
  /** A person withdraws a consent: no refresh token is good any more. */
  withdraw(): Promise<void>;
  /** From now on grants by assertion are judged by this key (PEM) alone. */
  takeAccountKey(publicKey: string): void;
  /** The same of the JWTs of the GitHub App. */
  takeAppKey(publicKey: string): void;
  /** The same of the signing client's assertions. */
  takeClientKey(publicKey: string): Promise<void>;
  /** Added to the responses with an access token, as Salesforce does. */
  instanceUrl: string | undefined;
  /** The client that authenticates by its certificate has one for this name. */
  takeCertificateName(name: string): Promise<void>;
  /** The person has another password. */
  takePassword(password: string): void;
  /** Answers the next requests instead; undefined ends that. */
  instead: Upstream['respond'] | undefined;
  close(): Promise<void>;
}

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
    clients: configuredClients(issuer),
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
  const keys: { -readonly [Of in keyof Keys]: Keys[Of] } = { account: firstKey, app: firstKey };
  let { password: current } = PERSON;
  let instanceUrl: string | undefined;
  const ofPeople: string[] = [];
  if (firstKey !== undefined && createPublicKey(firstKey).asymmetricKeyType === 'rsa')
    await storeSigningClient(firstKey);
  await storeCertifiedClient(TLS_CLIENT.name);
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
      ctx.body = { ...body, expires_in: ttl, ...(instanceUrl !== undefined && { instance_url: instanceUrl }) };
    }
    if (ctx.path === '/token' && typeof body?.refresh_token === 'string') refreshTokens.push(body.refresh_token);
  });

  const grants: string[] = [];
  const answer = provider.callback();
  const inner: Server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    answerInteraction(provider, request, response, (grantId) => grants.push(grantId)).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  });
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
  let asked = 0;
  /** Ids of the assertions that were presented. */
  const used = new Set<string>();
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
      const bySignature = await grantBySignature(request, {
        keys,
        audience: `${issuer}/token`,
        used,
        ttl,
        serviceToken,
      });
      if (bySignature !== undefined) return bySignature;
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

  async function serviceToken(): Promise<string> {
    const client = defined(await provider.Client.find(SERVICE));
    const value = await new provider.ClientCredentials({ client, scope: 'read' }).save();
    issued.push(value);
    return value;
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
    get instanceUrl() {
      return instanceUrl;
    },
    set instanceUrl(url) {
      instanceUrl = url;
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
      keys.account = key;
    },
    takeAppKey(key) {
      keys.app = key;
    },
    takeClientKey: storeSigningClient,
    takeCertificateName: storeCertifiedClient,
    takePassword(password) {
      current = password;
    },
    registerConsenting: storeConsentingClients,
    consent: (url, decision = 'allow', account = 'ann') => decide(new URL(url), { decision, account }, forwarded),
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
    async personOf(token: string) {
      return (await provider.AccessToken.find(token))?.accountId;
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
