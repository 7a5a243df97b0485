/**
 * The local login as a client of the owner's OpenID provider, in the role that Cognito has on AWS: authorization code with a client secret, the
 * ID token verified, its claims mapped to attributes as the template says. SAML is not known here.
 */
import { randomBytes } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { EgressClient } from '../../egress/index.ts';
import { LocalStackError } from '../errors.ts';
import { ofType, type StackTemplate } from '../template/template.ts';

/** What the template says about the provider. */
export interface OwnProvider {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string;
  /** Attribute of the user pool → claim. */
  readonly mapping: Readonly<Record<string, string>>;
  /** Whether it is the only way to sign in. */
  readonly isOnly: boolean;
}

/** A person who came from the provider. */
export interface ExternalPerson {
  /** `<provider>_<subject>`, as Cognito names them. */
  readonly username: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Event and answer of the inbound federation trigger: a map that is not empty replaces what the provider says. */
export type InboundTrigger = (event: object) => Promise<{
  readonly response?: { readonly userAttributesToMap?: Readonly<Record<string, unknown>> };
}>;

/** The sign-in at the provider failed; the message is for the person. */
export class FederationFailed extends Error {
  override readonly name: string = 'FederationFailed';
}

const WAIT_MS = 10 * 60_000;
const MAX_BYTES = 256 * 1024;
/** Signatures only by keys that the provider publishes; `none` and shared secrets are refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'];

interface Discovered {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly userinfo_endpoint?: string;
}

/** Reads the provider; undefined when there is none. Throws LocalStackError for SAML. */
export function providerIn(template: StackTemplate): OwnProvider | undefined {
  const [found] = ofType(template, 'AWS::Cognito::UserPoolIdentityProvider');
  if (!found) return undefined;
  const { ProviderName, ProviderType, ProviderDetails, AttributeMapping } = found[1] as {
    readonly ProviderName: string;
    readonly ProviderType: string;
    readonly ProviderDetails: Readonly<Record<string, string>>;
    readonly AttributeMapping: Readonly<Record<string, string>>;
  };
  if (ProviderType !== 'OIDC') {
    throw new LocalStackError(
      'template_unsupported',
      `The local login knows OpenID Connect, not ${ProviderType}. Leave saml out of --context here.`,
    );
  }
  const [client] = ofType(template, 'AWS::Cognito::UserPoolClient');
  const ways = (client?.[1]['SupportedIdentityProviders'] ?? []) as string[];
  return {
    name: ProviderName,
    issuer: String(ProviderDetails['oidc_issuer']),
    clientId: String(ProviderDetails['client_id']),
    scopes: String(ProviderDetails['authorize_scopes']),
    mapping: AttributeMapping,
    isOnly: !ways.includes('COGNITO'),
  };
}

/** Sends people to the provider and takes them back. */
export class Federation {
  readonly provider: OwnProvider;
  private readonly inbound: () => InboundTrigger | undefined;
  private readonly secret: string;
  private readonly client: EgressClient;
  private readonly callback: string;
  private readonly pending = new Map<
    string,
    { readonly uid: string; readonly nonce: string; readonly until: number }
  >();

  /**
   * @param callback this login's address that the provider sends people back to
   * @param inbound the pool's trigger, known only when the functions run
   */
  constructor(
    provider: OwnProvider,
    options: { secret: string; client: EgressClient; callback: string; inbound: () => InboundTrigger | undefined },
  ) {
    this.provider = provider;
    this.inbound = options.inbound;
    this.secret = options.secret;
    this.client = options.client;
    this.callback = options.callback;
  }

  /** The address at the provider for the sign-in `uid`. Throws FederationFailed. */
  async begin(uid: string): Promise<string> {
    const { authorization_endpoint: endpoint } = await this.discovered();
    const now = Date.now();
    for (const [state, { until }] of this.pending) if (until < now) this.pending.delete(state);
    const [state, nonce] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
    this.pending.set(state, { uid, nonce, until: now + WAIT_MS });
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

  /** Who came back, and to which sign-in. A state is good once. Throws FederationFailed. */
  async finish(query: URLSearchParams): Promise<{ readonly uid: string; readonly person: ExternalPerson }> {
    const state = query.get('state') ?? '';
    const begun = this.pending.get(state);
    this.pending.delete(state);
    if (!begun || begun.until < Date.now()) throw new FederationFailed('it was not begun here, or too long ago');
    const error = query.get('error');
    if (error !== null) throw new FederationFailed(`it answered ${error.slice(0, 100)}`);
    const found = await this.discovered();
    const { id_token: idToken, access_token: accessToken } = await this.tokens(found, query.get('code') ?? '');
    const claims = await this.verified(found, String(idToken), begun.nonce);
    const more =
      found.userinfo_endpoint && accessToken ? await this.userinfo(found.userinfo_endpoint, String(accessToken)) : {};
    if (more['sub'] !== undefined && more['sub'] !== claims.sub)
      throw new FederationFailed('its answers are about two people');
    return { uid: begun.uid, person: this.personOf(claims.sub, await this.changed(claims, more)) };
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

  /** What is mapped: what the provider says, unless the trigger answers with something else. It does not get the tokens here. */
  private async changed(idToken: JWTPayload, userInfo: Record<string, unknown>): Promise<Record<string, unknown>> {
    const trigger = this.inbound();
    const said = { ...userInfo, ...idToken };
    if (!trigger) return said;
    const event = {
      version: '1',
      triggerSource: 'InboundFederation_ExternalProvider',
      userName: idToken.sub,
      request: { providerName: this.provider.name, providerType: 'OIDC', attributes: { idToken, userInfo } },
      response: { userAttributesToMap: {} },
    };
    const { response } = await trigger(event).catch((cause: Error) => {
      throw new FederationFailed(cause.message, { cause });
    });
    const changed = response?.userAttributesToMap ?? {};
    return Object.keys(changed).length > 0 ? changed : said;
  }

  private personOf(subject: string | undefined, claims: Record<string, unknown>): ExternalPerson {
    const attributes = Object.entries(this.provider.mapping).flatMap(([attribute, claim]) => {
      const value = claims[claim];
      if (attribute === 'username' || value === undefined || value === null) return [];
      return [[attribute, attributeText(value)]];
    });
    return { username: `${this.provider.name}_${subject}`, attributes: Object.fromEntries(attributes) };
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
      client_secret: this.secret,
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
    try {
      const all: [string, string][] = [['accept', 'application/json'], ...form, ...headers];
      const answer = await this.client.request({
        method,
        url,
        headers: all,
        ...(body && { body }),
        keepBytes: MAX_BYTES,
      });
      if (answer.status !== 200) throw new Error(`status ${answer.status}`);
      return JSON.parse(Buffer.from(answer.body).toString()) as Record<string, unknown>;
    } catch (cause) {
      throw new FederationFailed(`it could not be asked (${(cause as Error).message})`, { cause });
    }
  }
}

/** A claim as Cognito stores it: of a list the form-encoded values in brackets. */
function attributeText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const encoded = value.map((each) => new URLSearchParams({ v: String(each) }).toString().slice('v='.length));
  return `[${encoded.join(', ')}]`;
}
