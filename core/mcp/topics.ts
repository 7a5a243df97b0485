/**
 * Topics of the push channel: one per token, per server and per legacy session, never a broadcast. Names are made of
 * hashes and ids only, so they reveal no secret.
 */
import { sha256 } from '../json/canonical.ts';

/** The token was revoked: close its streams. */
export const tokenTopic = (tokenHash: string): string => `mcp/${tokenHash}/revoked`;

/** Cancels a call of one legacy client (`channel`: its session id), which may run on any instance. Payload: the request id. */
export const cancelTopic = (tokenHash: string, channel: string): string =>
  `mcp/${sha256(`${tokenHash}:${channel}`).slice(0, 40)}/cancel`;

/** The client has ended its 2025 session (`channel`: its `Mcp-Session-Id`): close the streams of it. */
export const endedTopic = (tokenHash: string, channel: string): string =>
  `mcp/${sha256(`${tokenHash}:${channel}`).slice(0, 40)}/ended`;

/** Serialized JSON-RPC messages (or a pointer to a large one) for the holder of a legacy HTTP+SSE stream. */
export const sessionTopic = (sessionId: string): string => `mcp/${sessionId}/down`;

/** The server's tools changed. */
export const toolsTopic = (serverId: string): string => `srv/${serverId}/tools`;

/** Close every stream of the server: killed by hand, switched off or deleted. */
export const killTopic = (serverId: string): string => `srv/${serverId}/kill`;
