/** Invokes a function that streams its response, and sends it on: what function URLs and streaming integrations of REST APIs have in common. */
import type { ServerResponse } from 'node:http';
import { CHALLENGE_HEADERS } from '../../core/mcp/errors.ts';
import { THROTTLED } from '../functions/environment.ts';
import type { FunctionPool } from '../functions/pool.ts';
import type { HttpEvent, Prelude } from '../functions/runtime/protocol.ts';
import type { EdgeRequest } from './headers.ts';

/** Unread bytes of a stream that are kept for a client; more than any one message has. */
const UNREAD_BYTES = 32 * 1024 * 1024;
/** Statuses whose responses have no Content-Length (RFC 9110 section 8.6). */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/** An invocation. */
export interface Streamed {
  readonly pool: FunctionPool;
  readonly event: HttpEvent;
  readonly body: Buffer;
  /** What is answered when too many run, and when the function fails before it has answered. */
  readonly failures: Readonly<Record<'throttled' | 'failed', readonly [status: number, body: string]>>;
}

/** Streams the function's response to the client, and tells the function when the client leaves. */
export function invokeStreaming(
  { pool, event, body, failures }: Streamed,
  request: EdgeRequest,
  response: ServerResponse,
): void {
  let over = false;
  let head: Prelude | undefined;
  const begin = (length?: number) => {
    if (!head || response.headersSent) return;
    const { statusCode, headers: sent, cookies } = head;
    const isSized = length !== undefined && !BODILESS.has(statusCode);
    response.writeHead(statusCode, {
      ...renamed(sent),
      ...(cookies?.length && { 'set-cookie': [...cookies] }),
      ...(isSized && { 'content-length': length }),
    });
  };
  const fail = ([status, text]: readonly [number, string], headers = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  const gone = pool.invoke(
    event,
    {
      prelude(given) {
        head = given;
        const isRefused = given.statusCode >= 400 || given.headers[CHALLENGE_HEADERS.status] !== undefined;
        if (!isRefused && request.method !== 'OPTIONS') request.admitted();
      },
      chunk(data, isLast) {
        // A response that is complete at once is sent together with its head.
        begin(isLast ? Buffer.byteLength(data) : undefined);
        if (isLast) response.end(data);
        else response.write(data);
        // Lambda would make the function wait. This host never does, so unread bytes would pile up in memory.
        if (!isLast && response.writableLength > UNREAD_BYTES) response.destroy();
      },
      done() {
        over = true;
        begin();
        if (!response.writableEnded) response.end();
      },
      failed(errorType) {
        over = true;
        if (errorType === THROTTLED) return fail(failures.throttled, { 'retry-after': '1' });
        // What AWS answers for a crashed function; a stream that has begun just ends.
        if (response.headersSent) response.destroy();
        else fail(failures.failed);
      },
    },
    { body },
  );
  response.on('close', () => {
    if (!over) gone();
  });
}

/** Both use this header themselves and rename the function's own. */
const KEPT_NAME = 'www-authenticate';

/** A function's headers as API Gateway and function URLs send them. */
export const renamed = (sent: Prelude['headers']): Prelude['headers'] =>
  sent[KEPT_NAME] === undefined
    ? sent
    : Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name === KEPT_NAME ? `x-amzn-remapped-${name}` : name, value]),
      );
