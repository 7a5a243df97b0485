/**
 * Sign-in by authorization code with PKCE (RFC 7636, RFC 9700) at the issuer that `/v1/config` names. Tokens are kept in this module's
 * memory only: after a reload the page goes through the issuer again, which answers without asking while its own session lasts. Only the
 * one-time verifier is in sessionStorage during the redirect, and is removed before the code is exchanged. The API decides what a token
 * allows. When a session ends while a page is open, requests wait until the person has signed in again in a second window, so the page
 * keeps everything typed on it.
 */
import { type AppConfig, discover, type Endpoints } from './discovery.ts';

interface Tokens {
  readonly access: string;
  readonly refresh?: string;
  readonly id?: string;
  /** Epoch milliseconds, one minute before the real expiry. */
  readonly until: number;
}

interface Pending {
  readonly verifier: string;
  readonly state: string;
  readonly returnTo: string;
}

/** The issuer returned an error, or a code that this page did not request. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

const PENDING = 'portcullis.sign-in';
/** Name of the channel between a page and the window in which the person signs in again; also marks that window's responses. */
const BESIDE = 'portcullis.beside';

let config: AppConfig;
let endpoints: Endpoints;
let tokens: Tokens | undefined;
let renewing: Promise<string> | undefined;
/** The request that waits for a new sign-in after the session has ended. */
let waiting: { readonly resolve: (access: string) => void } | undefined;
const watchers = new Set<() => void>();

/** The only redirect URI that the pool allows; a response is recognized by its `state`. */
const redirectUri = (): string => `${location.origin}/`;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

async function authorizeUrl({ verifier, state }: Pick<Pending, 'verifier' | 'state'>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    scope: 'openid email profile',
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  return `${endpoints.authorize}?${query}`;
}

/** Sends the browser to the issuer, which unloads the page. */
async function redirectToIssuer(returnTo: string): Promise<never> {
  const pending: Pending = { verifier: randomText(), state: randomText(), returnTo };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  location.assign(await authorizeUrl(pending));
  return new Promise(() => undefined);
}

async function tokenRequest(fields: Record<string, string>): Promise<Tokens> {
  const answer = await fetch(endpoints.token, {
    method: 'POST',
    body: new URLSearchParams({ client_id: config.clientId, ...fields }),
    credentials: 'omit',
  });
  // A service that is briefly unavailable has refused nothing.
  if (answer.status >= 500) throw new Error(`The sign-in service answered HTTP ${answer.status}.`);
  if (!answer.ok) throw new SignInError(`The sign-in service refused the request (HTTP ${answer.status}).`);
  const body = await answer.json();
  return {
    // The ID token: Cognito's access token has only an opaque id of the person, and the audit trail needs the name.
    access: body.id_token,
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
  // Removes the code from the address bar and the history entry before anything else can read it.
  history.replaceState(null, '', asked ? pending.returnTo : '/');
  if (!asked) return;
  const refused = query.get('error');
  if (refused !== null) throw new SignInError(query.get('error_description') ?? refused);
  tokens = await spend(query.get('code') ?? '', pending.verifier);
}

const spend = (code: string, verifier: string): Promise<Tokens> =>
  tokenRequest({ grant_type: 'authorization_code', code, redirect_uri: redirectUri(), code_verifier: verifier });

/** In the second window: passes the issuer's response to the page, which alone has the code verifier. False in any other window. */
export function handOver(): boolean {
  const query = new URLSearchParams(location.search);
  if (!isAnswer(query) || !query.get('state')?.startsWith(BESIDE)) return false;
  history.replaceState(null, '', '/');
  const channel = new BroadcastChannel(BESIDE);
  channel.postMessage(query.toString());
  channel.close();
  close();
  return true;
}

/** Signs in, or leaves the page to do so. Resolves only when there is an access token. */
export async function signIn(): Promise<AppConfig> {
  const found = await discover();
  config = found.config;
  endpoints = found.endpoints;
  const query = new URLSearchParams(location.search);
  if (isAnswer(query)) await finish(query);
  if (tokens === undefined) await redirectToIssuer(location.pathname + location.search + location.hash);
  return config;
}

/** Starts again from the sign-in page, e.g. after {@link SignInError}. */
export const signInAgain = (): Promise<never> => redirectToIssuer('/');

async function renew(): Promise<string> {
  if (tokens?.refresh !== undefined) {
    try {
      tokens = await tokenRequest({ grant_type: 'refresh_token', refresh_token: tokens.refresh });
      return tokens.access;
    } catch (error) {
      // A missing network says nothing about the session; the next request tries again.
      if (!(error instanceof SignInError)) throw error;
    }
  }
  // No page is open yet that could ask the person or lose something.
  if (watchers.size === 0) return redirectToIssuer(location.pathname + location.search);
  const { promise, resolve } = Promise.withResolvers<string>();
  waiting = { resolve };
  for (const watcher of watchers) watcher();
  return promise;
}

/** Whether requests wait for a new sign-in, and subscribing to changes of that (for useSyncExternalStore). */
export const signInEnded = {
  get: (): boolean => waiting !== undefined,
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

const subjectOf = ({ id = '' }: Tokens): unknown => {
  const payload = id.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
  return payload === undefined ? undefined : JSON.parse(atob(payload)).sub;
};

/**
 * Signs in again in a second window; waiting requests continue afterwards. Call it from a click, or browsers block the window; if it is
 * blocked, the page itself goes to the issuer. Throws {@link SignInError} when the issuer refuses.
 */
export async function signInBeside(): Promise<void> {
  const beside = open('', BESIDE, 'popup,width=480,height=680');
  if (beside === null) return redirectToIssuer(location.pathname + location.search);
  const pending = { verifier: randomText(), state: `${BESIDE}.${randomText()}` };
  const channel = new BroadcastChannel(BESIDE);
  const answered = new Promise<URLSearchParams>((done) => {
    channel.onmessage = ({ data }) => {
      const query = new URLSearchParams(String(data));
      if (query.get('state') === pending.state) done(query);
    };
  });
  beside.location.assign(await authorizeUrl(pending));
  const query = await answered.finally(() => channel.close());
  const refused = query.get('error');
  if (refused !== null) throw new SignInError(query.get('error_description') ?? refused);
  const before = tokens;
  tokens = await spend(query.get('code') ?? '', pending.verifier);
  // Another person has signed in: other rights apply, and the first person's page must not be shown.
  if (before !== undefined && subjectOf(before) !== subjectOf(tokens)) location.reload();
  waiting?.resolve(tokens.access);
  waiting = undefined;
  for (const watcher of watchers) watcher();
}

/** A token that is valid for at least a minute; renews it, and starts a new sign-in when that fails. */
export async function accessToken(fresh = false): Promise<string> {
  if (!fresh && tokens !== undefined && Date.now() < tokens.until) return tokens.access;
  renewing ??= renew().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** Deletes the tokens and ends the issuer's session (Cognito reads client_id and logout_uri, OpenID providers the others). */
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
