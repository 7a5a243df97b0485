/** A request as API Gateway passes it to the management function, after its authorizer. */
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { ROUTES, type Route } from '../../core/api/routes/index.ts';
import { originSecret } from './originSecret.ts';

export interface CallOptions {
  /** Groups in addition to that of the role. */
  readonly rights?: readonly string[];
  readonly role?: 'admin' | 'editor' | 'viewer' | 'nobody';
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** Further claims of the token. */
  readonly claims?: Readonly<Record<string, string>>;
  /** Epoch seconds of the sign-in. */
  readonly authTime?: number;
  /** An automation key in place of a login. */
  readonly key?: string;
  /** Sent unchanged instead of JSON. */
  readonly rawBody?: string;
}

export function eventOf(
  method: string,
  path: string,
  body: unknown,
  { role = 'admin', rights = [], query, headers, rawBody, authTime, claims, key }: CallOptions = {},
): APIGatewayProxyEventV2WithJWTAuthorizer {
  const groups = role === 'nobody' ? {} : { 'cognito:groups': `[${[role, ...rights].join(' ')}]` };
  const isPublic = Object.values(ROUTES).some(
    (route: Route) => route.path === path && (route.access === 'public' || route.access === 'token'),
  );
  const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    version: '2.0',
    routeKey: 'ANY /v1/{proxy+}',
    rawPath: key === undefined || path.startsWith('/scim/') ? path : `/automation${path}`,
    rawQueryString: '',
    headers: {
      'x-origin-verify': originSecret(),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(query && { queryStringParameters: query }),
    ...(text !== undefined && { body: text }),
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      routeKey: 'ANY /v1/{proxy+}',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.1', userAgent: 'test' },
      ...(!isPublic &&
        key === undefined && {
          authorizer: {
            jwt: {
              claims: {
                sub: 'user-1',
                username: 'ann',
                iat: String(Math.floor(Date.now() / 1_000)),
                ...groups,
                ...(authTime && { auth_time: String(authTime) }),
                ...claims,
              },
              scopes: [],
            },
          },
        }),
    },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
}
