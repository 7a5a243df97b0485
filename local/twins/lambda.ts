/**
 * The Lambda API for callers inside of the stack: Invoke and InvokeWithResponseStream, with tenants. A caller that hangs up
 * closes the handler's response stream.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventStreamCodec } from '@smithy/core/event-streams';
import type { FunctionPool } from '../functions/pool.ts';
import { AwsError, type Callers, failJson, type Service, startService } from './service.ts';

/** AWS: 6 MB for a synchronous payload, both ways. */
const PAYLOAD_BYTES = 6 * 1024 * 1024;
const text = {
  encode: (value: string) => new TextEncoder().encode(value),
  decode: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
};
const codec = new EventStreamCodec(
  (bytes) => text.decode(bytes as Uint8Array),
  (value) => text.encode(value),
);

export const startLambda = (pools: ReadonlyMap<string, FunctionPool>, callers: Callers): Promise<Service> =>
  startService((request, body, response) => {
    const match = /^\/(2015-03-31|2021-11-15)\/functions\/([^/]+)\/(invocations|response-streaming-invocations)$/.exec(
      new URL(request.url ?? '/', 'http://localhost').pathname,
    );
    const name = decodeURIComponent(match?.[2] ?? '')
      .split(':')
      .at(-1) as string;
    const pool = pools.get(name);
    if (!match || !pool) throw new AwsError('ResourceNotFoundException', `Function not found: ${name}`, 404);
    callers.of(request).require('lambda:InvokeFunction', functionArn(name));
    if (body.length > PAYLOAD_BYTES) {
      throw new AwsError(
        'RequestTooLargeException',
        `${body.length} byte payload is too large for the RequestResponse invocation type`,
        413,
      );
    }
    const tenantId = request.headers['x-amz-tenant-id'];
    if (pool.definition.tenants !== (typeof tenantId === 'string')) {
      const message = pool.definition.tenants ? 'The function wants a tenant id.' : 'The function has no tenants.';
      throw new AwsError('InvalidParameterValueException', message);
    }
    const options = typeof tenantId === 'string' ? { tenantId } : {};
    if (match[3] === 'invocations') buffered(pool, body.toString() || '{}', options, response);
    else streamed(pool, body.toString() || '{}', options, request, response);
  }, failJson);

export const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

function buffered(pool: FunctionPool, event: string, options: { tenantId?: string }, response: ServerResponse): void {
  const chunks: Uint8Array[] = [];
  const send = (payload: string, failed: boolean) => {
    const tooLarge = Buffer.byteLength(payload) > PAYLOAD_BYTES;
    const error = JSON.stringify({
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: 'Response payload size exceeded maximum allowed payload size (6291556 bytes).',
    });
    const body = tooLarge ? error : payload;
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(failed || tooLarge ? { 'x-amz-function-error': 'Unhandled' } : {}),
    });
    response.end(body);
  };
  pool.invoke(
    event,
    {
      chunk: (data) => chunks.push(data),
      done: (payload) => send(payload ?? Buffer.concat(chunks).toString(), false),
      failed: (errorType, errorMessage) => send(JSON.stringify({ errorType, errorMessage }), true),
    },
    options,
  );
}

function streamed(
  pool: FunctionPool,
  event: string,
  options: { tenantId?: string },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
  const send = (type: string, body: Uint8Array) => {
    const header = (value: string) => ({ type: 'string' as const, value });
    response.write(
      codec.encode({
        headers: {
          ':message-type': header('event'),
          ':event-type': header(type),
          ':content-type': header('application/octet-stream'),
        },
        body,
      }),
    );
  };
  let over = false;
  const complete = (detail: object) => {
    over = true;
    send('InvokeComplete', text.encode(JSON.stringify(detail)));
    response.end();
  };
  const gone = pool.invoke(
    event,
    {
      chunk: (data) => send('PayloadChunk', data),
      done: (payload) => {
        if (payload !== undefined) send('PayloadChunk', text.encode(payload));
        complete({});
      },
      failed: (errorType, message) => complete({ ErrorCode: errorType, ErrorDetails: message }),
    },
    options,
  );
  response.on('close', () => {
    if (!over) gone();
  });
  request.on('error', () => gone());
}
