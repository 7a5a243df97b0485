/** Why calls of a server get no access token, as its stored tokens know it: told on the server's page before a model finds out. */
import { upstreamTokens } from '../../aws/tables/upstreamTokens.ts';
import type { ServerView } from '../../core/api/servers.ts';
import { CALLS } from '../../core/catalogue/calls.ts';
import type { ServerAuth, ServerRow } from '../../core/records.ts';
import { SERVER_HOLDER, versionOfCredential } from '../../core/request/credential/oauth2/storedTokens.ts';
import { shapeWithin } from '../../core/request/credential/shape.ts';
import { originOf } from '../../core/url/baseUrl.ts';

type SignInFailure = NonNullable<ServerView['signInFailures']>[number];

/** Of each credential that signs in and whose last sign-in was refused; this region's, strongly read. */
export async function signInFailures({ serverId, baseUrl, auth, hosts = {} }: ServerRow): Promise<SignInFailure[]> {
  const credentials = [auth, ...Object.values(hosts).flatMap((host) => host.auth ?? [])];
  const failures = await Promise.all(credentials.map((each) => failureOf(serverId, baseUrl, each)));
  return failures.flatMap((failure) => failure ?? []);
}

async function failureOf(serverId: string, baseUrl: string, auth: ServerAuth): Promise<SignInFailure | undefined> {
  const { origin, ciphertext } = auth;
  const { tokenUrl } = shapeWithin(auth, 'oauth2') ?? {};
  if (tokenUrl === undefined || origin === undefined || ciphertext === undefined) return undefined;
  const holder = baseUrl !== '' && origin === originOf(baseUrl) ? SERVER_HOLDER : origin;
  const row = await upstreamTokens.read(serverId, holder);
  if (row?.failure === undefined || row.credential !== versionOfCredential(ciphertext)) return undefined;
  const { code } = row.failure;
  const [message = '', wayOut = ''] = CALLS[code] ?? [];
  return { origin, host: new URL(tokenUrl).host, code, message, wayOut };
}
