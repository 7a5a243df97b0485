/**
 * Sessions of the HTTP+SSE transport (2024-11-05): an unguessable id, and one row for as long as its stream is held,
 * which every post of the session reads together with its token. Also what the session's two endpoints do with
 * messages: pinning the version, taking messages out of an event stream.
 */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../json/canonical.ts';
import { isObject } from '../json/value.ts';
import { LIMITS } from '../limits.ts';
import { SSE_VERSION } from './protocol.ts';

/** A session. */
export interface SessionRow {
  readonly sessionId: string;
  /** Of the token that opened the stream; another one's posts do not belong to it. */
  readonly tokenHash: string;
  /** Epoch milliseconds. Whoever holds the stream moves it on; past it the holder is gone without a word. */
  readonly until: number;
  /** The same in seconds, for the table's expiry. */
  readonly expiresAt: number;
}

/** A new id, safe as a query value and as a topic level. */
export const newSessionId = (): string => randomBytes(24).toString('base64url');

/** True for the form of a session id; nothing else is looked up. */
export const isSessionId = (text: string): boolean => /^[A-Za-z0-9_-]{32}$/.test(text);

/**
 * The row of a session whose stream is held.
 * @param now epoch milliseconds
 */
export function sessionRow(sessionId: string, tokenHash: string, now: number = Date.now()): SessionRow {
  const until = now + LIMITS.stream.leaseMs;
  return { sessionId, tokenHash, until, expiresAt: Math.ceil(until / 1_000) };
}

/** An ended 2025 session is remembered for a day, longer than a client that ended it goes on. */
const REMEMBERED_MS = 86_400_000;

/**
 * Key of an ended 2025 session.
 * @param channel its `Mcp-Session-Id`, whatever the client sends there
 */
export const endedId = (tokenHash: string, channel: string): string =>
  `ended.${sha256(`${tokenHash}:${channel}`).slice(0, 40)}`;

/**
 * The row that says that a client ended its 2025 session.
 * @param now epoch milliseconds
 */
export function endedRow(tokenHash: string, channel: string, now: number = Date.now()): SessionRow {
  const until = now + REMEMBERED_MS;
  return { sessionId: endedId(tokenHash, channel), tokenHash, until, expiresAt: Math.ceil(until / 1_000) };
}

/**
 * True when the row belongs to the token and is current: somebody holds the session's stream, or the session was ended.
 */
export const holds = (row: SessionRow | undefined, tokenHash: string, now: number = Date.now()): boolean =>
  row !== undefined && row.tokenHash === tokenHash && row.until > now;

/**
 * `initialize` with its version replaced by 2024-11-05: no later version has this transport, and clients hold a server
 * to the transport of the version that they negotiated.
 */
export function pinVersion(message: unknown): unknown {
  if (!isObject(message) || message['method'] !== 'initialize' || !isObject(message['params'])) return message;
  return { ...message, params: { ...message['params'], protocolVersion: SSE_VERSION } };
}

/** The messages of an answer as they arrive: a JSON body is one message, an event stream yields its data lines. */
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
