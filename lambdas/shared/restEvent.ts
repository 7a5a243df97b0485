/**
 * An event of a REST API (payload format 1.0, the only one that REST APIs have) as one of a function URL or HTTP API (2.0), so that handlers
 * know one format. Names of headers come as the client has written them, and several values of a name apart (API Gateway developer guide,
 * input format of a Lambda function for proxy integration). A private API has no distribution before it, so that what the distribution tells of the
 * viewer is put in here, whatever the client has sent.
 */
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';

/** What handlers read of an event. */
export type HttpEvent = Pick<
  APIGatewayProxyEventV2,
  'rawPath' | 'rawQueryString' | 'headers' | 'isBase64Encoded' | 'queryStringParameters'
> & {
  readonly body?: string | undefined;
  readonly requestContext: {
    readonly requestId: string;
    readonly http: { readonly method: string; readonly path: string };
    readonly authorizer?: { readonly jwt: { readonly claims: Readonly<Record<string, unknown>> } };
    /** Through which VPC endpoint it came, in private APIs. */
    readonly vpceId?: string;
  };
};

type RestEvent = Pick<
  APIGatewayProxyEvent,
  'httpMethod' | 'path' | 'multiValueHeaders' | 'multiValueQueryStringParameters' | 'body' | 'isBase64Encoded'
> & {
  readonly requestContext: Pick<APIGatewayProxyEvent['requestContext'], 'requestId'> & {
    readonly identity: { readonly sourceIp: string; readonly vpceId?: string };
    readonly authorizer?: { readonly claims?: Readonly<Record<string, string>> } | null | undefined;
  };
};

/** The event in format 2.0, whichever it has. */
export const inFormat2 = <Event extends object>(event: Event | RestEvent): Event =>
  'httpMethod' in event ? (converted(event) as unknown as Event) : event;

function converted(event: RestEvent): HttpEvent {
  const { httpMethod: method, path, body, isBase64Encoded, multiValueQueryStringParameters } = event;
  const { requestId, identity, authorizer } = event.requestContext;
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(event.multiValueHeaders ?? {})) {
    const key = name.toLowerCase();
    headers[key] = (key in headers ? [headers[key], ...values] : values).join(',');
  }
  if (identity.vpceId !== undefined) {
    headers['x-viewer-host'] = headers['host'] ?? '';
    headers['x-viewer-address'] = identity.sourceIp;
  }
  const query = new URLSearchParams();
  const single: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(multiValueQueryStringParameters ?? {})) {
    single[name] = values.join(',');
    for (const value of values) query.append(name, value);
  }
  const claims = authorizer?.claims;
  return {
    rawPath: path,
    rawQueryString: query.toString(),
    queryStringParameters: single,
    headers,
    body: body ?? undefined,
    isBase64Encoded,
    requestContext: {
      requestId,
      http: { method, path },
      ...(identity.vpceId !== undefined && { vpceId: identity.vpceId }),
      ...(claims && isOfOurClient(claims) && { authorizer: { jwt: { claims: asOfHttpApi(claims) } } }),
    },
  };
}

/** Of tokens, the authorizer of a REST API knows the user pool and not the client. */
const isOfOurClient = ({ aud }: Readonly<Record<string, string>>): boolean =>
  aud !== undefined && aud === process.env['USER_POOL_CLIENT'];

/** It joins groups with commas, where that of an HTTP API has a list, and writes `iat` for people: Thu Dec 06 16:08:23 UTC 2018. */
const asOfHttpApi = ({ 'cognito:groups': groups, iat, ...claims }: Readonly<Record<string, string>>) => ({
  ...claims,
  ...(iat !== undefined && { iat: /^\d+$/.test(iat) ? iat : String(Date.parse(iat) / 1_000) }),
  ...(groups !== undefined && { 'cognito:groups': groups.split(',') }),
});
