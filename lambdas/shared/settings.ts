/** The owner's settings for held streams (lib/config.ts). */
import { LIMITS } from '../../core/lib/limits.ts';

/** Whether 2026 clients may hold `subscriptions/listen`. */
export const changeStreams = process.env['CHANGE_STREAMS'] === 'true';

/** Whether 2025 clients are offered a standalone stream, which occupies one more function for each of them. */
export const standaloneStreams = process.env['STANDALONE_STREAMS'] === 'true';

/** Maximum life of a held stream in milliseconds; undefined when only its client or its token ends it. */
export function streamLife(): number | undefined {
  const life = Number(process.env['STREAM_LIFE_MS'] ?? LIMITS.stream.lifeMs);
  return life > 0 ? life : undefined;
}
