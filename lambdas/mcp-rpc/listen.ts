/**
 * `subscriptions/listen` of modern clients: one response that is held open and fed from the push channel for as long as the stream may
 * live. The SDK implements the protocol; this module supplies the events and closes the stream with the token (lambdas/shared/watch.ts).
 */
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import { toolsTopic } from '../../core/mcp/topics.ts';
import { streamLife } from '../shared/settings.ts';
import { nextTurn } from '../shared/turns.ts';
import { type Watched, watchToken } from '../shared/watch.ts';

/** The events for one listening client, and the signals that end its stream. */
export interface ChangeStream {
  readonly bus: ServerEventBus;
  /** Aborted at the end of the stream's life, and when it is closed by an admin: the SDK then sends the closing result. */
  readonly ended: AbortSignal;
  /** Aborted when the stream must close at once. */
  readonly cut: AbortSignal;
  /** Never rejects. */
  close(): Promise<void>;
}

const CHANGED = ['tools_list_changed', 'resources_list_changed', 'prompts_list_changed'] as const;

/** Undefined when the token is no longer good. */
export async function openChangeStream(
  opened: Pick<Watched, 'tokenHash' | 'serverId' | 'accessHash' | 'subjects'>,
): Promise<ChangeStream | undefined> {
  const listeners = new Set<(event: ServerEvent) => void>();
  const ended = new AbortController();
  const cut = new AbortController();
  const watch = await watchToken({
    ...opened,
    topics: [toolsTopic(opened.serverId)],
    onMessage: async () => {
      await nextTurn();
      if (!(await watch?.check())) return;
      // The SDK passes on those that the client has asked for and the server has.
      for (const listener of listeners) for (const kind of CHANGED) listener({ kind });
    },
    onPing: () => {},
    onEnd: (ending) => (ending === 'at once' ? cut : ended).abort(),
  });
  if (!watch) return undefined;
  const lifeMs = streamLife();
  const life = lifeMs === undefined ? undefined : setTimeout(() => ended.abort(), lifeMs);
  return {
    bus: {
      publish: (event) => {
        for (const listener of listeners) listener(event);
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ended: ended.signal,
    cut: cut.signal,
    close: () => {
      clearTimeout(life);
      return watch.close();
    },
  };
}
