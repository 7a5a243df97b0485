// CloudFront Function, viewer request, on the MCP paths: sends GET to the function that keeps streams open, and all other requests
// to the function that answers them. It passes on the viewer's host, which the origin needs to check the Origin header.
import cf from 'cloudfront';

function handler(event) {
  const request = event.request;
  const refusal = refusalOf(request);
  if (refusal) return refusal;
  request.headers['x-viewer-host'] = { value: request.headers.host ? request.headers.host.value : '' };
  if (request.method === 'GET') cf.selectRequestOriginById('stream');
  return request;
}
