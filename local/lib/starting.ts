/**
 * What the stack's addresses answer before what they serve has started: they listen first, so that a taken port ends the start at once, and
 * a start may take minutes. Without an answer, clients that reconnect meanwhile would wait for their own limit, or for ever (curl).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A start of a stack that was built before takes some seconds. */
const RETRY_SECONDS = 5;

/** Answers every request with 503 and Retry-After (RFC 9110, section 15.6.4) until {@link begin} is called for the server. */
export const refuseWhileStarting = (server: Server): Server => server.on('request', refuse);

/** Ends the refusals; the caller's own listener takes every request from now on. */
export const begin = (server: Server): Server => server.off('request', refuse);

function refuse(incoming: IncomingMessage, response: ServerResponse): void {
  incoming.resume();
  response
    .writeHead(503, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(RETRY_SECONDS),
    })
    .end('The local stack is starting. Try again in some seconds.');
}
