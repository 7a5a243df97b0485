/**
 * One message to an MCP server and what comes back, over Streamable HTTP: JSON, or an event stream that is read as it arrives and left as
 * soon as it has the answer. What the server asks us meanwhile is refused, but a ping is answered. Answers to other requests, and anything
 * else that is not meant for this one, are passed over.
 *
 * A client of our own, because the SDK's would add its schemas and transports to each cold start, opens connections itself, and takes more
 * than we would let through: here every request leaves over the guarded client of the one host, with the credential of this call.
 */
import { PortcullisError } from '../../core/lib/errors.ts';
import { isSourceNumber } from '../../core/lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import { bareType } from '../../core/lib/mediaType.ts';
import { type Listed, MCP_LISTS } from '../../core/mcpUpstream/definition.ts';
import { eventReader, type StreamEvent } from '../../core/mcpUpstream/eventStream.ts';
import { type Incoming, messagesOf, type RpcAnswer } from '../../core/mcpUpstream/messages.ts';
import { notificationText } from '../../core/mcpUpstream/toolCall.ts';
import type { Progress } from '../../core/response/progress.ts';
import { EgressError, type EgressResponse } from '../../egress/index.ts';
import type { SendRequest } from './send.ts';

/** Sends one request with the credential; every one of them goes to the same origin. Throws EgressError. */
export type Post = (request: SendRequest, signal?: AbortSignal) => Promise<EgressResponse>;

/** What is told while an answer is awaited. */
export interface Listening {
  /** The server says that a list of its has changed. */
  readonly onChanged?: (kind: Listed) => void;
  /** The server tells how far it is with the message that has asked for it. */
  readonly onProgress?: (progress: Progress) => void;
}

/** A message that waits for an answer. */
export interface Message {
  readonly url: string;
  readonly headers: Array<[string, string]>;
  readonly text: string;
  readonly id: string;
  /** With which replies, and a stream that is read on, are sent. */
  readonly replyHeaders: Array<[string, string]>;
}

/** The HTTP answer, and the answer to the message where there is one in it. */
export interface Exchanged {
  readonly http: EgressResponse;
  readonly answer?: RpcAnswer;
}

/** Requests of the server that are answered while one of ours runs. */
const MAX_ASKED = 16;
/** Messages that are read for one answer. */
const MAX_MESSAGES = 10_000;
/** Times that a stream is read on after the server has closed it (MCP 2025-11-25, transports). */
const MAX_RESUMED = 5;

/** Milliseconds that a server has to hear of a cancelled request. */
export const CANCEL_MS = 2_000;

/** Says that nobody waits for a request any more. */
export const cancelledText = (requestId: string): string =>
  notificationText('notifications/cancelled', { requestId, reason: 'The caller went away.' });

/** An answer that no MCP server may give. */
export const upstreamInvalid = (message: string): PortcullisError => new PortcullisError('upstream_invalid', message);

/** Sends a message and waits for its answer. Throws EgressError, PortcullisError `upstream_invalid`. */
export async function exchange(message: Message, post: Post, listening: Listening = {}): Promise<Exchanged> {
  const inbox = createInbox(message, post, listening);
  let request: SendRequest = {
    method: 'POST',
    url: message.url,
    headers: message.headers,
    body: Buffer.from(message.text),
    onEvents: inbox.read,
  };
  for (let resumed = 0; ; resumed++) {
    const http = await post(request);
    if (http.becameGet !== undefined) {
      throw upstreamInvalid(
        'The MCP server redirects its address in a way that loses the message. Enter the address where it is now.',
      );
    }
    if (http.status < 200 || http.status > 299) {
      // It refuses to be read on, and not the message, which it has taken: as its refusal, the call would be sent again.
      if (resumed > 0) throw upstreamInvalid('The MCP server has closed its stream before it answered.');
      return { http };
    }
    if (bareType(http.headers.get('content-type') ?? '') !== 'text/event-stream') {
      if (http.body.length === 0) return { http };
      if (http.truncated)
        throw new EgressError('response_too_large', 'The answer of the MCP server is too large to be read.');
      inbox.take(Buffer.from(http.body).toString());
    }
    await inbox.replied();
    const answer = inbox.answer();
    if (answer) return { http, answer };
    if (http.unfinished) throw new EgressError('timeout_total', 'The MCP server sent events, but no answer.');
    const lastId = inbox.lastId();
    if (lastId === undefined || resumed === MAX_RESUMED) {
      throw upstreamInvalid('The MCP server has answered, but not this request.');
    }
    inbox.restart();
    // Reading on asks for events, not for the call again.
    const headers = message.replyHeaders.filter(([name]) => name !== 'content-type' && name !== 'accept');
    request = {
      method: 'GET',
      url: message.url,
      headers: [...headers, ['accept', 'text/event-stream'], ['last-event-id', lastId]],
      onEvents: inbox.read,
    };
  }
}

/** Reads what comes and answers what is asked. `read` is true once the answer is there. */
export function createInbox(
  { id, url, replyHeaders }: Pick<Message, 'id' | 'url' | 'replyHeaders'>,
  post: Post,
  listening: Listening,
) {
  let reader = eventReader();
  const replies: Promise<unknown>[] = [];
  let found: RpcAnswer | undefined;
  let last: string | undefined;
  let seen = 0;
  const reply = (asked: Extract<Incoming, { kind: 'request' }>) => {
    if (replies.length === MAX_ASKED)
      throw upstreamInvalid(`The MCP server asks for more than ${MAX_ASKED} things during one call.`);
    const own: JsonObject =
      asked.method === 'ping'
        ? { result: {} }
        : { error: { code: -32601, message: 'This client offers no sampling, roots or elicitation.' } };
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...own }));
    replies.push(post({ method: 'POST', url, headers: replyHeaders, body }).catch(() => undefined));
  };
  const take = (text: string): void => {
    const messages = messagesOf(text, id);
    if (!messages) throw upstreamInvalid('The MCP server sent something that is not JSON.');
    seen += messages.length;
    if (seen > MAX_MESSAGES)
      throw upstreamInvalid(`The MCP server sent more than ${MAX_MESSAGES} messages and no answer.`);
    for (const message of messages) {
      if (message.kind === 'answer') found ??= message.answer;
      else if (message.kind === 'request') reply(message);
      else if (message.kind === 'notification') notify(message, id, listening);
    }
  };
  return {
    take,
    read: (chunk: Uint8Array): boolean => {
      for (const event of reader(chunk)) takeEvent(event);
      return found !== undefined;
    },
    answer: () => found,
    lastId: () => last,
    /** The next bytes are those of another stream. */
    restart: () => {
      reader = eventReader();
    },
    replied: () => Promise.all(replies),
  };

  function takeEvent({ event, data, id: eventId }: StreamEvent): void {
    if (event === 'too_large')
      throw new EgressError('response_too_large', 'An event of the MCP server is too large to be read.');
    if (eventId !== undefined) last = eventId;
    if (event === 'message' && data !== '') take(data);
  }
}

const LISTS = Object.entries(MCP_LISTS) as ReadonlyArray<[Listed, (typeof MCP_LISTS)[Listed]]>;

function notify(
  { method, params }: Extract<Incoming, { kind: 'notification' }>,
  own: string,
  { onChanged, onProgress }: Listening,
): void {
  for (const [kind, { capability }] of LISTS) {
    if (method === `notifications/${capability}/list_changed`) onChanged?.(kind);
  }
  if (method !== 'notifications/progress' || onProgress === undefined || params['progressToken'] !== own) return;
  const [progress, total] = [params['progress'], params['total']].map(numberOf);
  const { message } = params;
  if (progress === undefined) return;
  onProgress({ progress, ...(total !== undefined && { total }), ...(typeof message === 'string' && { message }) });
}

function numberOf(value: JsonValue | undefined): number | undefined {
  const number = isSourceNumber(value) ? Number(value.rawJSON) : value;
  return Number.isFinite(number) ? (number as number) : undefined;
}
