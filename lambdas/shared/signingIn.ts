/** Which stored credential gives a tool's calls access tokens, and under which name these are stored. accessToken.ts obtains them. */

import { accountAt, type Caller } from '../../core/auth/account.ts';
import type { LiveServer } from '../../core/auth/tokens/check.ts';
import { originOf } from '../../core/lib/url/baseUrl.ts';
import type { BundleRef } from '../../core/model/bundle.ts';
import { isOwnAccount, shapeWithin } from '../../core/model/credential.ts';
import type { Grant } from '../../core/model/credentialKinds/oauth2.ts';
import type { ServerAuth } from '../../core/model/server.ts';
import { SERVER_HOLDER, versionOfCredential } from '../../core/request/credential/oauth2/storedTokens.ts';

/** A stored credential for which access tokens are obtained. */
export interface SigningIn {
  readonly serverId: string;
  readonly bundle: BundleRef;
  readonly auth: {
    readonly grant?: Grant;
    readonly tokenUrl: string;
    readonly origin: string;
    readonly ciphertext: string;
  };
  readonly holder: string;
  /** Set when the account is the caller's own. */
  readonly owner?: Caller;
  /** Whether this is still the server's credential, by a strongly consistent read. */
  isCurrent(): Promise<boolean>;
}

/**
 * The holder of the tokens for requests to this origin. The base URL is '' until a first import has found it.
 * @param account the account (core/auth/account.ts), if each client has its own for this credential
 */
export function holderAt({ baseUrl }: Pick<LiveServer, 'baseUrl'>, origin: string, account?: string): string {
  const isBase = baseUrl !== '' && origin === originOf(baseUrl);
  if (account !== undefined) return isBase ? account : accountAt(account, origin);
  return isBase ? SERVER_HOLDER : origin;
}

/**
 * The credential that a tool's calls obtain tokens with; undefined when its credential needs none.
 *
 * @param auth the credential of the origin that the tool's requests go to
 * @param authNow the same, read with strong consistency
 * @param caller used on a server where each client has its own account
 */
export function signingInOf(
  server: LiveServer,
  auth: ServerAuth,
  authNow: () => Promise<ServerAuth | undefined>,
  caller: Caller,
): SigningIn | undefined {
  const { origin, ciphertext } = auth;
  const { grant, tokenUrl } = shapeWithin(auth, 'oauth2') ?? {};
  if (tokenUrl === undefined || origin === undefined || ciphertext === undefined) return undefined;
  const { serverId, bundle } = server;
  const isOwn = isOwnAccount(grant, server.credentials);
  return {
    serverId,
    bundle,
    auth: { tokenUrl, origin, ciphertext, ...(grant && { grant }) },
    holder: holderAt(server, origin, isOwn ? caller.account : undefined),
    ...(isOwn && { owner: caller }),
    async isCurrent() {
      const now = (await authNow())?.ciphertext;
      return now !== undefined && versionOfCredential(now) === versionOfCredential(ciphertext);
    },
  };
}
