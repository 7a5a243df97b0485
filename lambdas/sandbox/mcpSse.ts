/**
 * HTTP+SSE, the transport of MCP 2024-11-05: one event stream that the server keeps open and names an address on, to which messages are
 * posted; answers come on the stream. The stream lives as long as one call, and the address has to be of the same origin.
 */
import { randomUUID } from 'node:crypto';
import { bareType } from '../../core/lib/mediaType.ts';
import { eventReader } from '../../core/mcpUpstream/eventStream.ts';
import { initializeParams, SESSION_VERSIONS } from '../../core/mcpUpstream/messages.ts';
import { joinedHeaders, messageText, notificationText, sessionHeaders } from '../../core/mcpUpstream/toolCall.ts';
import { EgressError, type EgressResponse } from '../../egress/index.ts';
import {
  CANCEL_MS,
  cancelledText,
  createInbox,
  type Exchanged,
  type Listening,
  type Post,
  upstreamInvalid,
} from './mcpExchange.ts';
import type { Ask } from './mcpListing.ts';

type Headers = ReadonlyArray<readonly [string, string]>;

/** What a run over the stream is given. */
export interface Streamed {
  readonly ask: Ask;
  /** The result of `initialize`. */
  readonly said: Record<string, unknown>;
}

/** Opens the stream, begins, and runs. The HTTP answer where there is no stream. Throws EgressError, PortcullisError `upstream_invalid`. */
export async function throughStream<T>(
  url: string,
  more: Headers,
  post: Post,
  signal: AbortSignal,
  listening: Listening,
  run: (streamed: Streamed) => Promise<T>,
): Promise<{ readonly value: T } | { readonly http: EgressResponse }> {
  const stop = new AbortController();
  const endpoint = Promise.withResolvers<string>();
  let inbox: ReturnType<typeof createInbox> | undefined;
  let arrived = Promise.withResolvers<void>();
  const reader = eventReader();
  const onEvents = (chunk: Uint8Array): boolean => {
    for (const event of reader(chunk)) {
      if (event.event === 'endpoint') endpoint.resolve(event.data);
      else if (event.event === 'message') inbox?.take(event.data);
      else if (event.event === 'too_large')
        throw new EgressError('response_too_large', 'An event of the MCP server is too large to be read.');
    }
    if (inbox?.answer()) arrived.resolve();
    return false;
  };
  const headers = joinedHeaders(more, [['accept', 'text/event-stream']]);
  // It outlives a call that is cancelled until the server has heard of that.
  const streaming = post({ method: 'GET', url, headers, onEvents }, stop.signal);
  const ended = streaming.then((http): never => {
    throw isStream(http) ? lost(http) : new NoStream(http);
  });
  ended.catch(() => undefined);
  const cancelled = Promise.withResolvers<never>();
  cancelled.promise.catch(() => undefined);
  const cancel = () => cancelled.reject(new EgressError('aborted', 'The call was cancelled.'));
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  let tellCancelled: (() => Promise<unknown>) | undefined;
  try {
    const address = addressOf(await Promise.race([endpoint.promise, ended, cancelled.promise]), url);
    const sent = joinedHeaders(more, sessionHeaders(undefined, undefined));
    const deliver = async (text: string, own = signal): Promise<EgressResponse> =>
      post({ method: 'POST', url: address, headers: sent, body: Buffer.from(text) }, own);
    const ask: Ask = async (asked, id) => {
      arrived = Promise.withResolvers<void>();
      const own = createInbox({ id, url: address, replyHeaders: sent }, post, listening);
      inbox = own;
      // A beginning is not cancelled (MCP 2025-11-25, cancellation).
      if (asked.method !== 'initialize')
        tellCancelled = () => deliver(cancelledText(id), AbortSignal.timeout(CANCEL_MS));
      const http = await deliver(
        messageText(asked, id, asked.method === 'tools/call' && listening.onProgress ? { progressToken: id } : {}),
      );
      if (http.status < 200 || http.status > 299) return { http };
      await Promise.race([arrived.promise, ended, cancelled.promise]);
      await own.replied();
      const answer = own.answer();
      tellCancelled = undefined;
      return { http, ...(answer && { answer }) } satisfies Exchanged;
    };
    const members = JSON.stringify({ ...initializeParams(), protocolVersion: '2024-11-05' }).slice(1, -1);
    const begun = await ask({ method: 'initialize', members }, randomUUID());
    if (begun.answer === undefined) return { http: begun.http };
    if ('error' in begun.answer) throw upstreamInvalid('The MCP server refuses to begin a session.');
    if (!SESSION_VERSIONS.includes(begun.answer.result['protocolVersion'] as string)) {
      throw upstreamInvalid(
        `The MCP server speaks a version of MCP that is not known here; known are ${SESSION_VERSIONS.join(', ')}.`,
      );
    }
    await deliver(notificationText('notifications/initialized'));
    return { value: await run({ ask, said: begun.answer.result }) };
  } catch (error) {
    if (error instanceof NoStream) return { http: error.http };
    if (signal.aborted) await tellCancelled?.().catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    stop.abort();
    await streaming.catch(() => undefined);
  }
}

/** The address answered, but with no stream. */
class NoStream extends Error {
  readonly http: EgressResponse;
  constructor(http: EgressResponse) {
    super('no stream');
    this.http = http;
  }
}

const isStream = ({ status, headers }: EgressResponse): boolean =>
  status === 200 && bareType(headers.get('content-type') ?? '') === 'text/event-stream';

const lost = ({ unfinished }: EgressResponse): Error =>
  unfinished
    ? new EgressError('timeout_total', 'The MCP server sent events, but no answer.')
    : upstreamInvalid('The MCP server has closed its stream before it answered.');

/** Throws PortcullisError `upstream_invalid` for an address elsewhere: the credential would go there. */
function addressOf(named: string, url: string): string {
  const address = URL.parse(named, url);
  if (address === null || address.origin !== new URL(url).origin || address.username || address.password) {
    throw upstreamInvalid('The MCP server wants messages at another host than its own; nothing is sent there.');
  }
  address.hash = '';
  return address.href;
}
