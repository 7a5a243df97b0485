/**
 * The local login as a client of the owner's OpenID provider: authorization code with a client secret, the ID token verified, its claims
 * mapped to attributes as the template says.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import {
  type ExternalPerson,
  type Federation,
  FederationFailed,
  type FederationOptions,
  type ProviderSettings,
  personFrom,
  textFrom,
  Waiting,
} from './federation.ts';

/** What the template says about an OpenID provider. */
export interface OpenIdProvider extends ProviderSettings {
  readonly type: 'OIDC';
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string;
}

/** Signatures only by keys that the provider publishes; `none` and shared secrets are refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'];

interface Discovered {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly userinfo_endpoint?: string;
}

/** Sends people to the provider and takes them back. */
export class OpenIdFederation implements Federation {
  readonly provider: OpenIdProvider;
  readonly path = '/oauth2/idpresponse';
  readonly method = 'GET';
  readonly registration: string;
  private readonly options: FederationOptions & { readonly secret: string };
  private readonly callback: string;
  private readonly waiting = new Waiting<{ readonly uid: string; readonly nonce: string }>();

  constructor(provider: OpenIdProvider, options: FederationOptions & { readonly secret: string }) {
    this.provider = provider;
    this.options = options;
    this.callback = options.issuer + this.path;
    this.registration = `OpenID Connect, redirect URI ${this.callback}`;
  }

  async check(): Promise<void> {
    await this.discovered();
  }

  async begin(uid: string): Promise<string> {
    const { authorization_endpoint: endpoint } = await this.discovered();
    const [state, nonce] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
    this.waiting.add(state, { uid, nonce });
    const url = new URL(endpoint);
    const { clientId, scopes } = this.provider;
    const query = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: this.callback,
      scope: scopes,
      state,
      nonce,
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  async finish({ url }: IncomingMessage): Promise<{ readonly uid: string; readonly person: ExternalPerson }> {
    const query = new URL(url ?? '/', this.callback).searchParams;
    const { uid, nonce } = this.waiting.take(query.get('state'));
    const error = query.get('error');
    if (error !== null) throw new FederationFailed(`it answered ${error.slice(0, 100)}`);
    const found = await this.discovered();
    const { id_token: token, access_token: accessToken } = await this.tokens(found, query.get('code') ?? '');
    const idToken = await this.verified(found, String(token), nonce);
    const userInfo =
      found.userinfo_endpoint && accessToken ? await this.userinfo(found.userinfo_endpoint, String(accessToken)) : {};
    if (userInfo['sub'] !== undefined && userInfo['sub'] !== idToken.sub)
      throw new FederationFailed('its answers are about two people');
    const said = { type: 'OIDC', subject: String(idToken.sub), attributes: { userInfo, idToken } } as const;
    return { uid, person: await personFrom(this.provider, said, this.options.inbound()) };
  }

  private async verified({ jwks_uri: uri }: Discovered, idToken: string, nonce: string): Promise<JWTPayload> {
    const keys = createLocalJWKSet((await this.json(uri)) as unknown as JSONWebKeySet);
    const { issuer, clientId } = this.provider;
    const required = ['sub', 'exp', 'iat'];
    try {
      const options = { issuer, audience: clientId, algorithms: ALGORITHMS, requiredClaims: required };
      const { payload } = await jwtVerify(idToken, keys, options);
      if (payload['nonce'] !== nonce) throw new Error('nonce');
      // OpenID Connect Core, section 3.1.3.7.
      if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] !== clientId) throw new Error('azp');
      return payload;
    } catch (cause) {
      throw new FederationFailed('its ID token is not acceptable', { cause });
    }
  }

  private async discovered(): Promise<Discovered> {
    const { issuer } = this.provider;
    const found = (await this.json(`${issuer}/.well-known/openid-configuration`)) as unknown as Discovered;
    if (found.issuer !== issuer) throw new FederationFailed('its configuration is of another issuer');
    return found;
  }

  private tokens({ token_endpoint: url }: Discovered, code: string): Promise<Record<string, unknown>> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.callback,
      client_id: this.provider.clientId,
      client_secret: this.options.secret,
    });
    return this.json(url, { method: 'POST', body: Buffer.from(form.toString()) });
  }

  private userinfo(url: string, token: string): Promise<Record<string, unknown>> {
    return this.json(url, { headers: [['authorization', `Bearer ${token}`]] });
  }

  private async json(
    url: string,
    { method = 'GET', headers = [], body }: { method?: string; headers?: [string, string][]; body?: Uint8Array } = {},
  ): Promise<Record<string, unknown>> {
    const form: [string, string][] = body ? [['content-type', 'application/x-www-form-urlencoded']] : [];
    const all: [string, string][] = [['accept', 'application/json'], ...form, ...headers];
    const text = await textFrom(this.options.client, { method, url, headers: all, ...(body && { body }) });
    try {
      return JSON.parse(text) as Record<string, unknown>;
    } catch (cause) {
      throw new FederationFailed('it answered with something that is no JSON', { cause });
    }
  }
}
