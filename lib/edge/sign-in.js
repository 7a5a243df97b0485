// CloudFront Function, viewer request, on the paths of the authorization server: passes on the viewer's address, which the origin sees as
// one of CloudFront's. Unused registrations are kept by it (core/auth/oauth/registrations.ts). What a viewer sends in this header is replaced.
function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}
