/**
 * The identity provider of an owner for tests: oidc-provider, an independent OpenID provider, behind a TLS upstream. One person signs in by
 * asking for it. What it says can be falsified, as a hostile or a broken provider would.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importPKCS8, SignJWT } from 'jose';
import Provider, { type JWK } from 'oidc-provider';
import { MemoryAdapter } from '../../local/login/memory.ts';
import { type RecordedRequest, startUpstream, type Upstream } from './upstream.ts';

export const PROVIDER_CLIENT = 'portcullis';
export const PROVIDER_SECRET = 'planted-client-secret-5b1e9c';

export interface OwnProvider {
  readonly upstream: Upstream;
  readonly issuer: string;
  /** The groups of the person from now on; undefined: the provider leaves the claim out. */
  groups: readonly string[] | undefined;
  /** Replaces the claims of the next ID token, which is signed with the provider's key. */
  falsified: Readonly<Record<string, unknown>> | undefined;
  /** Signs the next ID token with a key that the provider does not publish. */
  isForeignKey: boolean;
  /** Signs the person in at this address of the provider; resolves to where the browser is sent back. */
  signIn(url: string): Promise<string>;
  close(): Promise<void>;
}

/** @param redirectUri where it may send people back to; known only when the login runs */
export async function startOwnProvider(redirectUri: () => string): Promise<OwnProvider> {
  const issuer = 'https://idp.example';
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...key.privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' } as JWK;
  const state = {
    groups: [] as OwnProvider['groups'],
    falsified: undefined as OwnProvider['falsified'],
    isForeignKey: false,
  };
  const provider = new Provider(issuer, {
    clients: [],
    jwks: { keys: [jwk] },
    adapter: MemoryAdapter,
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@corp.example`,
        email_verified: true,
        name: id,
        ...(state.groups && { groups: [...state.groups] }),
      }),
    }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: PROVIDER_CLIENT,
        accountId: String(ctx.oidc.session?.accountId),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  provider.proxy = true;
  const inner = createServer((request, response) => {
    const path = request.url ?? '';
    if (!path.startsWith('/interaction/')) return void provider.callback()(request, response);
    const options = { mergeWithLastSubmission: false };
    void provider.interactionFinished(request, response, { login: { accountId: 'ann' } }, options);
  });
  await new Promise<void>((done) => inner.listen(0, '127.0.0.1', done));
  const port = (inner.address() as AddressInfo).port;

  /** The request at the provider itself, as the reverse proxy before it would pass it on. */
  const pass = async ({
    method,
    target,
    headers,
    body,
  }: Pick<RecordedRequest, 'method' | 'target' | 'headers' | 'body'>) => {
    const passed = headers.filter(([name]) => !/^(host|connection|content-length)$/i.test(name));
    const response = await fetch(`http://127.0.0.1:${port}${target}`, {
      method,
      headers: [
        ...passed.map(([name, value]) => [name, value] as [string, string]),
        ['x-forwarded-proto', 'https'],
        ['x-forwarded-host', 'idp.example'],
      ],
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    return { response, text: await response.text() };
  };
  const falsify = async (text: string): Promise<string> => {
    const { falsified, isForeignKey } = state;
    if (falsified === undefined && !isForeignKey) return text;
    Object.assign(state, { falsified: undefined, isForeignKey: false });
    const answer = JSON.parse(text) as { id_token: string };
    const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1] ?? '', 'base64url').toString());
    const pem = (isForeignKey ? foreign : key).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const signed = new SignJWT({ ...claims, ...falsified }).setProtectedHeader({ alg: 'RS256', kid: 'one' });
    return JSON.stringify({ ...answer, id_token: await signed.sign(await importPKCS8(pem, 'RS256')) });
  };
  const upstream = await startUpstream({
    host: 'idp.example',
    respond: async (request) => {
      const { response, text } = await pass(request);
      const body = request.target === '/token' && response.status === 200 ? await falsify(text) : text;
      return {
        status: response.status,
        headers: { 'content-type': response.headers.get('content-type') ?? 'text/plain' },
        body,
      };
    },
  });

  const register = async (): Promise<void> => {
    const { Client } = provider as unknown as {
      Client: { adapter: { upsert(id: string, payload: object): Promise<void> } };
    };
    await Client.adapter.upsert(PROVIDER_CLIENT, {
      client_id: PROVIDER_CLIENT,
      client_secret: PROVIDER_SECRET,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [redirectUri()],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    });
  };

  return Object.assign(state, {
    upstream,
    issuer,
    async signIn(url: string): Promise<string> {
      await register();
      const jar = new Map<string, string>();
      let target = url.replace(issuer, '');
      for (let step = 0; step < 6; step++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const { response, text } = await pass({
          method: 'GET',
          target,
          headers: cookie ? [['cookie', cookie]] : [],
          body: Buffer.of(),
        });
        for (const each of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
          if (name) jar.set(name, value ?? '');
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`The provider answered ${response.status}: ${text.slice(0, 300)}`);
        const next = new URL(location, issuer);
        if (next.origin !== issuer) return next.href;
        target = `${next.pathname}${next.search}`;
      }
      throw new Error('The provider redirects for ever.');
    },
    async close() {
      await upstream.close();
      inner.close();
    },
  });
}
