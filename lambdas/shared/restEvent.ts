/**
 * An event of a REST API (payload format 1.0, the only one that REST APIs have) as one of a function URL (2.0), so that handlers know one
 * format. Names of headers come as the client has written them, and several values of a name apart (API Gateway developer guide, input format
 * of a Lambda function for proxy integration).
 */
import type { APIGatewayProxyEvent, LambdaFunctionURLEvent } from 'aws-lambda';

/** What handlers read of an event. */
export type UrlEvent = Pick<LambdaFunctionURLEvent, 'rawPath' | 'rawQueryString' | 'headers' | 'isBase64Encoded'> & {
  readonly body?: string | undefined;
  readonly requestContext: { readonly http: { readonly method: string } };
};

type RestEvent = Pick<
  APIGatewayProxyEvent,
  'httpMethod' | 'path' | 'multiValueHeaders' | 'multiValueQueryStringParameters' | 'body' | 'isBase64Encoded'
>;

/** The event in format 2.0, whichever it has. */
export const asUrlEvent = (event: UrlEvent | RestEvent): UrlEvent => ('httpMethod' in event ? converted(event) : event);

function converted({ httpMethod: method, path, body, isBase64Encoded, ...several }: RestEvent): UrlEvent {
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(several.multiValueHeaders ?? {})) {
    const key = name.toLowerCase();
    headers[key] = (key in headers ? [headers[key], ...values] : values).join(',');
  }
  const query = new URLSearchParams();
  for (const [name, values = []] of Object.entries(several.multiValueQueryStringParameters ?? {}))
    for (const value of values) query.append(name, value);
  return {
    rawPath: path,
    rawQueryString: query.toString(),
    headers,
    body: body ?? undefined,
    isBase64Encoded,
    requestContext: { http: { method } },
  };
}
