/**
 * Sessions of the HTTP+SSE transport (2024-11-05) without a table: the id carries its own expiry and a MAC that binds it to
 * the token, so any instance can judge it. It ends with the stream that it was made for at the latest.
 * Also here: what the session's two endpoints do with messages (pinning the version, taking answers out of an event stream).
 */
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { isObject, SSE_VERSION } from './protocol.ts';

const LABEL = 'portcullis/session/v1';

const mac = (key: KeyObject, tokenHash: string, nonce: string, expiry: string): string =>
  createHmac('sha256', key).update(`${LABEL}:${tokenHash}:${nonce}:${expiry}`).digest('base64url').slice(0, 27);

/** A new id for a stream of this token; safe as a query value and as a topic level. `expiresAt` in epoch milliseconds. */
export function newSessionId(key: KeyObject, tokenHash: string, expiresAt: number): string {
  const nonce = randomBytes(16).toString('base64url');
  const expiry = Math.ceil(expiresAt).toString(36);
  return `${nonce}.${expiry}.${mac(key, tokenHash, nonce, expiry)}`;
}

/** True for an id that was made for this token and has not expired. */
export function isSessionOpen(key: KeyObject, tokenHash: string, sessionId: string, now = Date.now()): boolean {
  const [nonce, expiry, proof, ...more] = sessionId.split('.');
  if (!nonce || !expiry || !proof || more.length > 0) return false;
  const expected = Buffer.from(mac(key, tokenHash, nonce, expiry));
  const given = Buffer.from(proof);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number.parseInt(expiry, 36) > now;
}

/**
 * `initialize` of a session asks for 2024-11-05 whatever it asked before: a client that negotiated a later version over SSE
 * sends that version when its stream reconnects, and the GET would be taken for the standalone stream of 2025.
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
