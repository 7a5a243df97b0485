/** Sizes of credentials, for forms and checks alike. */

/** Keys that are sent together: as many as any description of the public directory demands, and some. */
export const MAX_KEYS = 5;

/** Ways to an access token that need no person at each call. */
export const GRANTS = ['clientCredentials', 'refreshToken', 'password', 'jwtBearer'] as const;

/** Parameters of a token request that a provider wants besides the standard's. */
export const MAX_TOKEN_PARAMETERS = 10;

/** How a client says who it is: client_secret_basic and client_secret_post of OpenID Connect Core, section 9. */
export const CLIENT_AUTHENTICATIONS = ['basic', 'body'] as const;
