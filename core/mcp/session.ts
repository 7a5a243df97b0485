/**
 * Sessions of the HTTP+SSE transport (2024-11-05): an id that nobody can guess, and one row for as long as its stream is held,
 * which every post of the session reads along with its token. Also here: what the session's two endpoints do with messages
 * (pinning the version, taking answers out of an event stream).
 */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../json/canonical.ts';
import { LIMITS } from '../limits.ts';
import { isObject, SSE_VERSION } from './protocol.ts';

export interface SessionRow {
  readonly sessionId: string;
  /** Of the token that opened the stream; another one's posts do not belong to it. */
  readonly tokenHash: string;
  /** Epoch milliseconds. Whoever holds the stream moves it on; past it the holder is gone without a word. */
  readonly until: number;
  /** The same in seconds, for the table's expiry. */
  readonly expiresAt: number;
}

/** Safe as a query value and as a topic level. */
export const newSessionId = (): string => randomBytes(24).toString('base64url');

/** What can be looked up at all. */
export const isSessionId = (text: string): boolean => /^[A-Za-z0-9_-]{32}$/.test(text);

export function sessionRow(sessionId: string, tokenHash: string, now: number = Date.now()): SessionRow {
  const until = now + LIMITS.stream.leaseMs;
  return { sessionId, tokenHash, until, expiresAt: Math.ceil(until / 1_000) };
}

/** An ended session of 2025 is remembered for a day, which is longer than a client that ended it goes on. */
const REMEMBERED_MS = 86_400_000;

/** The row of a 2025 session (`channel`: its `Mcp-Session-Id`, whatever a client sends there) that its client has ended. */
export const endedId = (tokenHash: string, channel: string): string =>
  `ended.${sha256(`${tokenHash}:${channel}`).slice(0, 40)}`;

export function endedRow(tokenHash: string, channel: string, now: number = Date.now()): SessionRow {
  const until = now + REMEMBERED_MS;
  return { sessionId: endedId(tokenHash, channel), tokenHash, until, expiresAt: Math.ceil(until / 1_000) };
}

/** Whether the row is this token's and holds still: that somebody holds the session's stream, or that the session was ended. */
export const holds = (row: SessionRow | undefined, tokenHash: string, now: number = Date.now()): boolean =>
  row !== undefined && row.tokenHash === tokenHash && row.until > now;

/**
 * `initialize` of a session asks for 2024-11-05 whatever it asked before: no later version has this transport, and clients hold a
 * server to what the version that they negotiated says of its transport.
 */
export function pinVersion(message: unknown): unknown {
  if (!isObject(message) || message['method'] !== 'initialize' || !isObject(message['params'])) return message;
  return { ...message, params: { ...message['params'], protocolVersion: SSE_VERSION } };
}

/** The messages of an answer, as they come: a JSON body is one message, an event stream yields its data lines. */
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
