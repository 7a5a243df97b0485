/**
 * The authorization servers of Google and Microsoft, which many descriptions name by outdated URLs or by the implicit flow only, and what
 * their documentation says about the authorization code (November 2026). They are nearly all such servers in the public directory.
 */
import type { CredentialShape } from '../../model/credential.ts';

/** What is known about an authorization server. */
export interface KnownProvider {
  readonly endpoints: Pick<CredentialShape, 'tokenUrl' | 'authorizationUrl' | 'authorizationParameters'>;
  /** The scope that is needed for a refresh token. */
  readonly offlineScope?: string;
  /** Scopes are prefixed with the URL of the API that they belong to. */
  readonly scopesAreAddresses?: true;
}

/** The known server of an authorization URL; undefined for any other. */
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
