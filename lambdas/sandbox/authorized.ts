/**
 * Sends a request with the server's credential on it. With OAuth 2 that is an access token, and when the upstream refuses one that was
 * not fetched just now, the request is sent once more with another: only where repeating it changes nothing.
 */
import { type Credential, withCredential } from '../../core/request/credential/index.ts';
import type { EgressResponse } from '../../egress/index.ts';
import type { AccessTokens } from './accessTokens.ts';
import { REPEATABLE, type SendRequest, sendOnce } from './send.ts';
import type { LoadedServer, Upstream } from './server.ts';

/** What it takes to put the credential on a request. */
export interface Sender {
  readonly server: Pick<LoadedServer, 'tokenClient'>;
  readonly upstream: Upstream;
  readonly credential: Credential | undefined;
  /** The credential's ciphertext. */
  readonly stored: string | undefined;
  readonly tokens: AccessTokens;
  readonly signal: AbortSignal;
}

/**
 * @param onSent told what is on the request once it is on its way, for each time that it is sent
 * @throws EgressError, TokenRefused
 */
export async function sendAuthorized(
  request: SendRequest,
  { server, upstream, credential, stored = '', tokens, signal }: Sender,
  onSent: (credential: Credential | undefined) => void,
): Promise<EgressResponse> {
  const attempt = (own: Credential | undefined): Promise<EgressResponse> => {
    const authorize = own && ((outgoing: Parameters<typeof withCredential>[0]) => withCredential(outgoing, own));
    const sent = sendOnce(upstream.egress, { ...request, ...(authorize && { authorize }) }, signal);
    onSent(own);
    return sent;
  };
  if (credential?.type !== 'oauth2') return attempt(credential);
  const tokenFor = () => tokens.tokenFor(credential, stored, (tokenUrl) => server.tokenClient(tokenUrl));
  const first = await tokenFor();
  const answer = await attempt({ ...credential, accessToken: first.token });
  if (answer.status !== 401) return answer;
  await tokens.refused(stored, first.token);
  if (first.isFresh || !REPEATABLE.has(request.method) || signal.aborted) return answer;
  const second = await tokenFor();
  return attempt({ ...credential, accessToken: second.token });
}
