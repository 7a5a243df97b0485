// CloudFront Function, viewer request, on the MCP paths: GET goes to the function that holds streams, everything else to
// the one that answers. The viewer's host is passed on, because the origin needs it to judge the Origin header.
import cf from 'cloudfront';

// Function URLs rename this challenge, so who brings no token is answered here. Pages go on: the origin judges where they are from.
var unauthorized = {
  statusCode: 401,
  statusDescription: 'Unauthorized',
  headers: {
    'content-type': { value: 'application/json' },
    'cache-control': { value: 'no-store' },
    'www-authenticate': { value: 'Bearer' },
  },
  body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"The request names no connection token. Send it as Authorization: Bearer, or as the first part of the path.","data":{"code":"token_unknown"}}}',
};

function handler(event) {
  var request = event.request;
  if (!/^\/(?:[A-Za-z0-9_-]{1,128}\/)?mcp$/.test(request.uri)) {
    return { statusCode: 404, statusDescription: 'Not Found', headers: { 'cache-control': { value: 'no-store' } } };
  }
  if (
    request.uri === '/mcp' &&
    request.method !== 'OPTIONS' &&
    !request.headers.authorization &&
    !request.headers.origin
  ) {
    return unauthorized;
  }
  request.headers['x-viewer-host'] = { value: request.headers.host ? request.headers.host.value : '' };
  if (request.method === 'GET') cf.selectRequestOriginById('stream');
  return request;
}
