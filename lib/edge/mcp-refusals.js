// Part of both CloudFront Functions on the MCP paths (lib/edge/code.ts appends it to mcp.js and mcp-regions.js): the responses sent by
// CloudFront itself. Requests without a token get their challenge here, because function URLs rename the WWW-Authenticate header.
// Preflight requests have no token, and for requests of web pages the origin checks the Origin header first; both are passed on.
const NOT_FOUND = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: { 'cache-control': { value: 'no-store' } },
};
const REFUSAL =
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The request names no connection token. Send it as Authorization: Bearer, or as the first part of the path.","data":{"code":"token_unknown"}}}';

const unauthorized = (challenge) => ({
  statusCode: 401,
  statusDescription: 'Unauthorized',
  headers: {
    'content-type': { value: 'application/json' },
    'cache-control': { value: 'no-store' },
    'www-authenticate': { value: challenge },
  },
  body: REFUSAL,
});

// The challenge of a server's own URL gives scope and the URL of its metadata (RFC 9728), as core/auth/oauth/addresses.ts does. The metadata
// exists if the server allows people to sign in.
function challengeAt(uri, host) {
  if (/^\/mcp\/?$/.test(uri)) return 'Bearer';
  const scheme = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host) ? 'http' : 'https';
  return `Bearer scope="mcp:tools", resource_metadata="${scheme}://${host}/.well-known/oauth-protected-resource${uri}"`;
}

// The answer of CloudFront itself; undefined for a request that is passed on. People type a slash at the end, and some clients append one.
function refusalOf(request) {
  if (!/^\/(?:[A-Za-z0-9_-]{1,128}\/)?mcp\/?$/.test(request.uri)) return NOT_FOUND;
  const headers = request.headers;
  const isBearerAddress = /^\/(?:srv_[0-9A-Za-z]{12}\/)?mcp\/?$/.test(request.uri);
  if (headers.authorization || headers.origin || !isBearerAddress || request.method === 'OPTIONS') return undefined;
  return unauthorized(challengeAt(request.uri, headers.host ? headers.host.value : ''));
}
