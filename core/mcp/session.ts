/**
 * Sessions of the HTTP+SSE transport (2024-11-05): a random id, and a row as long as the stream is open, which each POST
 * reads together with its token. Also sets the protocol version of `initialize`, reads messages from an event stream, and asks
 * clients for a sign of life.
 */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../lib/json/canonical.ts';
import { isObject } from '../lib/json/value.ts';
import { LIMITS } from '../lib/limits.ts';
import { SSE_VERSION } from './protocol.ts';

/** A session. */
export interface SessionRow {
  readonly sessionId: string;
  /** The token that opened the stream; POSTs with other tokens are refused. */
  readonly tokenHash: string;
  /** Milliseconds since 1970 until which the row is valid. The function with the stream extends it. */
  readonly until: number;
  /** The same in seconds, for DynamoDB's time to live. */
  readonly expiresAt: number;
}

/** A new random id, which can be used in a query and as a topic level. */
export const newSessionId = (): string => randomBytes(24).toString('base64url');

/** True for a text with the form of a session id. */
export const isSessionId = (text: string): boolean => /^[A-Za-z0-9_-]{32}$/.test(text);

/**
 * The row of a session with an open stream.
 * @param now milliseconds since 1970
 */
export function sessionRow(sessionId: string, tokenHash: string, now: number = Date.now()): SessionRow {
  const until = now + LIMITS.stream.leaseMs;
  return { sessionId, tokenHash, until, expiresAt: Math.ceil(until / 1_000) };
}

/** How long an ended 2025 session is recorded: a day, longer than a client may continue after ending it. */
const ENDED_MS = 86_400_000;

/**
 * Key of an ended 2025 session.
 * @param channel the `Mcp-Session-Id` header, unchecked
 */
export const endedId = (tokenHash: string, channel: string): string =>
  `ended.${sha256(`${tokenHash}:${channel}`).slice(0, 40)}`;

/**
 * The row that records that a client has ended its 2025 session.
 * @param now milliseconds since 1970
 */
export function endedRow(tokenHash: string, channel: string, now: number = Date.now()): SessionRow {
  const until = now + ENDED_MS;
  return { sessionId: endedId(tokenHash, channel), tokenHash, until, expiresAt: Math.ceil(until / 1_000) };
}

/**
 * True when the row belongs to the token and is valid: the stream of the session is open, or the session was ended.
 */
export const holds = (row: SessionRow | undefined, tokenHash: string, now: number = Date.now()): boolean =>
  row !== undefined && row.tokenHash === tokenHash && row.until > now;

/**
 * `initialize` with its version replaced by 2024-11-05, because no later version has this transport.
 */
export function pinVersion(message: unknown): unknown {
  if (!isObject(message) || message['method'] !== 'initialize' || !isObject(message['params'])) return message;
  return { ...message, params: { ...message['params'], protocolVersion: SSE_VERSION } };
}

const PING_ID = 'portcullis-ping-';

/** A `ping` to the client, which must answer it (MCP 2024-11-05, utilities, ping). Numbers must not repeat in a session. */
export const pingRequest = (number: number): string =>
  JSON.stringify({ jsonrpc: '2.0', id: `${PING_ID}${number}`, method: 'ping' });

/** True for a client's answer to a `pingRequest`, whether it is a result or an error. */
export const isPong = (message: unknown): boolean =>
  isObject(message) &&
  message['method'] === undefined &&
  typeof message['id'] === 'string' &&
  message['id'].startsWith(PING_ID);

/** What the function with the stream is sent when its client has answered a ping; no message of the protocol has this form. */
export const PONG_ARRIVED = '!';

/** Yields the messages of an answer: a JSON body is one message, an event stream has one per data line. */
export async function* messagesOf(body: string | ReadableStream<Uint8Array>): AsyncGenerator<string> {
  if (typeof body === 'string') {
    if (body) yield body;
    return;
  }
  let pending = '';
  for await (const text of body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
    const lines = (pending + text).split('\n');
    pending = lines.pop() as string;
    yield* dataOf(lines);
  }
}

/** The messages among the lines of an event stream. */
export const dataOf = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice('data: '.length));
