// CloudFront Function, viewer request, on the management API: refuses requests without an unexpired token of a login like ours.
// Paths of their own limit are let through: they need no login.
// API Gateway counts requests towards a route's limit before it checks the token, so without this function, requests of strangers
// would use up the limit of people who are logged in. It verifies neither the signature nor which pool it is of; API Gateway does. The pool's
// id is public, and its mails name the distribution, which therefore cannot name the pool.
const LOGINS = '{{LOGINS}}';
// An automation key, which the management function checks itself, behind routes without the authorizer of logins: those of /v1, and of SCIM.
const KEY = /^Bearer pca_[0-9A-Za-z]{61}$/i;
const PUBLIC = /^\/v1\/(?:config|openapi\.json|setup|account(?:\/consents(?:\/finish)?)?)$/;

function isFromLogin(authorization) {
  const token = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization);
  if (!token) return false;
  try {
    const claims = JSON.parse(Buffer.from(token[1], 'base64url').toString());
    return `${claims.iss}/`.startsWith(`${LOGINS}/`) && claims.exp * 1000 > Date.now();
  } catch (_) {
    return false;
  }
}

function handler(event) {
  const request = event.request;
  const authorization = request.headers.authorization;
  if (authorization && KEY.test(authorization.value) && /^\/v1\//.test(request.uri)) {
    request.uri = `/automation${request.uri}`;
    return request;
  }
  if (authorization && KEY.test(authorization.value) && /^\/scim\/v2(?:\/|$)/.test(request.uri)) return request;
  if (PUBLIC.test(request.uri) || (authorization && isFromLogin(authorization.value))) return request;
  return {
    statusCode: 401,
    statusDescription: 'Unauthorized',
    headers: {
      'content-type': { value: 'application/json' },
      'cache-control': { value: 'no-store' },
      'www-authenticate': { value: authorization ? 'Bearer error="invalid_token"' : 'Bearer' },
    },
    body: '{"message":"Unauthorized"}',
  };
}
