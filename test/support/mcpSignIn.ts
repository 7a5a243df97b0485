/**
 * An MCP server at which people sign in, and its authorization server on another host, by the router and the middleware of the official
 * TypeScript SDK behind real TLS. Whoever opens its page has signed in as the person that a test names.
 */
import { randomUUID } from 'node:crypto';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import type { AuthorizationParams, OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js';
import {
  createOAuthMetadata,
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
  mcpAuthRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { OAuthClientInformationFull, OAuthMetadata, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { createAuthority } from './certificates.ts';
import { defined } from './defined.ts';
import type { Furnish } from './mcpUpstream.ts';
import type { Upstream } from './upstream.ts';

/** The running pair. */
export interface SignInUpstream extends Pick<Upstream, 'pinned' | 'ca' | 'baseUrl'> {
  /** Who signs in next. */
  person: string;
  /** What its metadata say beside what they say by themselves. */
  readonly metadata: Partial<OAuthMetadata> & Record<string, unknown>;
  readonly clients: Map<string, OAuthClientInformationFull>;
  /** Requests for tokens, with the resource that was asked for. */
  readonly asked: Array<{ readonly grant: string; readonly resource: string | undefined }>;
  /** The access tokens that calls came with, and whose they were. */
  readonly seen: string[];
  /** Ends all access tokens that are out. */
  expire(): void;
  /** Opens the page at which the person signs in; the answer to which it sends the browser. */
  consent(authorizationUrl: string): Promise<URL>;
  close(): Promise<void>;
}

interface Grant {
  readonly clientId: string;
  readonly person: string;
  readonly scopes: string[];
  readonly params?: AuthorizationParams;
}

/** Starts both. @param lifeSeconds of access tokens */
export async function startSignInUpstream(
  furnish: Furnish,
  { host = 'mcp.vendor.example', loginHost = 'login.vendor.example', lifeSeconds = 3_600 } = {},
): Promise<SignInUpstream> {
  const authority = await createAuthority();
  const clients = new Map<string, OAuthClientInformationFull>();
  const codes = new Map<string, Grant>();
  const refreshing = new Map<string, Grant>();
  const access = new Map<string, Grant & { readonly expiresAt: number }>();
  const asked: SignInUpstream['asked'] = [];
  const seen: string[] = [];
  const issuerUrl = new URL(`https://${loginHost}`);
  const resourceUrl = new URL(`https://${host}/mcp`);

  const issue = (grant: Grant): OAuthTokens => {
    const [token, refresh] = [randomUUID(), randomUUID()];
    access.set(token, { ...grant, expiresAt: Math.floor(Date.now() / 1_000) + lifeSeconds });
    refreshing.set(refresh, grant);
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: lifeSeconds,
      refresh_token: refresh,
      scope: grant.scopes.join(' '),
    };
  };
  const taken = (from: Map<string, Grant>, key: string): Grant => {
    const grant = defined(from.get(key));
    from.delete(key);
    return grant;
  };
  const provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => clients.get(id),
      registerClient: (client) => {
        const made = { client_id: randomUUID(), ...client } as OAuthClientInformationFull;
        clients.set(made.client_id, made);
        return made;
      },
    },
    authorize: async (client, params, response) => {
      const code = randomUUID();
      codes.set(code, { clientId: client.client_id, person: upstream.person, scopes: params.scopes ?? [], params });
      const to = new URL(params.redirectUri);
      to.searchParams.set('code', code);
      if (params.state !== undefined) to.searchParams.set('state', params.state);
      response.redirect(to.href);
    },
    challengeForAuthorizationCode: async (_client, code) => defined(codes.get(code)?.params).codeChallenge,
    exchangeAuthorizationCode: async (_client, code, _verifier, _redirectUri, resource) => {
      asked.push({ grant: 'code', resource: resource?.href });
      return issue(taken(codes, code));
    },
    exchangeRefreshToken: async (_client, token, _scopes, resource) => {
      asked.push({ grant: 'refresh', resource: resource?.href });
      return issue(taken(refreshing, token));
    },
    verifyAccessToken: async (token) => {
      const { InvalidTokenError } = await import('@modelcontextprotocol/sdk/server/auth/errors.js');
      const grant = access.get(token);
      if (!grant) throw new InvalidTokenError('unknown');
      seen.push(grant.person);
      return {
        token,
        clientId: grant.clientId,
        scopes: grant.scopes,
        expiresAt: grant.expiresAt,
        extra: { person: grant.person },
      };
    },
  };
  const metadata: SignInUpstream['metadata'] = {};
  const login = createMcpExpressApp({ host: '0.0.0.0', allowedHosts: [loginHost] });
  const own = createOAuthMetadata({ provider, issuerUrl, scopesSupported: ['tools', 'offline_access'] });
  login.get('/.well-known/oauth-authorization-server', (_request, response) => {
    response.json({ ...own, ...metadata });
  });
  const limits = { rateLimit: false } as const;
  login.use(
    mcpAuthRouter({
      provider,
      issuerUrl,
      authorizationOptions: limits,
      tokenOptions: limits,
      clientRegistrationOptions: limits,
    }),
  );
  const mcp = createMcpExpressApp({ host: '0.0.0.0', allowedHosts: [host] });
  mcp.use(mcpAuthMetadataRouter({ oauthMetadata: own, resourceServerUrl: resourceUrl, scopesSupported: ['tools'] }));
  const guard = requireBearerAuth({
    verifier: provider,
    requiredScopes: ['tools'],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resourceUrl),
  });
  mcp.post('/mcp', guard, async (request, response) => {
    const server = new McpServer({ name: 'vendor', title: 'Vendor tools', version: '1.0.0' });
    furnish(server);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await server.connect(transport as never);
    await transport.handleRequest(request, response, request.body);
  });
  const places = await Promise.all(
    [
      [host, mcp],
      [loginHost, login],
    ].map(async ([name, app]) => {
      const issued = await authority.issue([name as string]);
      const server = createServer({ key: issued.key, cert: issued.cert }, app as never);
      const sockets = new Set<Socket>();
      server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const { port } = server.address() as AddressInfo;
      return { name: name as string, server, sockets, port };
    }),
  );
  const upstream: SignInUpstream = {
    person: 'ann',
    baseUrl: resourceUrl.href,
    ca: authority.ca,
    pinned: places.map(({ name, port }) => ({ host: name, port: 443, address: '127.0.0.1', addressPort: port })),
    metadata,
    clients,
    asked,
    seen,
    expire: () => access.clear(),
    consent: (url) =>
      new Promise((resolve, reject) => {
        const { hostname, pathname, search } = new URL(url);
        const { port } = defined(places.find(({ name }) => name === hostname));
        const options = { host: '127.0.0.1', port, path: pathname + search, ca: authority.ca, servername: hostname };
        httpsRequest({ ...options, headers: { host: hostname } }, (response) => {
          response.resume();
          const { location } = response.headers;
          if (location === undefined) reject(new Error(`no redirect: ${response.statusCode}`));
          else resolve(new URL(location));
        })
          .on('error', reject)
          .end();
      }),
    close: async () => {
      for (const { server, sockets } of places) {
        for (const socket of sockets) socket.destroy();
        await new Promise((done) => server.close(done));
      }
    },
  };
  return upstream;
}
