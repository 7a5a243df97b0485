/**
 * Asks a token endpoint for an access token: by the guarded client, at the one address that is sealed with the credential. A client that says
 * who it is by TLS (RFC 8705) shows the certificate beside it.
 */
import { type Credential, partOf } from '../../core/request/credential/index.ts';
import type { OAuth2Credential } from '../../core/request/credential/oauth2/oauth2.ts';
import { type ExchangedToken, tokenRequest } from '../../core/request/credential/oauth2/tokenRequest.ts';
import { type AccessToken, accessTokenOf, refusal } from '../../core/request/credential/oauth2/tokenResponse.ts';
import { type EgressClient, EgressError } from '../../egress/index.ts';
import type { TokenClient } from './server.ts';

const ANSWER_BYTES = 64 * 1024;

/** The client that reaches the endpoint of a credential which signs in. */
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
 * @param exchanged what the request begins with beside the credential
 * @throws TokenRefused
 */
export async function fetchToken(
  credential: OAuth2Credential,
  client: EgressClient,
  now: number,
  exchanged: ExchangedToken = {},
): Promise<AccessToken> {
  try {
    const answer = await client.request({
      ...tokenRequest(credential, new Date(now), exchanged),
      keepBytes: ANSWER_BYTES,
      abortBytes: ANSWER_BYTES,
    });
    return accessTokenOf(answer, { ...credential, isCode: exchanged.consent !== undefined }, now);
  } catch (cause) {
    if (cause instanceof EgressError) throw refusal('oauth_endpoint_failed', credential.tokenUrl, { cause });
    throw cause;
  }
}
