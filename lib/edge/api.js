// CloudFront Function, viewer request, on the management API: a request that brings no token of the login is answered here. What
// API Gateway counts towards a route's limit it counts before it looks at the token, so strangers would use up what people who are
// logged in may ask. This is no check of the token (its signature is API Gateway's to judge), it only keeps out who has none.
const ISSUER = '{{ISSUER}}';
const PUBLIC = /^\/v1\/(?:config|openapi\.json)$/;

function isFromLogin(authorization) {
  const token = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization);
  if (!token) return false;
  try {
    const claims = JSON.parse(Buffer.from(token[1], 'base64url').toString());
    return claims.iss === ISSUER && claims.exp * 1000 > Date.now();
  } catch (_) {
    return false;
  }
}

function handler(event) {
  const request = event.request;
  const authorization = request.headers.authorization;
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
