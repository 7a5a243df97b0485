/**
 * This installation as a client of somebody else's authorization server: what it says of itself, in the document that its client id leads to
 * (draft-ietf-oauth-client-id-metadata-document) or when it registers (RFC 7591), and what it is given for that.
 */
import { PortcullisError } from '../../../lib/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../lib/json/value.ts';
import { REGISTERED_METHODS, type RegisteredMethod } from './discovery.ts';

/** What a registered client is given. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** ISO 8601. */
  readonly clientSecretExpiresAt?: string;
  readonly clientAuthentication: 'basic' | 'body';
}

const MAX_ID = 1_000;
const MAX_SECRET = 4_000;

/** What the client says of itself. @param redirectUri the only one that it uses */
export const clientMetadata = (redirectUri: string, method: RegisteredMethod): JsonObject => ({
  client_name: 'Portcullis',
  client_uri: new URL(redirectUri).origin,
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: method,
  application_type: new URL(redirectUri).protocol === 'https:' ? 'web' : 'native',
});

/** The document at the URL that is the client's id. It has no secret, so it proves itself by where its answers go, and by PKCE. */
export const clientDocument = (clientId: string, redirectUri: string): JsonObject => ({
  client_id: clientId,
  ...clientMetadata(redirectUri, 'none'),
});

/**
 * Reads the answer of a registration endpoint (RFC 7591, section 3.2.1).
 * @throws PortcullisError `registration_refused`
 */
export function registeredClient(answer: JsonValue | undefined, asked: RegisteredMethod): RegisteredClient {
  if (!isObject(answer)) throw refused('It did not answer with a client.');
  const { client_id: clientId, client_secret: secret, client_secret_expires_at: ends } = answer as JsonObject;
  const { token_endpoint_auth_method: method = asked } = answer as JsonObject;
  const given = REGISTERED_METHODS.find((one) => one === method);
  if (given === undefined) throw refused('It wants another way to authenticate than was asked for.');
  if (!isText(clientId, MAX_ID)) throw refused('It gave no client id.');
  if (given !== 'none' && !isText(secret, MAX_SECRET)) throw refused('It gave no client secret.');
  const expiry = typeof ends === 'number' && ends > 0 && ends < 1e11 ? new Date(ends * 1_000) : undefined;
  return {
    clientId,
    clientAuthentication: given === 'client_secret_post' ? 'body' : 'basic',
    ...(given !== 'none' && { clientSecret: secret as string }),
    ...(given !== 'none' && expiry && { clientSecretExpiresAt: expiry.toISOString() }),
  };
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && /^[\u0020-\u007e]+$/.test(value);

const refused = (why: string): PortcullisError =>
  new PortcullisError('registration_refused', `The authorization server did not register this client. ${why}`);
