/** Why the calls of a server get no access token, from its stored tokens, so that its page can say so before a call fails. */
import { upstreamTokens } from '../../aws/tables/upstreamTokens.ts';
import type { ServerView } from '../../core/api/servers.ts';
import { CALLS } from '../../core/catalogue/calls.ts';
import type { ServerAuth, ServerRow } from '../../core/records.ts';
import { versionOfCredential } from '../../core/request/credential/oauth2/storedTokens.ts';
import { shapeWithin } from '../../core/request/credential/shape.ts';
import { holderAt } from '../shared/accessToken.ts';
import { credentialsOf } from './credentials.ts';

type SignInFailure = NonNullable<ServerView['signInFailures']>[number];

/** One for each OAuth 2 credential whose last token request was refused, read with strong consistency in this region. */
export async function signInFailures(server: ServerRow): Promise<SignInFailure[]> {
  const failures = await Promise.all(credentialsOf(server).map((auth) => failureOf(server, auth)));
  return failures.flatMap((failure) => failure ?? []);
}

async function failureOf(server: ServerRow, auth: ServerAuth): Promise<SignInFailure | undefined> {
  const { origin, ciphertext } = auth;
  const { tokenUrl } = shapeWithin(auth, 'oauth2') ?? {};
  if (tokenUrl === undefined || origin === undefined || ciphertext === undefined) return undefined;
  const row = await upstreamTokens.read(server.serverId, holderAt(server, origin));
  if (row?.failure === undefined || row.credential !== versionOfCredential(ciphertext)) return undefined;
  const { code } = row.failure;
  const [message = '', wayOut = ''] = CALLS[code] ?? [];
  return { origin, host: new URL(tokenUrl).host, code, message, wayOut };
}
