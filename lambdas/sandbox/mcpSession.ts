/**
 * A session with an MCP server of a version with `initialize` (2024-11-05 to 2025-11-25). Its id is of the server, and secret: it goes to
 * that server only, in a header, and nowhere else. Where the server gives none, the session is the version alone.
 */
import { randomUUID } from 'node:crypto';
import { jsonText } from '../../core/lib/json/lossless.ts';
import { initializeParams, type RpcAnswer, SESSION_VERSIONS } from '../../core/mcpUpstream/messages.ts';
import { joinedHeaders, messageText, notificationText, sessionHeaders } from '../../core/mcpUpstream/toolCall.ts';
import type { EgressResponse } from '../../egress/index.ts';
import { exchange, type Post, upstreamInvalid } from './mcpExchange.ts';

/** A session that has begun. */
export interface Session {
  readonly version: string;
  readonly id: string | undefined;
  /** The `initialize` result's server and instructions, for an import. */
  readonly said: Record<string, unknown>;
}

/** A session, or what the server answered in place of one. */
export type Begun = { readonly session: Session } | { readonly http: EgressResponse; readonly answer?: RpcAnswer };

/** Visible ASCII (MCP 2025-03-26, transports), and of a length that fits a header. */
const SESSION_ID = /^[\u0021-\u007e]{1,1024}$/;

/** Headers of a message of the session. */
export const headersOf = (session: Session, more: ReadonlyArray<readonly [string, string]>): Array<[string, string]> =>
  // 2025-03-26 and before know no header for the version; servers ignore one.
  joinedHeaders(more, sessionHeaders(session.version, session.id));

/** Begins a session. Throws EgressError, PortcullisError `upstream_invalid`. */
export async function beginSession(
  url: string,
  more: ReadonlyArray<readonly [string, string]>,
  post: Post,
): Promise<Begun> {
  const id = randomUUID();
  const members = jsonText(initializeParams()).slice(1, -1);
  const headers = joinedHeaders(more, sessionHeaders(undefined, undefined));
  const text = messageText({ method: 'initialize', members }, id);
  const { http, answer } = await exchange({ url, headers, text, id, replyHeaders: headers }, post);
  if (answer === undefined || 'error' in answer) return { http, ...(answer && { answer }) };
  const { protocolVersion } = answer.result;
  if (typeof protocolVersion !== 'string' || !SESSION_VERSIONS.includes(protocolVersion)) {
    throw upstreamInvalid(
      `The MCP server speaks a version of MCP that is not known here; known are ${SESSION_VERSIONS.join(', ')}.`,
    );
  }
  const sessionId = http.headers.get('mcp-session-id') ?? undefined;
  if (sessionId !== undefined && !SESSION_ID.test(sessionId)) {
    throw upstreamInvalid('The MCP server gives its session a name that no header can have.');
  }
  const session: Session = { version: protocolVersion, id: sessionId, said: answer.result };
  const told = await post({
    method: 'POST',
    url,
    headers: headersOf(session, more),
    body: Buffer.from(notificationText('notifications/initialized')),
  });
  return told.status >= 200 && told.status < 300 ? { session } : { http: told };
}
