/**
 * Authorization servers that thousands of descriptions name by addresses of years ago, or by their implicit flow alone, and what their
 * documentation says of the authorization code (November 2026). Of the public directory these two are nearly all.
 */
import type { CredentialShape } from '../../request/credential/shape.ts';

/** What is known of one. */
export interface KnownProvider {
  readonly endpoints: Pick<CredentialShape, 'tokenUrl' | 'authorizationUrl' | 'authorizationParameters'>;
  /** Without it no refresh token comes. */
  readonly offlineScope?: string;
  /** A scope belongs to an API by the API's address before it. */
  readonly scopesAreAddresses?: true;
}

/** By where a description sends people; undefined for every other one. */
export function knownProvider(authorizationUrl: string | undefined): KnownProvider | undefined {
  if (authorizationUrl === undefined || !URL.canParse(authorizationUrl)) return undefined;
  const { hostname, pathname } = new URL(authorizationUrl);
  if (hostname === 'accounts.google.com') {
    return {
      endpoints: {
        authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
        authorizationParameters: [
          { name: 'access_type', value: 'offline' },
          { name: 'prompt', value: 'consent' },
        ],
      },
    };
  }
  if (hostname === 'login.microsoftonline.com' || hostname === 'login.windows.net') {
    const tenant = /^\/([\w.-]+)\/oauth2\//.exec(pathname)?.[1] ?? 'common';
    const at = `https://login.microsoftonline.com/${tenant}/oauth2/v2.0`;
    return {
      endpoints: { authorizationUrl: `${at}/authorize`, tokenUrl: `${at}/token` },
      offlineScope: 'offline_access',
      scopesAreAddresses: true,
    };
  }
  return undefined;
}
