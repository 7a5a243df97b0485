/**
 * Keeps a held stream honest: it ends when its token or server stops being good, at the moment that its token expires too. Subscribes
 * before the strong read, so a revocation cannot slip between; reads again before each message that the holder writes and at each
 * ping, in case a push was lost; ends when the push channel or the read fails, because an unchecked stream is not kept alive.
 */
import { logFailure } from '../../aws/log.ts';
import { type Subscription, subscribe } from '../../aws/subscribe.ts';
import { type StreamPlace, takeStreamPlace } from '../../aws/tables/streams.ts';
import { readTokenAndServer } from '../../aws/tables/tokens.ts';
import { LIMITS } from '../../core/limits.ts';
import { killTopic, tokenTopic } from '../../core/mcp/topics.ts';
import { openedServer } from '../../core/tokens/check.ts';
import { STREAM_RENEWAL_MS } from '../../core/tokens/streams.ts';

/** Whether the client may hear a last word; a stream whose token is no longer good says nothing any more. */
export type Ending = 'at once' | 'in order';

/** The stream to watch, and what is to be called about it. */
export interface Watched {
  readonly tokenHash: string;
  readonly serverId: string;
  /** Of the access token that opened it, where somebody has signed in: the stream ends with that token. */
  readonly accessHash?: string | undefined;
  /** Topics beside the ones that end the stream. */
  readonly topics: readonly string[];
  onMessage(topic: string, payload: Uint8Array): void;
  /** After each re-check that found the token good. */
  onPing(): void;
  /** Once, when the stream must close now. */
  onEnd(ending: Ending): void;
}

/** A stream under watch. */
export interface Watch {
  /** Strong read; false (after onEnd) when the stream must close. Write at once after true, with nothing awaited in between. */
  check(): Promise<boolean>;
  /** Resolves when the stream counts no more; never rejects. */
  close(): Promise<void>;
}

/**
 * Undefined when the token is no longer good. Rejects when the push channel cannot be reached, and with TooManyStreams when the token
 * holds as many streams as it may.
 */
export async function watchToken(watched: Watched): Promise<Watch | undefined> {
  const { tokenHash, serverId, accessHash } = watched;
  let open = true;
  let subscription: Subscription | undefined;
  let pings: NodeJS.Timeout | undefined;
  let expiry: NodeJS.Timeout | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let place: StreamPlace | undefined;
  const close = async () => {
    open = false;
    clearInterval(pings);
    clearTimeout(expiry);
    clearInterval(renewal);
    subscription?.close();
    const taken = place;
    place = undefined;
    await taken?.close().catch((error: unknown) => logFailure('stream_not_released', error));
  };
  const end = (ending: Ending) => {
    if (!open) return;
    void close();
    watched.onEnd(ending);
  };
  const check = async () => {
    if (!open) return false;
    try {
      const reading = await readTokenAndServer(tokenHash, serverId);
      if (open && openedServer(reading, Date.now(), accessHash)) {
        const access = reading.token?.signIn?.access.find(({ hash }) => hash === accessHash);
        // Of a session the access token ends first.
        endWith(access?.expiresAt ?? reading.token?.expiresAt);
        return true;
      }
    } catch (error) {
      logFailure('recheck_failed_stream_closed', error);
    }
    end('at once');
    return false;
  };
  /** Before the next ping there is no other reading that would notice. */
  const endWith = (expiresAt: string | undefined) => {
    const left = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - Date.now();
    if (left > 2 * LIMITS.stream.pingMs) return;
    clearTimeout(expiry);
    expiry = setTimeout(() => end('at once'), left);
  };
  const revoked = tokenTopic(tokenHash);
  const killed = killTopic(serverId);
  // First, because who is refused needs no subscription.
  place = await takeStreamPlace({ tokenHash, serverId });
  try {
    subscription = await subscribe([revoked, killed, ...watched.topics], {
      message(topic, payload) {
        if (topic === revoked) end('at once');
        // By hand, or because the server is gone: only a token that is still good hears a last word.
        else if (topic === killed) void check().then((good) => good && end('in order'));
        else watched.onMessage(topic, payload);
      },
      lost: () => end('at once'),
    });
  } catch (error) {
    await close();
    throw error;
  }
  if (!open || !(await check())) {
    await close();
    return undefined;
  }
  const renew = () => place?.renew().catch((error: unknown) => logFailure('stream_not_renewed', error));
  renewal = setInterval(() => void renew(), STREAM_RENEWAL_MS);
  pings = setInterval(() => void check().then((good) => good && watched.onPing()), LIMITS.stream.pingMs);
  return { check, close };
}
