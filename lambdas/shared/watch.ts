/**
 * Watches a held stream: it ends when its token or server is no longer valid, and when its token expires. It subscribes before the
 * strongly consistent read, so that no revocation is missed in between; reads again before each message that the holder writes and at
 * each ping, in case a push was lost; and ends when the push channel or the read fails, because a stream that cannot be checked must not
 * stay open.
 */
import { logFailure } from '../../aws/lib/log.ts';
import { type Subscription, subscribe } from '../../aws/services/subscribe.ts';
import { type StreamPlace, takeStreamPlace } from '../../aws/tables/streams.ts';
import { readTokenAndServer } from '../../aws/tables/tokenReading.ts';
import { endOf, openedServer } from '../../core/auth/tokens/check.ts';
import { STREAM_RENEWAL_MS } from '../../core/auth/tokens/streams.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import type { Subject } from '../../core/limiting/limitSet.ts';
import { killTopic, tokenTopic } from '../../core/mcp/topics.ts';

/** 'in order': the client gets a closing message; 'at once': it does not, because its token is no longer valid. */
export type Ending = 'at once' | 'in order';

/** The stream to watch, and its callbacks. */
export interface Watched {
  readonly tokenHash: string;
  readonly serverId: string;
  /** Hash of the access token that opened it, if it belongs to a session: the stream ends with that token. */
  readonly accessHash?: string | undefined;
  /** Whom the stream counts for, where streams are limited. */
  readonly subjects?: readonly Subject[];
  /** Topics to subscribe to, beside those that end the stream. */
  readonly topics: readonly string[];
  onMessage(topic: string, payload: Uint8Array): void;
  /** Called after each check that found the token valid. */
  onPing(): void;
  /** Called once, when the stream must close now. */
  onEnd(ending: Ending): void;
}

/** A watched stream. */
export interface Watch {
  /**
   * Reads the token with strong consistency; false (after onEnd) when the stream must close. After true, write at once, without awaiting
   * anything in between.
   */
  check(): Promise<boolean>;
  /** Resolves when the stream is no longer counted; never rejects. */
  close(): Promise<void>;
}

/**
 * Undefined when the token is not valid. Rejects when the push channel cannot be reached, and with TooManyStreams when the token holds
 * the maximum number of streams.
 */
export async function watchToken(watched: Watched): Promise<Watch | undefined> {
  const { tokenHash, serverId, accessHash, subjects } = watched;
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
        // The access token of a session expires before the session does.
        endWith(access?.expiresAt ?? (reading.token && endOf(reading.token, reading.server)));
        return true;
      }
    } catch (error) {
      logFailure('recheck_failed_stream_closed', error);
    }
    end('at once');
    return false;
  };
  /** Set only when the token expires before the next pings would notice it. */
  const endWith = (expiresAt: string | undefined) => {
    const left = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - Date.now();
    if (left > 2 * LIMITS.stream.pingMs) return;
    clearTimeout(expiry);
    expiry = setTimeout(() => end('at once'), left);
  };
  const revoked = tokenTopic(tokenHash);
  const killed = killTopic(serverId);
  // Comes first, because a refused stream needs no subscription.
  place = await takeStreamPlace({ tokenHash, serverId }, subjects);
  try {
    subscription = await subscribe([revoked, killed, ...watched.topics], {
      message(topic, payload) {
        if (topic === revoked) end('at once');
        // Closed by an admin, or the server is gone: the client gets a closing message only if its token is still valid.
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
