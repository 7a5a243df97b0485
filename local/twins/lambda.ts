/**
 * The Lambda API for the functions that invoke functions: Invoke (RequestResponse, Event) and InvokeWithResponseStream, tenant
 * ids as Lambda wants them, payload limits, function errors as Lambda reports them. A caller that goes away takes its
 * response stream with it.
 */
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { EventStreamCodec } from '@smithy/core/event-streams';
import { AwsError } from '../aws/errors.ts';
import type { AwsReply, AwsRequest, AwsService, Body } from '../aws/gateway.ts';
import { restError } from '../aws/rest.ts';
import type { FunctionPool } from '../functions/pool.ts';

const MAX_SYNC = 6 * 1024 * 1024;
const MAX_ASYNC = 1024 * 1024;
const MAX_STREAM = 200 * 1024 * 1024;

export function lambdaService(find: (name: string) => FunctionPool | undefined): AwsService {
  return {
    name: 'LAMBDA',
    async serve(request, response) {
      const match =
        /^\/(2015-03-31|2021-11-15)\/functions\/([^/]+)\/(invocations|response-streaming-invocations)$/.exec(
          request.path,
        );
      const [, , name, kind] = match ?? [];
      if (request.method !== 'POST' || !name)
        throw new AwsError(404, 'UnknownOperationException', 'No such operation.');
      const pool = find(functionName(decodeURIComponent(name)));
      if (!pool) throw new AwsError(404, 'ResourceNotFoundException', `Function not found: ${name}`);
      request.caller.demand('lambda:InvokeFunction', pool.definition.arn);
      const tenantId = checkTenant(pool, request);
      const isAsync = request.headers['x-amz-invocation-type'] === 'Event';
      const event = eventOf(request.body, isAsync ? MAX_ASYNC : MAX_SYNC);
      response.setHeader('x-amzn-requestid', randomUUID());
      if (kind === 'response-streaming-invocations') stream(pool, event, tenantId, response);
      else if (isAsync) queue(pool, event, tenantId, response);
      else buffered(pool, event, tenantId, response);
    },
    refuse: restError,
  };
}

const functionName = (name: string): string => name.split(':').at(name.startsWith('arn:') ? 6 : 0) ?? name;

function eventOf({ size, text }: Body, most: number): unknown {
  if (size > most) {
    throw new AwsError(
      413,
      'RequestTooLargeException',
      `Request must be smaller than ${most} bytes for the InvokeFunction operation`,
    );
  }
  try {
    return JSON.parse(text || '{}');
  } catch {
    throw new AwsError(400, 'InvalidRequestContentException', 'Could not parse request body into json.');
  }
}

function checkTenant(pool: FunctionPool, { headers }: AwsRequest): string | undefined {
  const tenantId = headers['x-amz-tenant-id'] as string | undefined;
  const refuse = (message: string) => new AwsError(400, 'InvalidParameterValueException', message);
  if (pool.tenanted && !tenantId) {
    throw refuse(
      'The invoked function is enabled with tenancy configuration. Add a valid tenant ID in your request and try again.',
    );
  }
  if (!pool.tenanted && tenantId) {
    throw refuse('The invoked function is not enabled with tenancy configuration. Remove the tenant ID and try again.');
  }
  if (tenantId && !/^[A-Za-z0-9._:/=+\-@ ]{1,256}$/.test(tenantId)) throw refuse('The tenant ID is not valid.');
  return tenantId;
}

const errorText = (errorType: string, errorMessage: string) => JSON.stringify({ errorType, errorMessage, trace: [] });

function buffered(pool: FunctionPool, event: unknown, tenantId: string | undefined, response: AwsReply): void {
  const chunks: Uint8Array[] = [];
  const send = (text: string | Uint8Array, headers: Record<string, string> = {}) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-amz-executed-version': '$LATEST',
      ...headers,
    });
    response.end(text);
  };
  const fail = (type: string, message: string) =>
    send(errorText(type, message), { 'x-amz-function-error': 'Unhandled' });
  pool.invoke(
    event,
    {
      chunk: (data) => chunks.push(bytesOf(data)),
      done: (payload) => {
        const answer = payload ?? Buffer.concat(chunks);
        const size = Buffer.byteLength(answer);
        if (size <= MAX_SYNC) return send(answer);
        fail(
          'Function.ResponseSizeTooLarge',
          `Response payload size (${size} bytes) exceeded maximum allowed payload size (${MAX_SYNC} bytes).`,
        );
      },
      failed: fail,
    },
    { tenantId },
  );
}

/** Asynchronous invocations are tried three times, as Lambda does by default. */
function queue(pool: FunctionPool, event: unknown, tenantId: string | undefined, response: AwsReply): void {
  const attempt = (left: number) =>
    pool.invoke(
      event,
      {
        done: () => {},
        failed: () => {
          if (left > 0) setTimeout(() => attempt(left - 1), left === 2 ? 60_000 : 120_000).unref();
        },
      },
      { tenantId },
    );
  attempt(2);
  response.writeHead(202).end();
}

const bytesOf = (data: Uint8Array | string): Uint8Array => (typeof data === 'string' ? Buffer.from(data) : data);

const utf8 = {
  to: (input: string | Uint8Array) => (typeof input === 'string' ? input : Buffer.from(input).toString('utf8')),
  from: (input: string) => new Uint8Array(Buffer.from(input, 'utf8')),
};
const codec = new EventStreamCodec(utf8.to, utf8.from);

/** Both lengths and their checksum. */
const PRELUDE = 12;
const CHECKSUM = 4;

/**
 * Encodes events of one type (application/vnd.amazon.eventstream): their headers are always the same bytes, so the codec makes
 * them once.
 */
function framesOf(type: string, contentType: string): (body: Uint8Array) => Uint8Array {
  const model = codec.encode({
    headers: {
      ':message-type': { type: 'string', value: 'event' },
      ':event-type': { type: 'string', value: type },
      ':content-type': { type: 'string', value: contentType },
    },
    body: new Uint8Array(),
  });
  const headers = model.subarray(PRELUDE, -CHECKSUM);
  return (body) => {
    const frame = Buffer.allocUnsafe(model.length + body.length);
    frame.writeUInt32BE(frame.length, 0);
    frame.writeUInt32BE(headers.length, 4);
    frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
    frame.set(headers, PRELUDE);
    frame.set(body, PRELUDE + headers.length);
    frame.writeUInt32BE(crc32(frame.subarray(0, -CHECKSUM)), frame.length - CHECKSUM);
    return frame;
  };
}

const payloadFrame = framesOf('PayloadChunk', 'application/octet-stream');
const invokeComplete = framesOf('InvokeComplete', 'application/json');
const completeFrame = (fields: object) => invokeComplete(Buffer.from(JSON.stringify(fields)));
/** Every invocation that went well ends with the same one. */
const COMPLETE = completeFrame({});

function stream(pool: FunctionPool, event: unknown, tenantId: string | undefined, response: AwsReply): void {
  const payload = (data: Uint8Array) => response.write(payloadFrame(data));
  const complete = (frame: Uint8Array) => {
    response.write(frame);
    response.end();
  };
  response.writeHead(200, {
    'content-type': 'application/vnd.amazon.eventstream',
    'x-amz-executed-version': '$LATEST',
    'x-amzn-remapped-content-type': 'application/octet-stream',
  });
  response.flushHeaders();
  let size = 0;
  let over = false;
  const fail = (type: string, message: string) => {
    over = true;
    complete(completeFrame({ ErrorCode: type, ErrorDetails: errorText(type, message) }));
  };
  const leave = pool.invoke(
    event,
    {
      chunk: (given) => {
        const data = bytesOf(given);
        if (over || data.length === 0) return;
        size += data.length;
        if (size > MAX_STREAM) {
          fail('Function.ResponseSizeTooLarge', `Response payload size exceeded ${MAX_STREAM} bytes.`);
          leave();
        } else payload(data);
      },
      done: (result) => {
        if (over) return;
        over = true;
        if (result !== undefined) payload(Buffer.from(result));
        complete(COMPLETE);
      },
      failed: (type, message) => {
        if (!over) fail(type, message);
      },
    },
    { tenantId },
  );
  response.on('close', () => {
    if (!over) leave();
    over = true;
  });
}
