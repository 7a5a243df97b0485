/**
 * GET /oauth/authorize: checks a client's authorization request, stores it for ten minutes and redirects the browser to the page on which
 * the person decides (lambdas/management/tokens/authorizations.ts). An error found before the client and its redirect URI are known to belong
 * together is shown on a page of ours, without a redirect (RFC 9700 section 4.11).
 */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { storeRequest } from '../../aws/tables/signIns.ts';
import { grantedBy } from '../../core/auth/oauth/addresses.ts';
import type { OAuthClient } from '../../core/auth/oauth/clients.ts';
import { OAuthError } from '../../core/auth/oauth/errors.ts';
import { isChallenge } from '../../core/auth/oauth/pkce.ts';
import { redirectTo } from '../../core/auth/oauth/redirect.ts';
import { isRedirectOf } from '../../core/auth/oauth/redirectUris.ts';
import { isoNow, randomBase62 } from '../../core/lib/ids.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { singleParameters } from './body.ts';
import { findClient } from './client.ts';
import { isForProgram, refusalJson, refusalPage } from './page.ts';
import { serverAt } from './server.ts';

type Result = APIGatewayProxyStructuredResultV2;

const MAX_STATE = 4_096;

/**
 * Answers an authorization request (RFC 6749 section 4.1.1) with a redirect or a page, also for errors.
 * @param accept the request's Accept header; a program that asks for JSON gets the error as JSON (page.ts)
 */
export async function authorize(query: URLSearchParams, accept: string | undefined): Promise<Result> {
  let given: ReadonlyMap<string, string>;
  let client: OAuthClient;
  let redirectUri: string;
  try {
    given = singleParameters(query);
    client = await findClient(given.get('client_id'));
    const asked = given.get('redirect_uri');
    if (!isRedirectOf(client.redirectUris, asked)) {
      throw new OAuthError('invalid_request', 'redirect_uri is not one of those that the client has registered.');
    }
    redirectUri = asked;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return isForProgram(accept) ? refusalJson(error) : refusalPage(error);
  }
  const state = given.get('state');
  try {
    const requestId = await keepRequest(given, client, redirectUri, state);
    return seeOther(`${requireEnvironment('EDGE_URL')}/connect?request=${requestId}`);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return seeOther(
      redirectTo(
        redirectUri,
        { error: error.code, error_description: error.message, state },
        requireEnvironment('EDGE_URL'),
      ),
    );
  }
}

async function keepRequest(
  given: ReadonlyMap<string, string>,
  client: OAuthClient,
  redirectUri: string,
  state: string | undefined,
): Promise<string> {
  if (given.get('response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  }
  const codeChallenge = given.get('code_challenge');
  if (given.get('code_challenge_method') !== 'S256' || !isChallenge(codeChallenge)) {
    throw new OAuthError('invalid_request', 'PKCE is required, with code_challenge_method S256.');
  }
  if (state !== undefined && state.length > MAX_STATE) throw new OAuthError('invalid_request', 'state is too long.');
  const dpopJkt = given.get('dpop_jkt');
  // A thumbprint by SHA-256 (RFC 9449 section 10).
  if (dpopJkt !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(dpopJkt)) {
    throw new OAuthError('invalid_request', 'dpop_jkt is not the thumbprint of a key.');
  }
  const { serverId } = await serverAt(given.get('resource'));
  const requestId = randomBase62(32);
  await storeRequest({
    requestId,
    client,
    redirectUri,
    codeChallenge,
    serverId,
    ...(dpopJkt !== undefined && { dpopJkt }),
    asked: grantedBy(given.get('scope')),
    ...(state !== undefined && { state }),
    expiresAt: isoNow(Date.now() + LIMITS.signIn.requestMs),
  });
  return requestId;
}

const seeOther = (location: string): Result => ({
  statusCode: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
});
