/**
 * The error page of a client's request: no script, no link, nothing from the request itself. Programs get it as JSON: some clients ask
 * for the authorization request themselves before they open a browser, to register again if their client is unknown. mcp-remote
 * (geelen/mcp-remote, src/lib/node-oauth-client-provider.ts) looks for `registration_endpoint` and "client is not registered" in JSON of
 * status 400 or 401; FastMCP (PrefectHQ/fastmcp, client/auth/oauth.py) for status 400.
 */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { issuerOf } from '../../core/auth/oauth/addresses.ts';
import type { OAuthError } from '../../core/auth/oauth/errors.ts';
import { escapeHtml } from '../../core/lib/entities.ts';

/** After a document that was late, for as long as that is remembered (documents.ts), or while a service is away. */
export const RETRY_SECONDS = '5';

const STYLE =
  ':root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center}main{max-width:32rem;padding:2rem}h1{font-size:1.3rem;margin:0 0 .5rem}code{overflow-wrap:anywhere}';

/** True when a request asks for JSON and for no page. */
export const isForProgram = (accept = ''): boolean => /application\/json/i.test(accept) && !/text\/html/i.test(accept);

const headersOf = ({ status }: OAuthError, contentType: string) => ({
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-type': contentType,
  ...(status === 503 && { 'retry-after': RETRY_SECONDS }),
});
/** 401 becomes 400, because a browser cannot log in here. */
const statusOf = ({ status }: OAuthError): number => (status === 401 ? 400 : status);

/** A refusal for a program. */
export const refusalJson = (error: OAuthError): APIGatewayProxyStructuredResultV2 => ({
  statusCode: statusOf(error),
  headers: headersOf(error, 'application/json'),
  body: JSON.stringify({
    error: error.code,
    error_description: error.message,
    ...(error.code === 'invalid_client' &&
      requireEnvironment('CLIENT_REGISTRATION') === 'true' && {
        registration_endpoint: `${issuerOf(requireEnvironment('EDGE_URL'))}/register`,
      }),
  }),
});

/** The page of a refusal. */
export const refusalPage = (error: OAuthError): APIGatewayProxyStructuredResultV2 => ({
  statusCode: statusOf(error),
  headers: {
    ...headersOf(error, 'text/html; charset=utf-8'),
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  },
  body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Cannot connect · Portcullis</title><style>${STYLE}</style></head>
<body><main>
<h1>The application cannot be connected</h1>
<p>${escapeHtml(error.message)}</p>
<p>Nothing was sent to it. Close this page and start again from the application${error.status === 503 ? ' in a moment' : ''}; if that does not help, tell its maker: <code>${escapeHtml(error.code)}</code></p>
</main></body>
</html>
`,
});
