/**
 * The URLs of sign-in, and the two metadata documents by which clients find them (RFC 9728, RFC 8414). The MCP URL of a
 * server is its OAuth resource; `{edge}/mcp`, which all servers share, is none.
 */
import { SERVER_ID } from '../../lib/ids.ts';
import type { JsonObject } from '../../lib/json/value.ts';

/** Accepted algorithms of signed JWTs. All are asymmetric, so that a public key cannot be used as the secret of an HMAC. */
export const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

/** Grants of the token endpoint. */
export const GRANTS = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  /** RFC 6749 section 4.4. */
  client: 'client_credentials',
  /** RFC 7523 section 2.1. */
  identity: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
} as const;

const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'];

/** OAuth scopes of a server. */
export const SCOPES = { all: 'mcp:tools', read: 'mcp:read' } as const;

/** The access that a `scope` parameter requests: `read` if it has mcp:read and not mcp:tools, otherwise all. */
export function grantedBy(scope = ''): 'read' | 'all' {
  const scopes = scope.split(' ');
  return scopes.includes(SCOPES.read) && !scopes.includes(SCOPES.all) ? 'read' : 'all';
}

/** The resource identifier (RFC 8707) of a server. */
export const resourceOf = (edgeUrl: string, serverId: string): string => `${edgeUrl}/${serverId}/mcp`;

/**
 * The server of a resource indicator (RFC 8707); undefined for anything but the identifier of a server. Scheme and host may be in capital
 * letters and a slash may follow, as clients send what their person has typed (MCP 2025-11-25, "Canonical Server URI").
 */
export function serverOfResource(edgeUrl: string, resource: string | undefined): string | undefined {
  if (resource === undefined || !URL.canParse(resource)) return undefined;
  const { href, pathname } = new URL(resource);
  const serverId = pathname.split('/')[1] ?? '';
  if (!SERVER_ID.test(serverId)) return undefined;
  return href.replace(/\/$/, '') === resourceOf(new URL(edgeUrl).origin, serverId) ? serverId : undefined;
}

/** Path of the dashboard page to which the authorization servers of all APIs redirect after consent. */
export const CONSENT_PATH = '/connect/callback';

/** Path of the document that is the client id of this installation at authorization servers that take one. */
export const CLIENT_DOCUMENT_PATH = '/oauth/client';

/** Its URL. */
export const clientDocumentUrl = (edgeUrl: string): string => `${edgeUrl}${CLIENT_DOCUMENT_PATH}`;

/** Path of the dashboard page where people connect their own account at an API; it requires no role. */
export const ACCOUNT_PATH = '/connect/account';

/** Path of the dashboard page that opens a set-up link; it requires no login. */
export const SETUP_PATH = '/connect/setup';

/** The issuer identifier (RFC 8414) of a stack. */
export const issuerOf = (edgeUrl: string): string => `${edgeUrl}/oauth`;

/** Paths of the authorization server metadata: RFC 8414 section 3.1, the two forms of OpenID Connect Discovery, and RFC 8414 in theirs. */
export const ISSUER_METADATA_PATHS: readonly string[] = [
  '/.well-known/oauth-authorization-server/oauth',
  '/.well-known/openid-configuration/oauth',
  '/oauth/.well-known/openid-configuration',
  '/oauth/.well-known/oauth-authorization-server',
];

/** A server, as protected resource metadata describes it. */
interface Resource {
  readonly serverId: string;
  readonly name: string;
  /** The client's address of the server ends with a slash. */
  readonly isSlashed: boolean;
  /** Only tokens that are bound to a key open it. */
  readonly requireDpop?: boolean | undefined;
}

/**
 * Protected resource metadata (RFC 9728) of a server. `resource` is written as in the address for which the client asks (section 3.3):
 * VS Code compares the two as texts.
 */
export const resourceMetadata = (
  edgeUrl: string,
  { serverId, name, isSlashed, requireDpop }: Resource,
): JsonObject => ({
  resource: `${resourceOf(edgeUrl, serverId)}${isSlashed ? '/' : ''}`,
  authorization_servers: [issuerOf(edgeUrl)],
  scopes_supported: [SCOPES.all, SCOPES.read],
  bearer_methods_supported: ['header'],
  dpop_signing_alg_values_supported: [...SIGNING_ALGORITHMS],
  ...(requireDpop && { dpop_bound_access_tokens_required: true }),
  ...(name !== '' && { resource_name: name }),
});

/**
 * Authorization server metadata (RFC 8414).
 * @param registers whether clients may register themselves (RFC 7591)
 * @param trusts whether assertions of identity providers (ID-JAG) are accepted
 */
export const issuerMetadata = (
  edgeUrl: string,
  { registers, trusts }: { readonly registers: boolean; readonly trusts: boolean },
): JsonObject => {
  const issuer = issuerOf(edgeUrl);
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    ...(registers && { registration_endpoint: `${issuer}/register` }),
    scopes_supported: [SCOPES.all, SCOPES.read],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [GRANTS.code, GRANTS.refresh, GRANTS.client, ...(trusts ? [GRANTS.identity] : [])],
    ...(trusts && { authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'] }),
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    token_endpoint_auth_signing_alg_values_supported: [...SIGNING_ALGORITHMS],
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_signing_alg_values_supported: [...SIGNING_ALGORITHMS],
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: [...SIGNING_ALGORITHMS],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
};

/** The URL of a stack at the Host of a request. Only a local stack is reached without TLS. */
export const edgeUrlOf = (host: string): string =>
  `${/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host) ? 'http' : 'https'}://${host}`;

/** Why a request is refused (RFC 6750 section 3.1, RFC 9449 section 7.1), and the scope that it needs. */
export interface Challenge {
  readonly error: 'invalid_token' | 'insufficient_scope' | 'invalid_dpop_proof';
  readonly scope?: string;
  /** A token that is bound to a key was presented, or one as if it were. */
  readonly isOfDpop?: boolean;
}

/**
 * The WWW-Authenticate challenge for a refused request at a server's URL (RFC 9728 section 5.1), with the scope to ask for (MCP 2025-11-25,
 * "Protected Resource Metadata Discovery Requirements").
 * @param host the Host of the request
 * @param path its path, before which the well-known one of the metadata goes (RFC 9728 section 3.1)
 */
export function challengeOf(host: string, path: string, challenge: Partial<Challenge> = {}): string {
  const { error, scope = SCOPES.all, isOfDpop = false } = challenge;
  const algs = isOfDpop ? SIGNING_ALGORITHMS.join(' ') : undefined;
  const members = {
    error,
    algs,
    scope,
    resource_metadata: `${edgeUrlOf(host)}/.well-known/oauth-protected-resource${path}`,
  };
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return `${isOfDpop ? 'DPoP' : 'Bearer'} ${given.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}
