/**
 * The API behind the servers that `verify` creates: the two operations of Postman's public echo service that the checks need. Any host with
 * the same two operations will do (`--upstream`); the demo API of the local stack has them.
 */

/** Base URL of the public service. */
export const PUBLIC_UPSTREAM = 'https://postman-echo.com';

/** OpenAPI document of the two operations. */
export const upstreamDocument = (baseUrl: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Echo', version: '1' },
    servers: [{ url: baseUrl }],
    paths: {
      '/post': {
        post: {
          operationId: 'echo',
          summary: 'Return the request: its headers, and its body as json',
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
          responses: { 200: { description: 'The request.' } },
        },
      },
      '/delay/{seconds}': {
        get: {
          operationId: 'wait',
          summary: 'Answer after some seconds',
          parameters: [
            { name: 'seconds', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 10 } },
          ],
          responses: { 200: { description: 'The delay.' } },
        },
      },
    },
  });
