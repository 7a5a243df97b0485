/** Signs in at the local login as a person would, by code with PKCE, and returns the access token. */
import { createHash, randomBytes } from 'node:crypto';

export async function signIn(edgeUrl: string, role: 'admin' | 'editor' | 'viewer'): Promise<string> {
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
  const config = (await (await fetch(`${edgeUrl}/v1/config`)).json()) as { issuer: string; clientId: string };
  const discovery = (await (await fetch(`${config.issuer}/.well-known/openid-configuration`)).json()) as {
    readonly authorization_endpoint: string;
    readonly token_endpoint: string;
  };
  const verifier = randomBytes(32).toString('base64url');
  const redirect_uri = `${edgeUrl}/`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri,
    scope: 'openid email profile',
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const asked = await visit(`${discovery.authorization_endpoint}?${query}`);
  const page = new URL(asked.headers.get('location') as string, config.issuer).href;
  let next = await visit(page, {
    method: 'POST',
    body: new URLSearchParams({ role }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  let location = '';
  for (;;) {
    location = new URL(next.headers.get('location') as string, config.issuer).href;
    if (location.startsWith(redirect_uri)) break;
    next = await visit(location);
  }
  const answer = await fetch(discovery.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: config.clientId,
      code: new URL(location).searchParams.get('code') as string,
      redirect_uri,
      code_verifier: verifier,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
