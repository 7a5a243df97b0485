/**
 * The authorization server of MCP clients, behind API Gateway and the distribution: metadata, authorization requests, tokens,
 * registration, revocation; the document that says who this installation is where it is a client itself, and the public descriptions of servers
 * whose owners have switched them on. Its only page is the error page of a request that cannot be answered: the dashboard asks who the person is
 * and what they allow, and the management API decides, so no login passes through here. While no server accepts sign-in, every route but that
 * document and these descriptions is 404.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { isAwsAway } from '../../aws/lib/errors.ts';
import { errorFields, logError, logInfo } from '../../aws/lib/log.ts';
import { readServer } from '../../aws/tables/servers.ts';
import { isSignInUsed } from '../../aws/tables/signIns.ts';
import {
  CLIENT_DOCUMENT_PATH,
  CONSENT_PATH,
  clientDocumentUrl,
  ISSUER_METADATA_PATHS,
  issuerMetadata,
  resourceMetadata,
} from '../../core/auth/oauth/addresses.ts';
import { OAuthError } from '../../core/auth/oauth/errors.ts';
import { serverJsonOf } from '../../core/clientSetup/serverJson.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { clientDocument } from '../../core/request/credential/oauth2/registration.ts';
import { cameThroughEntrance } from '../shared/entrance.ts';
import { inFormat2 } from '../shared/restEvent.ts';
import { authorize } from './authorize.ts';
import { formOf, jsonOf } from './body.ts';
import { withPatience } from './documents.ts';
import { RETRY_SECONDS } from './page.ts';
import { register } from './register.ts';
import { revoke } from './revoke.ts';
import { signInServer } from './server.ts';
import { exchange } from './token.ts';
import { identityProviders } from './withoutPage.ts';

type Result = APIGatewayProxyStructuredResultV2;

/**
 * Responses contain tokens or change all the time. Pages of other origins may read them, because no cookie or login authenticates a
 * request.
 */
const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
};
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'content-type, authorization, dpop, mcp-protocol-version',
  'access-control-max-age': '7200',
};
const SERVER_JSON = /^\/\.well-known\/mcp\/(srv_[0-9A-Za-z]{12})\/server\.json$/;
const RESOURCE = /^\/\.well-known\/oauth-protected-resource\/(srv_[0-9A-Za-z]{12})\/mcp(\/?)$/;

/** Answers one request of API Gateway and logs it. Every error becomes a response. */
export async function handler(given: APIGatewayProxyEventV2): Promise<Result> {
  const event = inFormat2(given);
  const { requestId } = event.requestContext;
  const { method, path } = event.requestContext.http;
  const began = performance.now();
  let result: Result;
  try {
    result = await withPatience(() => answer(event));
  } catch (error) {
    result = refused(error, requestId);
  }
  const ms = Math.round(performance.now() - began);
  // Only known route names are logged; queries and bodies contain secrets.
  const route = /^\/oauth\/\w{1,20}$/.test(path) ? path : 'metadata';
  logInfo('request', { requestId, route: `${method} ${route}`, status: result.statusCode, ms });
  return result;
}

async function answer(event: APIGatewayProxyEventV2): Promise<Result> {
  const { method, path } = event.requestContext.http;
  if (!cameThroughEntrance(event)) return { statusCode: 403, headers: HEADERS };
  if (method === 'OPTIONS') return { statusCode: 204, headers: { ...HEADERS, ...PREFLIGHT } };
  const edgeUrl = requireEnvironment('EDGE_URL');
  const [, serverId, slash] = RESOURCE.exec(path) ?? [];
  if (serverId !== undefined) {
    if (method !== 'GET') return notAllowed('GET');
    const server = await signInServer(serverId);
    return server
      ? json(
          200,
          resourceMetadata(edgeUrl, {
            serverId,
            name: server.name,
            isSlashed: slash === '/',
            requireDpop: server.requireDpop,
          }),
        )
      : notFound();
  }
  if (path === CLIENT_DOCUMENT_PATH) {
    return method === 'GET'
      ? json(200, clientDocument(clientDocumentUrl(edgeUrl), edgeUrl + CONSENT_PATH))
      : notAllowed('GET');
  }
  const [, described] = SERVER_JSON.exec(path) ?? [];
  if (described !== undefined) {
    if (method !== 'GET') return notAllowed('GET');
    const server = await readServer(described);
    return server?.registryEntry && server.status === 'live' ? json(200, serverJsonOf(edgeUrl, server)) : notFound();
  }
  const serve = ROUTES[path] ?? (ISSUER_METADATA_PATHS.includes(path.replace(/\/$/, '')) ? metadata : undefined);
  if (!serve || !(await isSignInUsed())) return notFound();
  return serve.method === method ? serve.answer(event) : notAllowed(serve.method);
}

interface Served {
  readonly method: 'GET' | 'POST';
  answer(event: APIGatewayProxyEventV2): Promise<Result>;
}

const registers = (): boolean => requireEnvironment('CLIENT_REGISTRATION') === 'true';

const metadata: Served = {
  method: 'GET',
  answer: async () =>
    json(
      200,
      issuerMetadata(requireEnvironment('EDGE_URL'), {
        registers: registers(),
        trusts: identityProviders().length > 0,
      }),
    ),
};

const ROUTES: Readonly<Record<string, Served>> = {
  '/oauth/authorize': {
    method: 'GET',
    answer: (event) => authorize(new URLSearchParams(event.rawQueryString), event.headers['accept']),
  },
  '/oauth/token': {
    method: 'POST',
    answer: async ({ headers, ...event }) =>
      json(
        200,
        await exchange(formOf({ headers, ...event }), {
          authorization: headers['authorization'],
          dpop: headers['dpop'],
        }),
      ),
  },
  '/oauth/revoke': {
    method: 'POST',
    answer: async (event) => {
      await revoke(formOf(event), event.headers['authorization']);
      return { statusCode: 200, headers: HEADERS };
    },
  },
  '/oauth/register': {
    method: 'POST',
    answer: async (event) =>
      registers() ? json(201, await register(jsonOf(event), event.headers['x-viewer-address'] ?? '')) : notFound(),
  },
};

const json = (statusCode: number, value: unknown): Result => ({
  statusCode,
  headers: HEADERS,
  body: JSON.stringify(value),
});

const notFound = (): Result => ({ statusCode: 404, headers: HEADERS, body: '{"error":"not_found"}' });
const notAllowed = (allow: string): Result => ({
  statusCode: 405,
  headers: { ...HEADERS, allow },
  body: '{"error":"method_not_allowed"}',
});

/** RFC 6749 section 5.2. An unexpected error is answered without its cause. */
function refused(error: unknown, requestId: string): Result {
  if (error instanceof OAuthError) {
    return {
      statusCode: error.status,
      headers: {
        ...HEADERS,
        ...(error.status === 503 && { 'retry-after': RETRY_SECONDS }),
        ...(error.status === 401 && { 'www-authenticate': 'Basic realm="oauth"' }),
      },
      body: JSON.stringify({ error: error.code, error_description: error.message }),
    };
  }
  logError('request_failed', { requestId, error: errorFields(error) });
  const isAway = isAwsAway(error) || (error instanceof PortcullisError && error.code === 'directory_busy');
  return {
    statusCode: isAway ? 503 : 500,
    headers: { ...HEADERS, ...(isAway && { 'retry-after': RETRY_SECONDS }) },
    body: JSON.stringify({ error: isAway ? 'temporarily_unavailable' : 'server_error' }),
  };
}
