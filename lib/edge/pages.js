// CloudFront Function, viewer request, on everything that is not an API: dashboard routes get the page, files get the file.
// OAuth discovery paths and near-misses of MCP paths are 404, never the page: a client that finds a page there starts a login,
// and no page should run in a browser under an address that holds a token.
function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (
    uri.indexOf('/.well-known') !== -1 ||
    /\/mcp\/?$/.test(uri) ||
    /^\/pcl_/.test(uri) ||
    /^\/(register|authorize|token|sse|v1)$/.test(uri)
  ) {
    return { statusCode: 404, statusDescription: 'Not Found', headers: { 'cache-control': { value: 'no-store' } } };
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { statusCode: 405, statusDescription: 'Method Not Allowed', headers: { allow: { value: 'GET, HEAD' } } };
  }
  var last = uri.substring(uri.lastIndexOf('/') + 1);
  if (last.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
