/**
 * Keeps a held stream honest: it ends when its token or server stops being good. Subscribes before the strong read, so a
 * revocation cannot slip between; reads again before each message that the holder writes and at each ping, in case a push was
 * lost; ends when the push channel or the read fails, because an unchecked stream is not kept alive.
 */
import { type Subscription, subscribe } from '../../aws/subscribe.ts';
import { readTokenAndServer } from '../../aws/tables/tokens.ts';
import { LIMITS } from '../../core/limits.ts';
import { killTopic, tokenTopic } from '../../core/mcp/topics.ts';
import { openedServer } from '../../core/tokens/check.ts';
import { logFailure } from './functionUrl.ts';

export interface Watched {
  readonly tokenHash: string;
  readonly serverId: string;
  /** Topics beside the ones that end the stream. */
  readonly topics: readonly string[];
  onMessage(topic: string, payload: Uint8Array): void;
  /** After each re-check that found the token good. */
  onPing(): void;
  /** Once, when the stream must close now. */
  onEnd(): void;
}

export interface Watch {
  /** Strong read; false (after onEnd) when the stream must close. Write at once after true, with nothing awaited in between. */
  check(): Promise<boolean>;
  close(): void;
}

/** Undefined when the token is no longer good. Rejects when the push channel cannot be reached. */
export async function watchToken(watched: Watched): Promise<Watch | undefined> {
  const { tokenHash, serverId } = watched;
  let open = true;
  let subscription: Subscription | undefined;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    open = false;
    clearInterval(timer);
    subscription?.close();
  };
  const end = () => {
    if (!open) return;
    close();
    watched.onEnd();
  };
  const check = async () => {
    if (!open) return false;
    try {
      const reading = await readTokenAndServer(tokenHash, serverId);
      if (open && openedServer(reading)) return true;
    } catch (error) {
      logFailure('token re-check failed, stream closed', error);
    }
    end();
    return false;
  };
  const ending = new Set([tokenTopic(tokenHash), killTopic(serverId)]);
  subscription = await subscribe([...ending, ...watched.topics], {
    message: (topic, payload) => (ending.has(topic) ? end() : watched.onMessage(topic, payload)),
    lost: end,
  });
  if (!open || !(await check())) {
    close();
    return undefined;
  }
  timer = setInterval(() => void check().then((good) => good && watched.onPing()), LIMITS.stream.pingMs);
  return { check, close };
}

/** Milliseconds that a held stream may live. */
export const streamLife = (): number =>
  Math.min(Number(process.env['STREAM_LIFE_MS'] ?? LIMITS.stream.lifeMs), LIMITS.stream.maxLifeMs);
