/** The error page of a client's request: no script, no link, nothing from the request itself. */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { escapeHtml } from '../../core/entities.ts';
import type { OAuthError } from '../../core/oauth/errors.ts';

const STYLE =
  ':root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center}main{max-width:32rem;padding:2rem}h1{font-size:1.3rem;margin:0 0 .5rem}code{overflow-wrap:anywhere}';

/** The page of a refusal. 401 becomes 400, because a browser cannot log in here. */
export const refusalPage = ({ code, message, status }: OAuthError): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status === 401 ? 400 : status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  },
  body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Cannot connect · Portcullis</title><style>${STYLE}</style></head>
<body><main>
<h1>The application cannot be connected</h1>
<p>${escapeHtml(message)}</p>
<p>Nothing was sent to it. Close this page and start again from the application; if that does not help, tell its maker: <code>${escapeHtml(code)}</code></p>
</main></body>
</html>
`,
});
