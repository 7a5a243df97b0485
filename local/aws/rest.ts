/** Errors of services with REST-JSON protocols (Lambda, IoT): status, code in a header, message in the body. */
import type { ServerResponse } from 'node:http';
import type { AwsError } from './errors.ts';

/** Sends an error. */
export function restError(error: AwsError, response: ServerResponse): void {
  const text = JSON.stringify({ message: error.message, Message: error.message, ...error.fields });
  response.writeHead(error.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-amzn-errortype': error.code,
  });
  response.end(text);
}
