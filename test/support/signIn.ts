/** Signs in at the local login as a person would, by code with PKCE, and returns a token. */
import { createHash, randomBytes } from 'node:crypto';
import type { SamlPost } from './samlProvider.ts';

/** Signs in at the owner's identity provider, and resolves to what the browser is sent back with: an address, or a form to post. */
type Elsewhere = (url: string) => Promise<string | SamlPost>;

/** The dashboard sends the identity token, scripts may send either. */
type TokenKind = 'access_token' | 'id_token';

interface LoginPlace {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** At the login of a running stack. */
export async function signIn(
  edgeUrl: string,
  way: 'admin' | 'editor' | 'viewer' | 'provider',
  elsewhere?: Elsewhere,
  token?: TokenKind,
): Promise<string> {
  const { issuer, clientId } = (await (await fetch(`${edgeUrl}/v1/config`)).json()) as LoginPlace;
  return signInAt({ issuer, clientId, redirectUri: `${edgeUrl}/` }, way, elsewhere, token);
}

/** @param way a role of the page, or the owner's identity provider */
export async function signInAt(
  { issuer, clientId, redirectUri: redirect_uri }: LoginPlace,
  way: string,
  elsewhere: Elsewhere = () => Promise.reject(new Error('There is no provider.')),
  token: TokenKind = 'access_token',
): Promise<string> {
  const jar = new Map<string, string>();
  const visit = async (url: string, options: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', ...options, headers: { ...options.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  const discovery = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as {
    readonly authorization_endpoint: string;
    readonly token_endpoint: string;
  };
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri,
    scope: 'openid email profile',
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const asked = await visit(`${discovery.authorization_endpoint}?${query}`);
  const page = new URL(asked.headers.get('location') as string, issuer).href;
  let next = await visit(page, {
    method: 'POST',
    body: new URLSearchParams({ role: way }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  let location = '';
  for (;;) {
    const to = next.headers.get('location');
    if (to === null) throw new Error(`The login answered ${next.status}: ${await next.text()}`);
    location = new URL(to, issuer).href;
    if (location.startsWith(redirect_uri)) break;
    const back = location.startsWith(issuer) ? location : await elsewhere(location);
    next =
      typeof back === 'string'
        ? await visit(back)
        : await visit(back.url, { method: 'POST', body: new URLSearchParams(back.form) });
  }
  const answer = await fetch(discovery.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: new URL(location).searchParams.get('code') as string,
      redirect_uri,
      code_verifier: verifier,
    }),
  });
  return ((await answer.json()) as Record<TokenKind, string>)[token];
}
