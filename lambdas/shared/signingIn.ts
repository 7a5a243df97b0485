/** Which stored credential gives a tool's calls access tokens, and under which name these are stored. accessToken.ts obtains them. */

import type { Caller } from '../../core/auth/account.ts';
import type { LiveServer } from '../../core/auth/tokens/check.ts';
import { originOf } from '../../core/lib/url/baseUrl.ts';
import type { BundleRef } from '../../core/model/bundle.ts';
import { isOfPersons, isOwnAccount, shapeWithin } from '../../core/model/credential.ts';
import type { Grant } from '../../core/model/credentialKinds/grants.ts';
import type { ServerAuth } from '../../core/model/server.ts';
import type { AssertedPerson } from '../../core/request/credential/oauth2/assertedPerson.ts';
import { accountAt } from '../../core/request/credential/oauth2/holders.ts';
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
  /** Who calls, where tokens are those of a person. */
  readonly person?: AssertedPerson;
  /** Tokens are those of a person, and who calls is none. */
  readonly lacksPerson?: true;
  /** Whether this is still the server's credential, by a strongly consistent read. */
  isCurrent(): Promise<boolean>;
  /** Whether who calls still may, by a strongly consistent read; asked where tokens of a person were stored. */
  isOpen?(): Promise<boolean>;
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
  const shape = shapeWithin(auth, 'oauth2');
  if (shape?.tokenUrl === undefined || origin === undefined || ciphertext === undefined) return undefined;
  const { grant, tokenUrl } = shape;
  const { serverId, bundle } = server;
  const isOwn = isOwnAccount(grant, server.credentials);
  const person = isOfPersons(shape) ? caller.person : undefined;
  const lacksPerson = isOfPersons(shape) && person === undefined && shape.defaultSubject === undefined;
  return {
    serverId,
    bundle,
    auth: { tokenUrl, origin, ciphertext, ...(grant && { grant }) },
    holder: holderAt(server, origin, isOwn || person ? caller.account : undefined),
    ...(isOwn && { owner: caller }),
    ...(person && { person }),
    ...(lacksPerson && { lacksPerson }),
    async isCurrent() {
      const now = (await authNow())?.ciphertext;
      return now !== undefined && versionOfCredential(now) === versionOfCredential(ciphertext);
    },
  };
}
