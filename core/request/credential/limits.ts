/** Sizes of credentials, for forms and checks alike. */

/** Keys that are sent together: as many as any description of the public directory demands, and some. */
export const MAX_KEYS = 5;

/** Ways to an access token that need no person at each call. */
export const GRANTS = ['clientCredentials', 'refreshToken', 'password', 'jwtBearer', 'githubApp'] as const;

/** Parameters of a token request that a provider wants besides the standard's. */
export const MAX_TOKEN_PARAMETERS = 10;

/** How a client says who it is: client_secret_basic, client_secret_post and private_key_jwt of OpenID Connect Core, section 9. */
export const CLIENT_AUTHENTICATIONS = ['basic', 'body', 'privateKeyJwt'] as const;

/** How the body of a token request is written; RFC 6749 knows the form alone. */
export const TOKEN_BODIES = ['form', 'json'] as const;

/** Of a client's certificate with those that issued it. */
export const MAX_CERTIFICATES = 4;

/** Credentials of different kinds that are sent together. */
export const MAX_PARTS = 4;

/** As JSON: of one without a certificate, and of one with it. All of a server stand in one row (lambdas/management/credentials.ts). */
export const MAX_CREDENTIAL_BYTES = { plain: 4_096, withCertificate: 12_288 } as const;
