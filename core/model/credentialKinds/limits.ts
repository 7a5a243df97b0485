/** Limits and choices of credentials, for forms and checks. */

/** Maximum number of API keys that are sent together; more than any known description needs. */
export const MAX_KEYS = 5;

/** Ways to an access token that need no person at each call; an authorization code needs one once. */
export const GRANTS = [
  'clientCredentials',
  'authorizationCode',
  'refreshToken',
  'password',
  'jwtBearer',
  'tokenExchange',
  'githubApp',
] as const;

/**
 * What an assertion names the person who calls by: nothing, so that it is about one account for all callers; their verified e-mail address;
 * their subject at the identity provider with which they sign in; or the one in the user pool.
 */
export const PERSON_CLAIMS = ['none', 'email', 'providerSubject', 'id'] as const;

/** Maximum number of additional parameters of a token request, and of an authorization request. */
export const MAX_TOKEN_PARAMETERS = 10;

/** Client authentication: client_secret_basic, client_secret_post and private_key_jwt (OpenID Connect Core, section 9); mutual TLS (RFC 8705). */
export const CLIENT_AUTHENTICATIONS = ['basic', 'body', 'privateKeyJwt', 'tls'] as const;

/** Format of the body of a token request; RFC 6749 has only `form`. */
export const TOKEN_BODIES = ['form', 'json'] as const;

/** Maximum number of certificates: the client certificate and those of its issuers. */
export const MAX_CERTIFICATES = 4;

/** The ARN of a role of AWS IAM. */
export const ROLE_ARN = /^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/;

/** Maximum number of credentials of different kinds that are sent together. */
export const MAX_PARTS = 4;

/** Maximum bytes of a credential's JSON, without and with a certificate. All credentials of a server are in one row. */
export const MAX_CREDENTIAL_BYTES = { plain: 4_096, withCertificate: 12_288 } as const;
