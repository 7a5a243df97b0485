/**
 * An MCP client that binds its tokens to a key of its own (DPoP, RFC 9449), with `oauth4webapi`, which others wrote: discovery, registration,
 * authorization code, refresh and requests. `proofOf` makes proofs by hand, also wrong ones.
 */
import { createHash, randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, type JWTPayload, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import { decide, REDIRECT } from './oauthClient.ts';
import type { LocalStack } from './stack.ts';

/** The local stack has no TLS. */
const INSECURE = { [oauth.allowInsecureRequests]: true };

export interface DpopClient {
  readonly keys: oauth.CryptoKeyPair;
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly tokens: oauth.TokenEndpointResponse;
  /** A request of the client at the MCP endpoint. */
  send(method: string, body?: object): Promise<Response>;
  /** The next tokens, by a proof of these keys. */
  refresh(keys?: oauth.CryptoKeyPair): Promise<oauth.TokenEndpointResponse>;
}

export const newKeys = () => oauth.generateKeyPair('ES256', { extractable: true });

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
};

/** The call of a tool as the body of a request. */
export const callOf = (name: string): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: {} },
});

/**
 * Signs the person of this login in at the MCP server.
 * @param keys of the code; by default those of the tokens
 */
export async function signInWithKey(
  { apiUrl }: Pick<LocalStack, 'apiUrl'>,
  login: string,
  url: string,
  { metadata = {}, codeKeys }: { readonly metadata?: object; readonly codeKeys?: oauth.CryptoKeyPair } = {},
): Promise<DpopClient> {
  const resource = new URL(url);
  const described = await oauth.resourceDiscoveryRequest(resource, INSECURE);
  const { authorization_servers = [] } = await oauth.processResourceDiscoveryResponse(resource, described);
  const issuer = new URL(authorization_servers[0] ?? '');
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE });
  const server = await oauth.processDiscoveryResponse(issuer, discovered);
  const registered = await oauth.dynamicClientRegistrationRequest(
    server,
    { client_name: 'Bound', redirect_uris: [REDIRECT], ...metadata },
    INSECURE,
  );
  const client = await oauth.processDynamicClientRegistrationResponse(registered);
  const keys = await newKeys();
  const handle = oauth.DPoP({}, keys);
  const verifier = oauth.generateRandomCodeVerifier();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    resource: url,
    state: 'state',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    dpop_jkt: await oauth.DPoP({}, codeKeys ?? keys).calculateThumbprint(),
  });
  const back = await decide(apiUrl, login, new URL(`${server.authorization_endpoint}?${query}`));
  const parameters = oauth.validateAuthResponse(server, client, back, 'state');
  const given = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    REDIRECT,
    verifier,
    {
      DPoP: handle,
      additionalParameters: { resource: url },
      ...INSECURE,
    },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, given);
  return {
    keys,
    server,
    client,
    tokens,
    send: (method, body) =>
      oauth.protectedResourceRequest(
        tokens.access_token,
        method,
        resource,
        new Headers(HEADERS),
        body === undefined ? null : JSON.stringify(body),
        { DPoP: handle, ...INSECURE },
      ),
    async refresh(other = keys) {
      const options = { DPoP: oauth.DPoP({}, other), ...INSECURE };
      const answer = await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        tokens.refresh_token ?? '',
        options,
      );
      return oauth.processRefreshTokenResponse(server, client, answer);
    },
  };
}

/** A proof by hand, with claims and header replaced; undefined claims are left out. */
export async function proofOf(
  { privateKey, publicKey }: oauth.CryptoKeyPair,
  { method, url, accessToken }: { readonly method: string; readonly url: string; readonly accessToken?: string },
  { claims = {}, header = {} }: { readonly claims?: object; readonly header?: object } = {},
): Promise<string> {
  const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url');
  const payload = { jti: randomUUID(), htm: method, htu: url, iat: Math.floor(Date.now() / 1_000), ath, ...claims };
  const jwk = await exportJWK(publicKey as CryptoKey);
  return new SignJWT(JSON.parse(JSON.stringify(payload)) as JWTPayload)
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
    .sign(privateKey as CryptoKey);
}

/** A request with these headers of authorization. */
export const sendWith = (url: string, authorization: string, proof?: string, method = 'POST'): Promise<Response> =>
  fetch(url, {
    method,
    headers: { ...HEADERS, authorization, ...(proof !== undefined && { dpop: proof }) },
    ...(method === 'POST' && { body: JSON.stringify(callOf('listThings')) }),
  });
