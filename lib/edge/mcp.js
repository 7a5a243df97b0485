// CloudFront Function, viewer request, on the MCP paths: GET goes to the function that holds streams, everything else to
// the one that answers. The viewer's host is passed on, because the origin needs it to judge the Origin header.
import cf from 'cloudfront';

function handler(event) {
  const request = event.request;
  const refusal = refusalOf(request);
  if (refusal) return refusal;
  request.headers['x-viewer-host'] = { value: request.headers.host ? request.headers.host.value : '' };
  if (request.method === 'GET') cf.selectRequestOriginById('stream');
  return request;
}
