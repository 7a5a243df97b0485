/** Calls a tool in one request of 2025-06-18 without a client library, for tests of the answer on the wire. */
export const plainCall = (mcpUrl: string, name: string): Promise<Response> =>
  fetch(mcpUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
  });
