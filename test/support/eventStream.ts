/** Held event streams of clients: the reader of `npm run verify`, and the request that opens a stream of changed tools. */
export { type HeldStream, holdStream, type ServerSentEvent } from '../../verify/installation/eventStream.ts';

/** Subscribes to changed tools as a client of 2026-07-28 does. */
export const SUBSCRIBE = {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'subscriptions/listen',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 'sub',
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
};
