/**
 * Sign-in by authorization code with PKCE (RFC 7636, RFC 9700) against the issuer that `/v1/config` names.
 * Tokens live in this module's memory and nowhere else: a reload goes through the issuer's own session again, which
 * answers without a question while that session lasts. Only the one-time verifier waits in sessionStorage during the
 * redirect, and is removed before the code is spent. What a token allows is the API's business, not decided here.
 */
import { type AppConfig, discover, type Endpoints } from './discovery.ts';

interface Tokens {
  readonly access: string;
  readonly refresh?: string;
  readonly id?: string;
  /** Milliseconds since the epoch, a minute before the real end. */
  readonly until: number;
}

interface Pending {
  readonly verifier: string;
  readonly state: string;
  readonly returnTo: string;
}

/** The issuer sent the browser back with an error, or a code that this page did not ask for. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

const PENDING = 'portcullis.sign-in';

let config: AppConfig;
let endpoints: Endpoints;
let tokens: Tokens | undefined;
let renewing: Promise<string> | undefined;

/** The one address that the pool knows; an answer is told from a visit by its `state`. */
const redirectUri = (): string => `${location.origin}/`;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Sends the browser to the issuer; the page ends here. */
async function redirectToIssuer(returnTo: string): Promise<never> {
  const pending: Pending = { verifier: randomText(), state: randomText(), returnTo };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    scope: 'openid email profile',
    state: pending.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  location.assign(`${endpoints.authorize}?${query}`);
  return new Promise(() => undefined);
}

async function tokenRequest(fields: Record<string, string>): Promise<Tokens> {
  const answer = await fetch(endpoints.token, {
    method: 'POST',
    body: new URLSearchParams({ client_id: config.clientId, ...fields }),
    credentials: 'omit',
  });
  if (!answer.ok) throw new SignInError(`The sign-in service refused the request (HTTP ${answer.status}).`);
  const body = await answer.json();
  return {
    access: body.access_token,
    refresh: body.refresh_token ?? fields['refresh_token'],
    id: body.id_token,
    until: Date.now() + (Number(body.expires_in ?? 3600) - 60) * 1000,
  };
}

const isAnswer = (query: URLSearchParams): boolean =>
  location.pathname === '/' && query.has('state') && (query.has('code') || query.has('error'));

async function finish(query: URLSearchParams): Promise<void> {
  const stored = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  const pending: Pending | undefined = stored === null ? undefined : JSON.parse(stored);
  const asked = pending !== undefined && pending.state === query.get('state');
  // The code leaves the address bar and the history entry before anything else can read it.
  history.replaceState(null, '', asked ? pending.returnTo : '/');
  if (!asked) return;
  const refused = query.get('error');
  if (refused !== null) throw new SignInError(query.get('error_description') ?? refused);
  tokens = await tokenRequest({
    grant_type: 'authorization_code',
    code: query.get('code') ?? '',
    redirect_uri: redirectUri(),
    code_verifier: pending.verifier,
  });
}

/** Signs in, or leaves the page to do so. Resolves only when an access token is at hand. */
export async function signIn(): Promise<AppConfig> {
  const found = await discover();
  config = found.config;
  endpoints = found.endpoints;
  const query = new URLSearchParams(location.search);
  if (isAnswer(query)) await finish(query);
  if (tokens === undefined) await redirectToIssuer(location.pathname + location.search + location.hash);
  return config;
}

/** Starts over from the sign-in page, e.g. after {@link SignInError}. */
export const signInAgain = (): Promise<never> => redirectToIssuer('/');

async function renew(): Promise<string> {
  if (tokens?.refresh !== undefined) {
    try {
      tokens = await tokenRequest({ grant_type: 'refresh_token', refresh_token: tokens.refresh });
      return tokens.access;
    } catch {
      tokens = undefined;
    }
  }
  return redirectToIssuer(location.pathname + location.search);
}

/** A token that is good for at least a minute; renews it, and signs in anew when that fails. */
export async function accessToken(fresh = false): Promise<string> {
  if (!fresh && tokens !== undefined && Date.now() < tokens.until) return tokens.access;
  renewing ??= renew().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** Forgets the tokens and ends the issuer's session (Cognito reads client_id and logout_uri, OpenID the others). */
export function signOut(): void {
  const id = tokens?.id;
  tokens = undefined;
  const query = new URLSearchParams({
    client_id: config.clientId,
    logout_uri: `${location.origin}/`,
    post_logout_redirect_uri: `${location.origin}/`,
    ...(id === undefined ? {} : { id_token_hint: id }),
  });
  location.assign(`${endpoints.logout}?${query}`);
}
