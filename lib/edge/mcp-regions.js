// CloudFront Function, viewer request, on the MCP paths of an installation with several regions: does what mcp.js does, and selects
// the region by the viewer's country. The key value store maps countries to regions, and each region to the one that serves its
// requests now: itself, or `home` while it is down. Without an entry, or when the store fails, the region is `home`.
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
  // The country header exists only if it is part of the cache key. The request id in the key keeps CloudFront from collapsing
  // requests of the same key into one.
  request.headers['x-request-key'] = { value: event.context.requestId };
  const country = request.headers['cloudfront-viewer-country'];
  const nearest = country ? await find(country.value, 'home') : 'home';
  const region = nearest === 'home' ? 'home' : await find(nearest, 'home');
  cf.selectRequestOriginById((request.method === 'GET' ? 'stream' : 'rpc') + (region === 'home' ? '' : `-${region}`));
  return request;
}
