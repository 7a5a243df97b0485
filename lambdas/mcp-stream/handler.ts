/**
 * mcp-stream: holds the event streams of HTTP+SSE clients (2024-11-05) and pumps what the push channel brings: the answers to
 * what the client posts (mcp-rpc serves that, on another instance) and tool list changes. It runs no call and writes nothing.
 * The GET of the 2025 transport's standalone stream is 405, which that protocol allows and its clients take for 'none offered'.
 */
import { requireEnvironment } from '../../aws/environment.ts';
import { tokenHashKey } from '../../aws/keys.ts';
import { readBytes } from '../../aws/objects.ts';
import { type HeaderRecord, SSE_VERSION } from '../../core/mcp/protocol.ts';
import { newSessionId } from '../../core/mcp/session.ts';
import { sessionTopic, toolsTopic } from '../../core/mcp/topics.ts';
import { admit } from '../shared/admission.ts';
import { functionUrl, logFailure, refuse } from '../shared/functionUrl.ts';
import { sessionOwner } from '../shared/sessions.ts';
import { nextTurn } from '../shared/turns.ts';
import { streamLife, type Watch, watchToken } from '../shared/watch.ts';

const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
/** How soon a client comes back after its stream was closed at the end of its life. */
const RETRY_MS = 1_000;
/** A client that does not read is let go. */
const UNREAD_BYTES = 16 * 1024 * 1024;
const TOOLS_CHANGED = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';

const changeStreams = process.env['CHANGE_STREAMS'] === 'true';

export const handler = functionUrl(async (request, reply) => {
  const admission = await admit(request, reply);
  if (!admission) return;
  if (request.method !== 'GET' || isStandaloneStream(request.headers) || isBrowser(request.headers)) {
    return refuse(reply, 'method_not_allowed', { headers: { allow: 'POST, OPTIONS' } });
  }
  const { token, server } = admission;
  const life = streamLife();
  const sessionId = newSessionId(await tokenHashKey(), sessionOwner(token.tokenHash), Date.now() + life);
  const fromSession = sessionTopic(sessionId);
  const changes = toolsTopic(server.serverId);

  const over = Promise.withResolvers<void>();
  let watch: Watch | undefined;
  let write: (text: string) => void = () => {};
  let queue: Promise<unknown> = Promise.resolve();
  /** Messages keep their order; each is checked right before it is written. */
  const deliver = (message: Promise<string | undefined>) => {
    queue = queue.then(async () => {
      const text = await message;
      if (text !== undefined && (await watch?.check())) write(`event: message\ndata: ${text}\n\n`);
    });
  };
  watch = await watchToken({
    tokenHash: token.tokenHash,
    serverId: server.serverId,
    topics: changeStreams ? [fromSession, changes] : [fromSession],
    onMessage: (topic, payload) => {
      if (topic === changes) void nextTurn().then(() => deliver(Promise.resolve(TOOLS_CHANGED)));
      else deliver(messageOf(Buffer.from(payload).toString()));
    },
    onPing: () => write(': ping\n\n'),
    onEnd: over.resolve,
  });
  if (!watch) return refuse(reply, 'token_unknown');

  const stream = reply.open(200, EVENT_STREAM);
  write = (text) => {
    stream.write(text);
    if (stream.writableLength > UNREAD_BYTES) over.resolve();
  };
  // Path-absolute: clients resolve it against the URL that they know and demand the same origin.
  write(`retry: ${RETRY_MS}\nevent: endpoint\ndata: ${request.path}?sessionId=${sessionId}\n\n`);
  const lifeEnd = setTimeout(over.resolve, life);
  request.signal.addEventListener('abort', () => over.resolve(), { once: true });
  if (request.signal.aborted) over.resolve();
  await over.promise;
  write = () => {};
  clearTimeout(lifeEnd);
  watch.close();
  stream.end();
});

/** A client of 2025 asks for a stream beside its POSTs; a client of HTTP+SSE knows neither header, or was pinned. */
function isStandaloneStream(headers: HeaderRecord): boolean {
  const version = headers['mcp-protocol-version'];
  return headers['mcp-session-id'] !== undefined || (version !== undefined && version !== SSE_VERSION);
}

/** Somebody looks what is at the address, and would hold a stream for as long as it may live. */
const isBrowser = ({ accept = '' }: HeaderRecord): boolean =>
  accept.includes('text/html') && !accept.includes('text/event-stream');

/** A message as it is, or read from where its pointer says; undefined (after a log line) when it is not there. */
async function messageOf(payload: string): Promise<string | undefined> {
  if (!payload.startsWith('@sessions/')) return payload;
  try {
    const bytes = await readBytes(requireEnvironment('BUCKET_BUNDLES'), payload.slice(1));
    if (bytes) return Buffer.from(bytes).toString();
    throw new Error('The object is not there.');
  } catch (error) {
    logFailure('a large session message could not be read', error);
    return undefined;
  }
}
