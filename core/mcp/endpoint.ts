/**
 * The MCP endpoint: answers one message (or batch) with one HTTP response, for all protocol versions and without state
 * between requests. The official SDK implements the protocol; fastPath.ts answers frequent requests from prepared text.
 * Does not check tokens or origins, and does not handle sessions, audit and the calls themselves; the caller does.
 */
import { type Answer, callRequest, type Exchange, exactOf, type Hosted } from './exchange.ts';
import { modernResult, recognize } from './fastPath.ts';

/**
 * Answers one request.
 * @param parsed the body as JSON, or undefined when it is not JSON
 */
export async function serveMcp(exchange: Exchange, parsed: unknown, hosted: Hosted): Promise<Answer> {
  const known = recognize(parsed, exchange.headers, hosted.listing);
  if (known?.kind === 'answer') return json(known.text);
  if (known) {
    const call = callRequest(exactOf(exchange, parsed), parsed, known.id, known.name, exchange.signal);
    return json(modernResult(known.id, await hosted.callTool(call), hosted.listing));
  }
  const { serveWithSdk } = await import('./sdkEndpoint.ts');
  return serveWithSdk(exchange, parsed, hosted);
}

const json = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body,
  isResult: true,
});
