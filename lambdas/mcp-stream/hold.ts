/**
 * Holds one event stream until its client leaves, its token is revoked or its lifetime ends, and writes the messages of the push channel
 * to it in order. The token is checked again right before each message is written.
 */

import { subjectsOf } from '../../core/limiting/limitSet.ts';
import { channelOf } from '../../core/mcp/channel.ts';
import { describe } from '../../core/mcp/protocol.ts';
import { toolsTopic } from '../../core/mcp/topics.ts';
import type { Admission } from '../shared/admission.ts';
import { recordStream } from '../shared/clientEntries.ts';
import { type Reply, refuse, type UrlRequest } from '../shared/functionUrl.ts';
import { streamLife } from '../shared/settings.ts';
import { nextTurn } from '../shared/turns.ts';
import { type Ending, type Watch, watchToken } from '../shared/watch.ts';

const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
/** A client that does not read is disconnected above this many unread bytes. */
const UNREAD_BYTES = 16 * 1024 * 1024;
const changed = (what: string) => `{"jsonrpc":"2.0","method":"notifications/${what}/list_changed"}`;
const TOOLS_CHANGED = [changed('tools')];
const ALL_CHANGED = ['tools', 'resources', 'prompts'].map(changed);

const eventOf = (message: string) => `event: message\ndata: ${message}\n\n`;

/** What differs between the kinds of streams. */
export interface Held {
  /** Id of the session, as its requests name it. */
  readonly channel: string;
  /** The topic it subscribes to, beside that of changed tools. */
  readonly topic: string;
  /** What it sends first. */
  readonly greeting: string;
  /** The message for the client, or undefined for none. */
  messageOf(payload: string, end: (ending: Ending) => void): Promise<string | undefined>;
  /** Runs before the stream begins; if it rejects, the request fails. */
  open?(): Promise<void>;
  /** Runs after each successful check of the token (every 15 s); if it rejects, the stream ends. */
  renew?(): Promise<void>;
  /** What is sent at such a check to keep the connection, if it is to be a message. */
  question?(): string | undefined;
  /** Runs when the stream is over; the client notices the end only afterwards, unless the stream must end at once. Never rejects. */
  close?(): Promise<void>;
}

/** Resolves when the stream has ended. */
export async function hold(request: UrlRequest, reply: Reply, admission: Admission, held: Held): Promise<void> {
  const { token, server, accessHash } = admission;
  const changes = toolsTopic(server.serverId);
  const notices = server.resourcesAndPrompts ? ALL_CHANGED : TOOLS_CHANGED;
  const over = Promise.withResolvers<Ending>();
  let watch: Watch | undefined;
  let write: (text: string) => void = () => {};
  let queue: Promise<unknown> = Promise.resolve();
  const deliver = (message: Promise<string | undefined>) => {
    queue = queue.then(async () => {
      const text = await message;
      if (text !== undefined && (await watch?.check())) write(eventOf(text));
    });
  };
  watch = await watchToken({
    tokenHash: token.tokenHash,
    serverId: server.serverId,
    accessHash,
    subjects: subjectsOf(token, server),
    topics: [held.topic, changes],
    onMessage: (topic, payload) => {
      if (topic !== changes) return deliver(held.messageOf(Buffer.from(payload).toString(), over.resolve));
      void nextTurn().then(() => {
        for (const notice of notices) deliver(Promise.resolve(notice));
      });
    },
    onPing: () => {
      const question = held.question?.();
      write(question === undefined ? ': ping\n\n' : eventOf(question));
      held.renew?.().catch(() => over.resolve('in order'));
    },
    onEnd: over.resolve,
  });
  if (!watch) return refuse(reply, 'token_unknown');
  try {
    await held.open?.();
  } catch (error) {
    await watch.close();
    throw error;
  }

  const stream = reply.open(200, EVENT_STREAM);
  write = (text) => {
    stream.write(text);
    if (stream.writableLength > UNREAD_BYTES) over.resolve('at once');
  };
  write(held.greeting);
  const { client, session } = channelOf(held.channel);
  const isSse = request.headers['mcp-session-id'] === undefined;
  const entered = recordStream(token, { ...describe(undefined, request.headers, { session: isSse }), client, session });
  const life = streamLife();
  const lifeEnd = life === undefined ? undefined : setTimeout(() => over.resolve('in order'), life);
  request.signal.addEventListener('abort', () => over.resolve('at once'), { once: true });
  if (request.signal.aborted) over.resolve('at once');
  const ending = await over.promise;
  write = () => {};
  clearTimeout(lifeEnd);
  const left = watch.close();
  const closed = held.close?.();
  if (ending === 'in order') await closed;
  stream.end();
  await Promise.all([closed, left, queue, entered]);
}
