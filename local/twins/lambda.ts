/**
 * The Lambda API for functions that invoke functions: Invoke (RequestResponse, Event) and InvokeWithResponseStream, with tenant ids,
 * payload limits and function errors as in Lambda. An invocation goes on to its end when its caller disconnects.
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { parsedJson } from '../../core/lib/json/parsed.ts';
import { AwsError } from '../aws/errors.ts';
import { framesOf } from '../aws/eventStream.ts';
import type { AwsService } from '../aws/gateway.ts';
import { restError } from '../aws/rest.ts';
import { THROTTLED } from '../functions/environment.ts';
import { EventText, type FunctionPool, type InvokeOptions } from '../functions/pool.ts';
import { type AsyncRule, DEFAULT_RULE } from './queues.ts';

const MAX_SYNC = 6 * 1024 * 1024;
const MAX_ASYNC = 1024 * 1024;
const MAX_STREAM = 200 * 1024 * 1024;

/**
 * The Lambda twin over the pools of functions.
 * @param find the pool of a function by name
 * @param rules what becomes of invocations that nobody waits for, by name
 */
export function lambdaService(
  find: (name: string) => FunctionPool | undefined,
  rules: ReadonlyMap<string, AsyncRule> = new Map(),
): AwsService {
  const demandPool = (name: string): FunctionPool => {
    const pool = find(functionName(name));
    if (!pool) throw new AwsError(404, 'ResourceNotFoundException', `Function not found: ${name}`);
    return pool;
  };
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
      const pool = demandPool(decodeURIComponent(name));
      request.caller.demand('lambda:InvokeFunction', pool.definition.arn);
      const tenantId = checkTenant(pool, request.headers['x-amz-tenant-id'] as string | undefined);
      const options = { tenantId, asker: request.headers['x-amz-client-context'] as string | undefined };
      const isAsync = request.headers['x-amz-invocation-type'] === 'Event';
      const event = eventOf(request.body, isAsync ? MAX_ASYNC : MAX_SYNC);
      response.setHeader('x-amzn-requestid', randomUUID());
      if (kind === 'response-streaming-invocations') answerStream(pool, event, options, response);
      else if (isAsync) {
        const rule = rules.get(pool.definition.functionName) ?? DEFAULT_RULE;
        invokeAsync(pool, event, options, rule);
        response.writeHead(202).end();
      } else buffered(pool, event, options, response);
    },
    refuse: restError,
    async operate(operation, input, { caller, hear, onLeave }) {
      if (operation !== 'InvokeWithResponseStream') {
        throw new AwsError(404, 'UnknownOperationException', 'No such operation.');
      }
      const { FunctionName, TenantId, Payload, ClientContext } = input as {
        FunctionName: string;
        TenantId?: string;
        /**
         * JSON, serialized once by the caller: the size that is checked is that of what the function gets. Bytes where it is large
         * (thread.ts).
         */
        Payload: string | Uint8Array;
        ClientContext?: string;
      };
      const pool = demandPool(FunctionName);
      caller.demand('lambda:InvokeFunction', pool.definition.arn);
      const tenantId = checkTenant(pool, TenantId);
      checkSize(Payload, MAX_SYNC);
      return new Promise((ended, refused) =>
        onLeave(
          stream(pool, new EventText(Payload), { tenantId, asker: ClientContext }, { piece: hear, ended, refused }),
        ),
      );
    },
  };
}

const functionName = (name: string): string => name.split(':').at(name.startsWith('arn:') ? 6 : 0) ?? name;

function checkSize(payload: Uint8Array | string, most: number): void {
  if (Buffer.byteLength(payload) <= most) return;
  throw new AwsError(
    413,
    'RequestTooLargeException',
    `Request must be smaller than ${most} bytes for the InvokeFunction operation`,
  );
}

function eventOf(payload: Buffer, most: number): unknown {
  checkSize(payload, most);
  const event = parsedJson(payload.toString() || '{}');
  if (event !== undefined) return event;
  throw new AwsError(400, 'InvalidRequestContentException', 'Could not parse request body into json.');
}

function checkTenant(pool: FunctionPool, tenantId: string | undefined): string | undefined {
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

function buffered(pool: FunctionPool, event: unknown, options: InvokeOptions, response: ServerResponse): void {
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
  const fail = (type: string, message: string) => {
    if (type === THROTTLED) return restError(throttled(message), response);
    send(errorText(type, message), { 'x-amz-function-error': 'Unhandled' });
  };
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
    options,
  );
}

/** A minute after the first failure, two after the second. */
const PAUSES_MS = [60_000, 120_000];

/** An invocation that nobody waits for. It is attempted several times, then given up. */
export function invokeAsync(pool: FunctionPool, event: unknown, options: InvokeOptions, rule: AsyncRule): void {
  const attempt = (failures: number) =>
    pool.invoke(
      event,
      {
        done: () => {},
        failed: (type, message) => {
          if (failures === rule.retries) rule.giveUp(event, type, message);
          else setTimeout(() => attempt(failures + 1), PAUSES_MS[failures]).unref();
        },
      },
      options,
    );
  attempt(0);
}

const bytesOf = (data: Uint8Array | string): Uint8Array => (typeof data === 'string' ? Buffer.from(data) : data);

const throttled = (message: string): AwsError => new AwsError(429, THROTTLED, message);

/** Callbacks of a streaming invocation: pieces, and once its end (`InvokeComplete`), or that it never began. */
interface Listener {
  piece(data: Uint8Array | string): void;
  ended(fields: { readonly ErrorCode?: string; readonly ErrorDetails?: string }): void;
  refused(error: AwsError): void;
}

/** Returns a function to call when the caller disconnects; no callback is called afterwards, and the invocation goes on. */
function stream(
  pool: FunctionPool,
  event: unknown,
  options: InvokeOptions,
  { piece, ended, refused }: Listener,
): () => void {
  let size = 0;
  let over = false;
  const end = (fields: Parameters<Listener['ended']>[0]) => {
    if (over) return;
    over = true;
    ended(fields);
  };
  const fail = (type: string, message: string) => end({ ErrorCode: type, ErrorDetails: errorText(type, message) });
  const leave = pool.invoke(
    event,
    {
      chunk: (data) => {
        if (over || data.length === 0) return;
        size += Buffer.byteLength(data);
        if (size <= MAX_STREAM) return piece(data);
        fail('Function.ResponseSizeTooLarge', `Response payload size exceeded ${MAX_STREAM} bytes.`);
      },
      done: (result) => {
        if (!over && result !== undefined) piece(result);
        end({});
      },
      failed(type, message) {
        if (type !== THROTTLED) return fail(type, message);
        over = true;
        refused(throttled(message));
      },
    },
    options,
  );
  return () => {
    if (!over) leave();
    over = true;
  };
}

const payloadFrame = framesOf('PayloadChunk', 'application/octet-stream');
const invokeComplete = framesOf('InvokeComplete', 'application/json');

function answerStream(pool: FunctionPool, event: unknown, options: InvokeOptions, response: ServerResponse): void {
  const begin = () => {
    if (response.headersSent) return;
    response.writeHead(200, {
      'content-type': 'application/vnd.amazon.eventstream',
      'x-amz-executed-version': '$LATEST',
      'x-amzn-remapped-content-type': 'application/octet-stream',
    });
  };
  const send = (frame: Uint8Array) => {
    begin();
    return response.write(frame);
  };
  const leave = stream(pool, event, options, {
    piece: (data) => void send(payloadFrame(bytesOf(data))),
    ended(fields) {
      send(invokeComplete(Buffer.from(JSON.stringify(fields))));
      response.end();
    },
    refused: (error) => restError(error, response),
  });
  response.on('close', leave);
}
