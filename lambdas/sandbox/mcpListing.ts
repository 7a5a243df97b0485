/** Reads all pages of a list of an MCP server, within limits, in the order in which it gives them. */
import { randomUUID } from 'node:crypto';
import { jsonText } from '../../core/lib/json/lossless.ts';
import type { JsonValue } from '../../core/lib/json/value.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { type Listed, MCP_LISTS } from '../../core/mcpUpstream/definition.ts';
import type { Asked } from '../../core/mcpUpstream/toolCall.ts';
import { type Exchanged, upstreamInvalid } from './mcpExchange.ts';

/** Sends a request of one of the transports and waits for its answer. */
export type Ask = (asked: Asked, id: string) => Promise<Exchanged>;

const { pages: MAX_PAGES, bytes: MAX_BYTES, others: MAX_OTHERS } = LIMITS.mcpListing;

/** What is listed, or the answer that is not a list. Throws EgressError, PortcullisError `upstream_invalid`. */
export async function readList(ask: Ask, kind: Listed = 'tool'): Promise<{ readonly list: JsonValue[] } | Exchanged> {
  const { method, member } = MCP_LISTS[kind];
  const most = kind === 'tool' ? LIMITS.toolsPerServer : MAX_OTHERS;
  const list: JsonValue[] = [];
  const cursors = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const members = cursor === undefined ? '' : `"cursor":${JSON.stringify(cursor)}`;
    const exchanged = await ask({ method, members }, randomUUID());
    const { answer } = exchanged;
    if (answer === undefined || 'error' in answer) return exchanged;
    const { [member]: listed, nextCursor } = answer.result;
    if (!Array.isArray(listed)) throw upstreamInvalid(`The MCP server answered ${method} without a list of ${member}.`);
    list.push(...listed);
    bytes += Buffer.byteLength(jsonText(listed));
    if (bytes > MAX_BYTES || list.length > most) {
      throw upstreamInvalid(
        `The MCP server lists more than is read of one: at most ${most} ${member} of ${MAX_BYTES} bytes together.`,
      );
    }
    if (typeof nextCursor !== 'string' || nextCursor === '') return { list };
    if (cursors.has(nextCursor) || page === MAX_PAGES) {
      throw upstreamInvalid(`The MCP server's list of ${member} does not come to an end within ${MAX_PAGES} pages.`);
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}
