// Part of both CloudFront Functions on the MCP paths (lib/edge/code.ts puts it after mcp.js or mcp-regions.js): what is answered at the
// edge. Function URLs rename a challenge, so who brings no token gets it here. Preflights carry none, and requests of web pages go on,
// because the origin judges where a page is from.
const NOT_FOUND = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: { 'cache-control': { value: 'no-store' } },
};
const UNAUTHORIZED = {
  statusCode: 401,
  statusDescription: 'Unauthorized',
  headers: {
    'content-type': { value: 'application/json' },
    'cache-control': { value: 'no-store' },
    'www-authenticate': { value: 'Bearer' },
  },
  body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The request names no connection token. Send it as Authorization: Bearer, or as the first part of the path.","data":{"code":"token_unknown"}}}',
};

function refusalOf(request) {
  if (!/^\/(?:[A-Za-z0-9_-]{1,128}\/)?mcp$/.test(request.uri)) return NOT_FOUND;
  const headers = request.headers;
  if (headers.authorization || headers.origin || request.uri !== '/mcp' || request.method === 'OPTIONS')
    return undefined;
  return UNAUTHORIZED;
}
