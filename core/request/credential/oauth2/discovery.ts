/**
 * How people sign in at an MCP server, found out as an MCP client does it (MCP 2025-11-25, basic/authorization): its protected resource
 * metadata (RFC 9728), which name authorization servers, and theirs (RFC 8414, OpenID Connect Discovery 1.0). It fills in the fields of a
 * credential that a person looks at and stores; nothing is sent to any of these addresses but requests without a credential.
 *
 * Everything that is read may be a lie. A server may speak only for its own origin, to which a credential is bound in any case; metadata only
 * for their own issuer; what is not https, or without PKCE, is not taken.
 */
import { PortcullisError } from '../../../lib/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../lib/json/value.ts';
import { checkDocumentUrl } from '../../../lib/url/baseUrl.ts';
import { metadataUrls, needsIssuer, type ReadMetadata } from './endpoints.ts';

/** How discovery asks. */
export interface Asking {
  /** The WWW-Authenticate of an answer to a request without a credential; undefined when it has none. */
  readonly challenge: (url: string) => Promise<string | undefined>;
  readonly read: ReadMetadata;
  /** Whether there is time to read one more document. */
  readonly hasTime?: () => boolean;
}

/** How a client of the server authenticates that registers itself: one that can have no secret, or with one. */
export const REGISTERED_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;
/** One of {@link REGISTERED_METHODS}. */
export type RegisteredMethod = (typeof REGISTERED_METHODS)[number];

/** One authorization server of an MCP server. */
export interface SignInServer {
  /** As its metadata name it. */
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** The issuer has to be in the credential: endpoints on two hosts belong together by it, or each answer names it (RFC 9207). */
  readonly needsIssuer: boolean;
  /** Clients may be known by the URL of a document about them (draft-ietf-oauth-client-id-metadata-document). */
  readonly takesDocument: boolean;
  /** Where clients may register themselves (RFC 7591), and how they authenticate then. */
  readonly registration?: { readonly url: string; readonly method: RegisteredMethod };
  readonly scope?: string;
}

/** How people sign in at an MCP server. */
export interface SignInWays {
  /** For which tokens are asked (RFC 8707). */
  readonly resource: string;
  readonly servers: readonly SignInServer[];
}

/** Authorization servers that are looked at. */
const MAX_SERVERS = 4;
const MAX_SCOPE = 4_000;
const MAX_TEXT = 2_048;

/**
 * Finds out how people sign in.
 * @param url the checked address of the MCP server
 * @throws PortcullisError `sign_in_not_found`; the message says why
 */
export async function discoverSignIn(
  url: string,
  { challenge, read: ask, hasTime = () => true }: Asking,
): Promise<SignInWays> {
  const read: ReadMetadata = async (at) => (hasTime() ? ask(at) : undefined);
  const challenged = await challenge(url);
  const { resource, issuers, scopes } = await resourceOf(url, parameterOf(challenged, 'resource_metadata'), read);
  const wanted = parameterOf(challenged, 'scope') ?? scopes;
  const servers: SignInServer[] = [];
  const reasons: string[] = [];
  for (const issuer of issuers.slice(0, MAX_SERVERS)) {
    const found = await serverOf(issuer, wanted, read);
    if (typeof found === 'string') reasons.push(`${issuer}: ${found}`);
    else servers.push(found);
  }
  if (servers.length === 0) {
    const late = hasTime() ? [] : ['The answers took too long. Try again, or enter the fields of the credential.'];
    throw notFound([...late, ...reasons].join(' '));
  }
  return { resource, servers };
}

interface Resource {
  readonly resource: string;
  readonly issuers: readonly string[];
  readonly scopes: string | undefined;
}

/** Protected resource metadata; without any, the server is its own authorization server, as in MCP 2025-03-26. */
async function resourceOf(url: string, named: string | undefined, read: ReadMetadata): Promise<Resource> {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, '');
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  const places = named === undefined ? [...new Set([`${wellKnown}${path}`, wellKnown])] : [named];
  for (const place of places) {
    const checked = httpsOf(place);
    const metadata = checked === undefined ? undefined : await read(checked);
    if (!isObject(metadata)) continue;
    const { resource, authorization_servers: servers, scopes_supported: scopes } = metadata as JsonObject;
    if (typeof resource !== 'string' || !isOf(resource, url)) {
      throw notFound(`Its metadata (${place}) are about another resource than ${url}.`);
    }
    const issuers = textsOf(servers).filter((issuer) => httpsOf(issuer) !== undefined);
    if (issuers.length === 0) throw notFound(`Its metadata (${place}) name no authorization server.`);
    return { resource, issuers, scopes: scopeOf(textsOf(scopes)) };
  }
  if (named !== undefined) throw notFound(`Its metadata cannot be read at ${named.slice(0, 200)}.`);
  return { resource: url, issuers: [origin], scopes: undefined };
}

/**
 * Whether a server at this address may say that it is this resource. RFC 9728, section 3.3, wants the very address; servers with several
 * addresses name what is above them, so that is taken as well, at the same origin: a token goes nowhere else.
 */
function isOf(resource: string, url: string): boolean {
  if (resource.length > MAX_TEXT || !URL.canParse(resource)) return false;
  const [named, asked] = [new URL(resource), new URL(url)];
  if (named.origin !== asked.origin || named.search !== '' || named.hash !== '' || named.username !== '') return false;
  const withSlash = (path: string) => `${path.replace(/\/$/, '')}/`;
  return withSlash(asked.pathname).startsWith(withSlash(named.pathname));
}

/** The authorization server of an issuer, or why there is none that can be used. */
async function serverOf(
  issuer: string,
  wanted: string | undefined,
  read: ReadMetadata,
): Promise<SignInServer | string> {
  for (const place of metadataUrls(issuer)) {
    const metadata = await read(place);
    if (isObject(metadata)) return usable(issuer, metadata as JsonObject, wanted);
  }
  return 'its metadata cannot be read.';
}

function usable(expected: string, metadata: JsonObject, wanted: string | undefined): SignInServer | string {
  const text = (name: string) => (typeof metadata[name] === 'string' ? metadata[name] : '');
  const lists = (name: string, value: string) =>
    metadata[name] === undefined || textsOf(metadata[name]).includes(value);
  const issuer = text('issuer');
  // RFC 8414, section 3.3. An empty path and one of a slash are the same address.
  if (!URL.canParse(issuer) || new URL(issuer).href !== new URL(expected).href) {
    return 'its metadata are about another issuer.';
  }
  const [authorizationUrl, tokenUrl] = [httpsOf(text('authorization_endpoint')), httpsOf(text('token_endpoint'))];
  if (authorizationUrl === undefined || tokenUrl === undefined) return 'its metadata name no endpoints with https.';
  if (!textsOf(metadata['code_challenge_methods_supported']).includes('S256')) return 'it offers no PKCE with S256.';
  if (!lists('response_types_supported', 'code') || !lists('grant_types_supported', 'authorization_code')) {
    return 'it gives no authorization codes.';
  }
  // Elsewhere it may be an address of somebody else, to which our message would go.
  const own = [issuer, authorizationUrl, tokenUrl].map((at) => new URL(at).origin);
  const named = httpsOf(text('registration_endpoint'));
  const registrationUrl = named !== undefined && own.includes(new URL(named).origin) ? named : undefined;
  const method = methodOf(metadata['token_endpoint_auth_methods_supported']);
  const scopes = wanted?.split(' ') ?? [];
  const isLasting = scopes.length > 0 && textsOf(metadata['scopes_supported']).includes('offline_access');
  const scope = scopeOf(isLasting ? [...new Set([...scopes, 'offline_access'])] : scopes);
  return {
    issuer,
    authorizationUrl,
    tokenUrl,
    needsIssuer:
      needsIssuer({ authorizationUrl, tokenUrl }) ||
      metadata['authorization_response_iss_parameter_supported'] === true,
    takesDocument: metadata['client_id_metadata_document_supported'] === true,
    ...(registrationUrl !== undefined && method !== undefined && { registration: { url: registrationUrl, method } }),
    ...(scope !== undefined && { scope }),
  };
}

/** The first of our ways that it takes; the default is that of RFC 8414, section 2. */
function methodOf(supported: JsonValue | undefined): RegisteredMethod | undefined {
  if (supported === undefined) return 'client_secret_basic';
  return REGISTERED_METHODS.find((method) => textsOf(supported).includes(method));
}

/** A parameter of the challenge (RFC 9728, section 5.1; RFC 6750, section 3). */
function parameterOf(challenge: string | undefined, name: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]{1,${MAX_SCOPE}})"|([^\\s",]{1,${MAX_SCOPE}}))`, 'i').exec(
      challenge?.slice(0, 4 * MAX_SCOPE) ?? '',
    ) ?? [];
  const value = quoted ?? plain;
  return name === 'scope' && value !== undefined ? scopeOf(value.split(/\s+/)) : value;
}

/** Scopes as a text (RFC 6749, section 3.3); undefined for none. */
function scopeOf(scopes: readonly string[]): string | undefined {
  const text = scopes.filter((scope) => /^[\u0021\u0023-\u005b\u005d-\u007e]{1,200}$/.test(scope)).join(' ');
  return text === '' || text.length > MAX_SCOPE ? undefined : text;
}

const textsOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value)
    ? value.slice(0, 200).filter((one): one is string => typeof one === 'string' && one.length <= MAX_TEXT)
    : [];

/** A public https address, as given; undefined for any other. */
function httpsOf(text: string): string | undefined {
  try {
    checkDocumentUrl(text);
    return text;
  } catch {
    return undefined;
  }
}

const notFound = (why: string): PortcullisError =>
  new PortcullisError(
    'sign_in_not_found',
    `How people sign in at this MCP server could not be found out. ${why}`.trim().slice(0, 1_500),
  );
