/** Reads all pages of an MCP server's tools, within limits, in the order in which it gives them. */
import { randomUUID } from 'node:crypto';
import { jsonText } from '../../core/lib/json/lossless.ts';
import type { JsonValue } from '../../core/lib/json/value.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import type { Asked } from '../../core/mcpUpstream/toolCall.ts';
import { type Exchanged, upstreamInvalid } from './mcpExchange.ts';

/** Sends a request of one of the transports and waits for its answer. */
export type Ask = (asked: Asked, id: string) => Promise<Exchanged>;

const { pages: MAX_PAGES, bytes: MAX_BYTES } = LIMITS.mcpListing;

/** The tools, or the answer that is not a list. Throws EgressError, PortcullisError `upstream_invalid`, `too_many_operations`. */
export async function readTools(ask: Ask): Promise<{ readonly tools: JsonValue[] } | Exchanged> {
  const tools: JsonValue[] = [];
  const cursors = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const members = cursor === undefined ? '' : `"cursor":${JSON.stringify(cursor)}`;
    const exchanged = await ask({ method: 'tools/list', members }, randomUUID());
    const { answer } = exchanged;
    if (answer === undefined || 'error' in answer) return exchanged;
    const { tools: listed, nextCursor } = answer.result;
    if (!Array.isArray(listed)) throw upstreamInvalid('The MCP server answered tools/list without a list of tools.');
    tools.push(...listed);
    bytes += Buffer.byteLength(jsonText(listed));
    if (bytes > MAX_BYTES || tools.length > LIMITS.toolsPerServer) {
      throw upstreamInvalid(
        `The MCP server lists more than is read of one: at most ${LIMITS.toolsPerServer} tools of ${MAX_BYTES} bytes together.`,
      );
    }
    if (typeof nextCursor !== 'string' || nextCursor === '') return { tools };
    if (cursors.has(nextCursor) || page === MAX_PAGES) {
      throw upstreamInvalid(`The MCP server's list of tools does not come to an end within ${MAX_PAGES} pages.`);
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}
