/**
 * Client metadata: from the document at the client id's URL (draft-ietf-oauth-client-id-metadata-document), or from
 * dynamic registration (RFC 7591). Nothing in it is verified, except that the document is at the URL that is the client id.
 */
import { randomBase62 } from '../../lib/ids.ts';
import { isObject, type JsonObject } from '../../lib/json/value.ts';
import { INVISIBLE } from '../../lib/visible.ts';
import { checksum, newSecret } from '../tokens/format.ts';
import { type ClientAuth, publicKeys } from './clientAuth.ts';
import { OAuthError } from './errors.ts';
import { isOnDevice, type LeftOut, redirectUrisOf } from './redirectUris.ts';

/** A registered client, or one described by its metadata document. */
export interface OAuthClient {
  readonly id: string;
  /** The client's own name for itself, as one printable line; not verified. */
  readonly name: string;
  /** `metadata`: the id is the URL of its document; `registered`: registered by itself; `known`: registered by an admin. */
  readonly kind: 'metadata' | 'registered' | 'known';
  readonly redirectUris: readonly string[];
  /** Unset for public clients. */
  readonly auth?: ClientAuth;
  /** It may get tokens for itself (client credentials, RFC 6749 section 4.4). Only for kind `known`. */
  readonly isMachine?: true;
  /** It wants only tokens that are bound to a key of its own (RFC 9449 section 5.2). */
  readonly isKeyBound?: true;
}

/** From the client's metadata. */
const keyBinding = (given: JsonObject): Pick<OAuthClient, 'isKeyBound'> =>
  given['dpop_bound_access_tokens'] === true ? { isKeyBound: true } : {};

const MAX_NAME_LENGTH = 80;
const NAMELESS = 'A client without a name';

const KNOWN_ID = /^app_[0-9A-Za-z]{22}$/;

/** True when a client id is that of a client which an admin has registered. */
export const isKnownId = (clientId: string): boolean => KNOWN_ID.test(clientId);

/** An id for a client that an admin registers. */
export const newKnownId = (): string => `app_${randomBase62(22)}`;

/** A new secret of a client, with a prefix for secret scanners. Shown once. */
export function newClientSecret(): string {
  const body = `pcc_${newSecret()}`;
  return body + checksum(body);
}

/** The text whose HMAC is stored for a client's secret. */
export const secretText = (secret: string): string => `client:${secret}`;

/** True when a client id is the URL of a document: https, with a path, and in a form that all URL parsers read alike. */
export function isMetadataAddress(clientId: string): boolean {
  if (clientId.length > 2_048 || !URL.canParse(clientId)) return false;
  const { protocol, username, password, hash, pathname, href } = new URL(clientId);
  const isPlain = username === '' && password === '' && hash === '' && href === clientId;
  return protocol === 'https:' && isPlain && pathname !== '/' && !/\/\.{1,2}(\/|$)/.test(clientId);
}

/**
 * The client of a metadata document.
 * @param document the parsed JSON at the URL `clientId`
 * @throws OAuthError `invalid_client_metadata` or `invalid_redirect_uri`
 */
export function clientOfMetadata(clientId: string, document: unknown): OAuthClient {
  const given = objectOf(document);
  if (given['client_id'] !== clientId) throw wrong('client_id is not the address of the document.');
  if ('client_secret' in given) throw wrong('client_secret must not be in a public document.');
  const auth = documentAuth(given);
  const { origin } = new URL(clientId);
  const redirectUris = redirectUrisOf(given['redirect_uris']).usable.filter(
    (uri) => isOnDevice(uri) || new URL(uri).origin === origin,
  );
  if (redirectUris.length === 0) {
    throw wrong("redirect_uris has none at the document's origin, on loopback or of an application's own scheme.");
  }
  const name = nameOf(given['client_name'], new URL(clientId).hostname);
  return { id: clientId, name, kind: 'metadata', redirectUris, ...(auth && { auth }), ...keyBinding(given) };
}

/** How the document says that the client authenticates; undefined for a public client, which is one that lists `none`. */
function documentAuth(given: JsonObject): ClientAuth | undefined {
  const method = given['token_endpoint_auth_method'] ?? 'none';
  const listed = given['token_endpoint_auth_methods_supported'];
  if (method === 'none' || (Array.isArray(listed) && listed.includes('none'))) return undefined;
  if (method !== 'private_key_jwt') throw wrong('token_endpoint_auth_method must be none or private_key_jwt.');
  const { jwks_uri: jwksUri, jwks } = given;
  if (jwksUri === undefined) return { method: 'key', keys: { jwks: publicKeys(jwks) } };
  if (typeof jwksUri !== 'string' || !isMetadataAddress(jwksUri)) throw wrong('jwks_uri must be an https address.');
  return { method: 'key', keys: { jwksUri } };
}

/** The data of a client that an admin registers. */
export interface KnownClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly isMachine: boolean;
}

/** A client to register, and those of its redirect URIs that cannot be used. */
export interface NewClient {
  readonly client: OAuthClient;
  readonly leftOut: readonly LeftOut[];
}

/** A client that an admin registers. Throws OAuthError `invalid_client_metadata` or `invalid_redirect_uri`. */
export function clientOfAdmin(
  id: string,
  { name, redirectUris, isMachine }: KnownClient,
  auth?: ClientAuth,
): NewClient {
  if (isMachine && !auth) throw wrong('A client that acts for itself needs a secret or a key.');
  const hasNone = redirectUris.length === 0 && isMachine;
  const { usable, leftOut } = hasNone ? { usable: [], leftOut: [] } : redirectUrisOf(redirectUris);
  const shown = nameOf(name, NAMELESS);
  const how = { ...(auth && { auth }), ...(isMachine && { isMachine }) };
  return { client: { id, name: shown, kind: 'known', redirectUris: usable, ...how }, leftOut };
}

/**
 * The client of a registration request.
 * @throws OAuthError `invalid_client_metadata` or `invalid_redirect_uri`
 */
export function clientOfRegistration(id: string, body: unknown): NewClient {
  const given = objectOf(body);
  const { usable, leftOut } = redirectUrisOf(given['redirect_uris']);
  const name = nameOf(given['client_name'], NAMELESS);
  return { client: { id, name, kind: 'registered', redirectUris: usable, ...keyBinding(given) }, leftOut };
}

/** The client's name without invisible and bidirectional control characters, by which a name could look like another one. */
function nameOf(name: unknown, otherwise: string): string {
  const printable = (typeof name === 'string' ? name : '')
    .normalize('NFKC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed();
  return printable === '' ? otherwise : printable;
}

function objectOf(value: unknown): JsonObject {
  if (!isObject(value)) throw wrong('It must be a JSON object.');
  return value;
}

const wrong = (message: string) => new OAuthError('invalid_client_metadata', message);
