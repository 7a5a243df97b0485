/**
 * Requests an access token, through the guarded client and only at the URL sealed with the credential. A client that authenticates by TLS
 * (RFC 8705) uses the certificate that its credential is combined with.
 */
import { type Credential, partOf } from '../../core/request/credential/index.ts';
import { type ExchangedToken, tokenRequest } from '../../core/request/credential/oauth2/tokenRequest.ts';
import { type AccessToken, accessTokenOf, refusal } from '../../core/request/credential/oauth2/tokenResponse.ts';
import type { OAuth2Credential } from '../../core/request/credential/oauth2.ts';
import { type EgressClient, EgressError, type EgressResponse } from '../../egress/index.ts';
import type { TokenClient } from './server.ts';

const ANSWER_BYTES = 64 * 1024;

/** The HTTP client for the token endpoint of a credential. */
export function endpointClient(
  whole: Credential | undefined,
  credential: OAuth2Credential,
  client: TokenClient,
): EgressClient {
  const identity = credential.clientAuthentication === 'tls' ? partOf(whole, 'mutualTLS') : undefined;
  return client(credential.tokenUrl, identity);
}

/**
 * @param client reaches the endpoint's host and nothing else
 * @param now milliseconds since 1970
 * @throws `oauth_…`, `credential_invalid`
 */
export async function fetchToken(
  credential: OAuth2Credential,
  client: EgressClient,
  now: number,
  exchanged: ExchangedToken = {},
): Promise<AccessToken> {
  const request = tokenRequest(credential, new Date(now), exchanged);
  let answer: EgressResponse | undefined;
  try {
    answer = await client.request({ ...request, keepBytes: ANSWER_BYTES, abortBytes: ANSWER_BYTES });
    const { tokenUrl, grant } = credential;
    const [isCode, isOfPerson] = [exchanged.consent !== undefined, exchanged.person !== undefined];
    return accessTokenOf(answer, { tokenUrl, grant, isCode, isOfPerson }, now);
  } catch (cause) {
    if (cause instanceof EgressError) throw refusal('oauth_endpoint_failed', credential.tokenUrl, { cause });
    throw cause;
  } finally {
    request.body.fill(0);
    answer?.body.fill(0);
  }
}
