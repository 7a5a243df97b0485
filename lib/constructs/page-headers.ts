/** Headers of the dashboard's pages: of the distribution's policy, or of the function that serves pages where there is no distribution. */

/** Where scripts, styles and connections of pages may go. `loginHosts`: origins of the login. */
export const contentSecurityPolicy = (loginHosts: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...loginHosts].join(' ')}`,
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/** For how long browsers use HTTPS alone. */
export const HTTPS_ONLY_DAYS = 365;

/** All of them by name. */
export const pageHeaders = (loginHosts: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(loginHosts),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${HTTPS_ONLY_DAYS * 86_400}; includeSubDomains`,
});
