/** A request to the management function in the form in which API Gateway passes one, from a provider that may invoke the function. */
import { INVOKED_BY_ROLE } from '../shared/entrance.ts';

interface Caller {
  readonly role: 'editor' | 'admin';
  readonly StackId: string;
  readonly RequestId: string;
}

/** `POST /v1/apply` for a stack of CloudFormation, which the trail names. */
export const requestOf = (body: object, { role, StackId, RequestId }: Caller): object => ({
  ...INVOKED_BY_ROLE,
  version: '2.0',
  routeKey: 'ANY /v1/{proxy+}',
  rawPath: '/v1/apply',
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  isBase64Encoded: false,
  requestContext: {
    requestId: RequestId,
    http: { method: 'POST', path: '/v1/apply', protocol: 'HTTP/1.1', sourceIp: '', userAgent: 'CloudFormation' },
    authorizer: {
      jwt: {
        claims: {
          sub: StackId,
          // arn:aws:cloudformation:<region>:<account>:stack/<name>/<id>
          username: `CloudFormation ${StackId.split('/')[1] ?? StackId}`,
          iat: String(Math.floor(Date.now() / 1_000)),
          'cognito:groups': `[${role}]`,
        },
        scopes: [],
      },
    },
  },
});
