/**
 * In place of node:http and node:http2 in the functions that clients wait for (lib/bundles.ts): undici, which writes and reads HTTP itself,
 * loads both for what is here. Node's modules cost a start 10 ms each and more: requiring node:http reads its getter of WebSocket, and so
 * loads all of the undici that is in Node. No connection there offers HTTP/2 (aws/direct/dispatcher.ts, egress/connector.ts), and undici has
 * the form without constants itself.
 */
export const constants = {};

/** Node's default, in bytes. */
export const maxHeaderSize = 16 * 1024;

/** What undici asks whether a stream is one; nothing is here. */
export class IncomingMessage {}

export default { constants, maxHeaderSize, IncomingMessage };
