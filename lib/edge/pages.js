// CloudFront Function, viewer request, on all paths that are not of an API: routes of the dashboard get its page, those of the documentation
// get theirs, files get the file.
// OAuth discovery paths and paths that resemble MCP paths get 404 instead of the page: a client that gets a page there starts a login,
// and no page may run in a browser under a URL that contains a token.
// Some clients look for the metadata of a server below its address; RFC 9728 (section 3.1) has it before the path, so they are sent there.
function handler(event) {
  var request = event.request;
  var uri = request.uri;
  var below = /^(\/srv_[0-9A-Za-z]{12}\/mcp)\/\.well-known\/oauth-protected-resource\/?$/.exec(uri);
  if (below) {
    return {
      statusCode: 307,
      statusDescription: 'Temporary Redirect',
      headers: {
        location: { value: `/.well-known/oauth-protected-resource${below[1]}` },
        'access-control-allow-origin': { value: '*' },
        'cache-control': { value: 'no-store' },
      },
    };
  }
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
  if (last.indexOf('.') !== -1) return request;
  var page = /^(\/docs(?:\/.+?)?)\/?$/.exec(uri);
  if (!page) request.uri = '/index.html';
  else request.uri = page[1] === '/docs' ? '/docs/index.html' : `${page[1]}.html`;
  return request;
}
