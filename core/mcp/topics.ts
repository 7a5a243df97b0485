/**
 * Topics of the push channel: one per token, per server and per legacy session, never a fan-out to everybody.
 * Names are made of hashes and ids only; whoever reads them learns no secret.
 */

/** The token was revoked: close its streams. */
export const tokenTopic = (tokenHash: string): string => `mcp/${tokenHash}/revoked`;

/** Serialized JSON-RPC messages (or a pointer to a large one) for the holder of a legacy HTTP+SSE stream. */
export const sessionTopic = (sessionId: string): string => `mcp/${sessionId}/down`;

/** The server's tools changed. */
export const toolsTopic = (serverId: string): string => `srv/${serverId}/tools`;

/** Close every stream of the server: killed by hand, switched off or deleted. */
export const killTopic = (serverId: string): string => `srv/${serverId}/kill`;
