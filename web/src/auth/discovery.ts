/** Where to sign in: `GET /v1/config` names the issuer, and its discovery document (OpenID Discovery 1.0) names the endpoints. */

export interface AppConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Host of the hosted sign-in pages; '' or absent when they are the issuer's own. */
  readonly loginDomain?: string;
  /** Origin at which MCP clients reach the servers. */
  readonly edgeUrl: string;
}

export interface Endpoints {
  readonly authorize: string;
  readonly token: string;
  readonly logout: string;
}

async function json(url: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${url} answered HTTP ${answer.status}.`);
  return answer.json();
}

export async function discover(): Promise<{ config: AppConfig; endpoints: Endpoints }> {
  const config = (await json('/v1/config')) as unknown as AppConfig;
  const document = await json(`${config.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const authorize = String(document['authorization_endpoint']);
  return {
    config,
    endpoints: {
      authorize,
      token: String(document['token_endpoint']),
      // Cognito's hosted pages sign out at /logout on the same host.
      logout: String(document['end_session_endpoint'] ?? new URL('/logout', authorize)),
    },
  };
}
