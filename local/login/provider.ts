/**
 * The login: an OpenID provider in the role of Cognito's hosted UI. Its page offers the three roles (a loopback address needs no
 * passwords), a form for people who were invited, and the owner's identity provider, if there is one; tokens have Cognito's claims:
 * token_use, auth_time, cognito:groups, in access tokens client_id. The page /outbox has the mails that Cognito would send.
 */
import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import type { VerifyToken } from '../edge/http-api.ts';
import { begin, refuseWhileStarting } from '../lib/starting.ts';
import type { Federation } from './federation/federation.ts';
import { federationWith, type OwnProviderAccess } from './federation/ownProvider.ts';
import { SignIn } from './interaction.ts';
import { endLoginsOf, MemoryAdapter } from './memory.ts';
import { outboxPage, sendPage } from './page.ts';
import type { People, Role } from './people.ts';

/** Options of the login. */
export interface LoginOptions {
  readonly clientId: string;
  /** Private signing key, kept in the data folder, so that tokens outlive a restart. */
  readonly signingKey: JWK;
  readonly cookieKey: string;
  /** The template's callback addresses of the client; a sign-in with any other is refused. */
  readonly callbackUrls: readonly string[];
  /** Where a sign-out may lead. */
  readonly logoutUrls: readonly string[];
  readonly people: People;
  /** The owner's identity provider, if the stack has one. */
  readonly own?: OwnProviderAccess;
}

/** The login's address, which listens already and refuses every request yet. */
export interface LoginAddress {
  readonly server: Server;
  readonly issuer: string;
}

/** Listens at the preferred port, or at any free port when it is taken. The issuer has to be known before the template is read. */
export async function listenForLogin(port: number): Promise<LoginAddress> {
  const server = refuseWhileStarting(createServer());
  await listen(server, port);
  return { server, issuer: `http://localhost:${(server.address() as AddressInfo).port}` };
}

/** The running login. */
export interface Login {
  readonly issuer: string;
  /** Verifies an access token as API Gateway's JWT authorizer does; rejects an invalid one. */
  readonly verify: VerifyToken;
  /** An access token with this role, for scripts. */
  accessToken(role: Role, hours: number, use?: 'access' | 'id'): Promise<string>;
  /** The owner's identity provider, if the stack has one. */
  readonly federation?: Federation;
  close(): Promise<void>;
}

/** Starts the login at its address. */
export async function startLogin({ server, issuer }: LoginAddress, options: LoginOptions): Promise<Login> {
  const { people, own } = options;
  people.onSignOut = endLoginsOf;
  const provider = new Provider(issuer, configuration(options, issuer));
  provider.proxy = false;
  const callback = provider.callback();
  const federation = own && (await federationWith(own, { issuer, inbound: () => people.inbound }));
  const signIn = new SignIn(provider, people, federation);
  begin(server).on('request', (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', issuer);
    // Against DNS rebinding: other host names get nothing.
    if (!/^(localhost|127\.0\.0\.1|\[::1\]):\d+$/.test(request.headers.host ?? '')) response.writeHead(403).end();
    else if (path.startsWith('/interaction/')) void signIn.interaction(request, response);
    else if (path === federation?.path && request.method === federation.method) void signIn.comeBack(request, response);
    else if (path === '/logout') signOut(options, searchParams, response);
    else if (path === '/outbox')
      sendPage(response, outboxPage(people.accounts.all().flatMap(({ mail }) => mail ?? [])), { hasForms: false });
    else void callback(request, response);
  });

  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...publicKey } = options.signingKey;
  const keys = createLocalJWKSet({ keys: [publicKey] });
  const signingKey = await importJWK(options.signingKey, 'RS256');
  return {
    issuer,
    ...(federation && { federation }),
    async verify(token, authorizer) {
      if (authorizer.issuer !== issuer) throw new Error('The authorizer trusts another issuer.');
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'] });
      // `client_id` counts only in a token without an audience, which is the form of Cognito's access tokens.
      const meant = [payload.aud ?? payload['client_id'] ?? []].flat();
      if (!meant.some((each) => authorizer.audience.includes(String(each))))
        throw new Error('The token is for another client.');
      return payload;
    },
    accessToken: async (role, hours, use = 'access') =>
      new SignJWT({
        ...people.claimsWithoutSignIn(role),
        token_use: use,
        ...(use === 'id' ? { aud: options.clientId } : { client_id: options.clientId, scope: 'openid email profile' }),
      })
        .setProtectedHeader({ alg: 'RS256', kid: String(options.signingKey.kid) })
        .setIssuer(issuer)
        .setSubject(role)
        .setIssuedAt()
        .setExpirationTime(`${hours}h`)
        .sign(signingKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The preferred port, or any free port when it is taken. */
function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      server.listen(0, '127.0.0.1', resolve);
    });
    server.listen(port > 65_535 ? 0 : port, '127.0.0.1', resolve);
  });
}

/** Cognito's logout endpoint: the address to go to must be one of the client's, letter by letter. */
function signOut({ clientId, logoutUrls }: LoginOptions, query: URLSearchParams, response: ServerResponse): void {
  const target = query.get('logout_uri') ?? '';
  if (query.get('client_id') !== clientId || !logoutUrls.includes(target))
    return void response
      .writeHead(400, { 'content-type': 'text/plain' })
      .end('client_id and logout_uri must be those of the app client.');
  response.writeHead(302, { location: target, 'clear-site-data': '"cookies"' }).end();
}

function configuration(
  { clientId, signingKey, cookieKey, callbackUrls, logoutUrls, people }: LoginOptions,
  issuer: string,
): Configuration {
  return {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [...callbackUrls],
        post_logout_redirect_uris: [...logoutUrls],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [signingKey as never] },
    cookies: { keys: [cookieKey] },
    // The paths of Cognito's hosted UI.
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      userinfo: '/oauth2/userInfo',
      revocation: '/oauth2/revoke',
    },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    claims: {
      openid: ['sub', 'cognito:groups', 'token_use', 'auth_time'],
      email: ['email', 'email_verified'],
      profile: ['cognito:username', 'name'],
    },
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    issueRefreshToken: async () => true,
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => issuer,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid email profile',
          audience: clientId,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3_600,
        }),
      },
    },
    extraTokenClaims: async ({ oidc: { entities } }, token) => ({
      token_use: 'access',
      auth_time: entities.AuthorizationCode?.authTime ?? entities.RefreshToken?.authTime,
      ...(await people.accessClaims('accountId' in token ? String(token.accountId) : '')),
    }),
    findAccount: (_ctx, id) =>
      people.has(id) ? { accountId: id, claims: async () => ({ sub: id, ...(await people.idClaims(id)) }) } : undefined,
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId: String(ctx.oidc.session?.accountId) });
      grant.addOIDCScope('openid email profile offline_access');
      grant.addResourceScope(issuer, 'openid email profile');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 3_600,
      Session: 12 * 3_600,
      Grant: 12 * 3_600,
      IdToken: 3_600,
      Interaction: 3_600,
      RefreshToken: 12 * 3_600,
    },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'text/plain';
      ctx.body = `${error}: ${error_description ?? ''}`;
    },
  };
}
