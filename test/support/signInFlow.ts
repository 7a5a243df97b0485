/** Signs in with neither an SDK nor a browser, for measurements with many sessions. */
import { createHash, randomBytes } from 'node:crypto';
import { decide, REDIRECT } from './oauthClient.ts';
import type { LocalStack } from './stack.ts';

/** Registers a client; returns its id. */
export async function registerByHand({ edgeUrl }: Pick<LocalStack, 'edgeUrl'>, name: string): Promise<string> {
  const answer = await fetch(`${edgeUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [REDIRECT] }),
  });
  return ((await answer.json()) as { client_id: string }).client_id;
}

/** Creates a session for the person of `login`, with the client, at the server of this address; returns its access token. */
export async function signInByHand(
  { edgeUrl, apiUrl }: Pick<LocalStack, 'edgeUrl' | 'apiUrl'>,
  login: string,
  clientId: string,
  url: string,
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    resource: url,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await decide(apiUrl, login, new URL(`${edgeUrl}/oauth/authorize?${query}`));
  const answer = await fetch(`${edgeUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') as string,
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      resource: url,
    }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
