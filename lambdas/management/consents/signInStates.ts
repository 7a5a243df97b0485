/**
 * What the stored tokens say about the credentials of a server: why its calls get no access token, so that its page can say so before a
 * call fails, and where the token endpoint says that the API of the account is.
 */
import { upstreamTokens } from '../../../aws/tables/upstreamTokens.ts';
import type { ServerView } from '../../../core/api/serverViews.ts';
import { CALLS } from '../../../core/errorCatalog/calls.ts';
import { shapeWithin } from '../../../core/model/credential.ts';
import type { ServerAuth, ServerRow } from '../../../core/model/server.ts';
import { type UpstreamTokensRow, versionOfCredential } from '../../../core/request/credential/oauth2/storedTokens.ts';
import { holderAt } from '../../shared/signingIn.ts';
import { isAt } from '../serverRow/binding.ts';
import { credentialsOf } from '../serverRow/credentials.ts';

interface SignInState {
  /** Of the credential. */
  readonly origin: string;
  /** Of the token endpoint. */
  readonly host: string;
  readonly row: UpstreamTokensRow;
}

/** Of each OAuth 2 credential with stored tokens, read with strong consistency in this region. */
export async function signInStates(server: ServerRow): Promise<Pick<ServerView, 'signInFailures' | 'instance'>> {
  const states = (await Promise.all(credentialsOf(server).map((auth) => stateOf(server, auth)))).flatMap(
    (state) => state ?? [],
  );
  const signInFailures = states.flatMap(({ origin, host, row: { failure } }) => {
    if (failure === undefined) return [];
    const [message = '', wayOut = ''] = CALLS[failure.code] ?? [];
    return [{ origin, host, code: failure.code, message, wayOut }];
  });
  const { host = '', row } = states.find(({ origin }) => isAt(server, origin)) ?? {};
  return {
    ...(signInFailures.length > 0 && { signInFailures }),
    ...(row?.instance !== undefined && { instance: { origin: row.instance, host } }),
  };
}

async function stateOf(server: ServerRow, auth: ServerAuth): Promise<SignInState | undefined> {
  const { origin, ciphertext } = auth;
  const { grant, tokenUrl } = shapeWithin(auth, 'oauth2') ?? {};
  // The tokens of single clients are listed by accounts.ts.
  if (grant === 'authorizationCode' && server.credentials === 'per-token') return undefined;
  if (tokenUrl === undefined || origin === undefined || ciphertext === undefined) return undefined;
  const row = await upstreamTokens.read(server.serverId, holderAt(server, origin));
  if (row?.credential !== versionOfCredential(ciphertext)) return undefined;
  return { origin, host: new URL(tokenUrl).host, row };
}
