/**
 * Topics of the push channel: one per token, server or legacy session. Their names contain only hashes and ids, no secrets.
 */
import { sha256 } from '../lib/json/canonical.ts';

/** A token was revoked, so its streams must be closed. */
export const tokenTopic = (tokenHash: string): string => `mcp/${tokenHash}/revoked`;

/** A legacy client cancels a call, which may run on any instance. Payload: the request id. `channel`: its session id. */
export const cancelTopic = (tokenHash: string, channel: string): string =>
  `mcp/${sha256(`${tokenHash}:${channel}`).slice(0, 40)}/cancel`;

/** A client has ended its 2025 session, so its streams must be closed. `channel`: its `Mcp-Session-Id`. */
export const endedTopic = (tokenHash: string, channel: string): string =>
  `mcp/${sha256(`${tokenHash}:${channel}`).slice(0, 40)}/ended`;

/** JSON-RPC messages (or a pointer to a large one) for the function with the stream of an HTTP+SSE session. */
export const sessionTopic = (sessionId: string): string => `mcp/${sessionId}/down`;

/** The tools of a server have changed. */
export const toolsTopic = (serverId: string): string => `srv/${serverId}/tools`;

/** All streams of a server must be closed: a person closed them, or the server is offline or deleted. */
export const killTopic = (serverId: string): string => `srv/${serverId}/kill`;
