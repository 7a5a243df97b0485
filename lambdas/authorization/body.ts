/** Reads bodies of requests to the authorization server: forms and JSON of a few kilobytes. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { OAuthError } from '../../core/auth/oauth/errors.ts';

const MOST = 16 * 1_024;

type Sent = Pick<APIGatewayProxyEventV2, 'body' | 'headers' | 'isBase64Encoded'>;

/** Throws OAuthError `invalid_request`, also for a repeated parameter (RFC 6749 section 3.2). */
export function formOf(event: Sent): ReadonlyMap<string, string> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(event.headers['content-type'] ?? '')) {
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  }
  return singleParameters(new URLSearchParams(textOf(event)));
}

/** Parameters by name, without empty ones (RFC 6749 section 3.1). Throws OAuthError `invalid_request` for a repeated parameter. */
export function singleParameters(parameters: URLSearchParams): ReadonlyMap<string, string> {
  const single = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (single.has(name))
      throw new OAuthError('invalid_request', `A parameter is given twice: ${name.replace(/\W/g, '').slice(0, 40)}.`);
    if (value !== '') single.set(name, value);
  }
  return single;
}

/** Throws OAuthError `invalid_client_metadata`. */
export function jsonOf(event: Sent): unknown {
  try {
    return JSON.parse(textOf(event));
  } catch (error) {
    if (error instanceof OAuthError) throw error;
    throw new OAuthError('invalid_client_metadata', 'The body is no JSON.');
  }
}

function textOf({ body = '', isBase64Encoded }: Sent): string {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  if (text.length > MOST) throw new OAuthError('invalid_request', `The body is over ${MOST} characters.`);
  return text;
}
