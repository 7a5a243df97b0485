/** core/mcp behind a plain HTTP server on loopback, for real SDK clients without the rest of the data plane. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveMcp } from '../../core/mcp/endpoint.ts';
import type { Hosted } from '../../core/mcp/exchange.ts';
import type { HeaderRecord } from '../../core/mcp/protocol.ts';

export interface TestEndpoint {
  readonly url: URL;
  close(): Promise<void>;
}

/** Serves `hosted` at `/t/mcp`; GET is 405. */
export async function hostEndpoint(hosted: Hosted): Promise<TestEndpoint> {
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on('close', () => !response.writableFinished && gone.abort());
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch {
      parsed = undefined;
    }
    const headers = request.headers as HeaderRecord;
    const answer = await serveMcp(
      { method: 'POST', path: '/t/mcp', headers, body, signal: gone.signal },
      parsed,
      hosted,
    );
    response.writeHead(answer.status, answer.headers);
    if (typeof answer.body === 'string') return void response.end(answer.body);
    const reader = answer.body.getReader();
    gone.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}));
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) response.write(piece.value);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/t/mcp`),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
