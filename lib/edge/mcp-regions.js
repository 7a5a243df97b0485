// CloudFront Function, viewer request, on the MCP paths, when there are several regions: as mcp.js, and the region by the
// viewer's country. The store maps countries to regions, and each region to the one that serves it now (itself, or `home`
// while it is down). Whatever the store does not know, or when it does not answer, goes home.
import cf from 'cloudfront';

const store = cf.kvs();

async function find(key, otherwise) {
  try {
    return await store.get(key);
  } catch (_) {
    return otherwise;
  }
}

async function handler(event) {
  const request = event.request;
  const refusal = refusalOf(request);
  if (refusal) return refusal;
  request.headers['x-viewer-host'] = { value: request.headers.host ? request.headers.host.value : '' };
  // The country is only told where it is part of the cache key; with the request's own id in it, no request waits for another.
  request.headers['x-request-key'] = { value: event.context.requestId };
  const country = request.headers['cloudfront-viewer-country'];
  const nearest = country ? await find(country.value, 'home') : 'home';
  const region = nearest === 'home' ? 'home' : await find(nearest, 'home');
  cf.selectRequestOriginById((request.method === 'GET' ? 'stream' : 'rpc') + (region === 'home' ? '' : `-${region}`));
  return request;
}
