/** Errors of the services with REST-JSON protocols (Lambda, IoT): status, code in a header, message in the body. */
import type { AwsError } from './errors.ts';
import type { AwsReply } from './gateway.ts';

export function restError(error: AwsError, response: AwsReply): void {
  const text = JSON.stringify({ message: error.message, Message: error.message, ...error.fields });
  response.writeHead(error.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-amzn-errortype': error.code,
  });
  response.end(text);
}
