/** What the owner decided about held streams (lib/config.ts). */
import { LIMITS } from '../../core/limits.ts';

/** Whether clients hear of changed tools on the streams that they hold. */
export const changeStreams = process.env['CHANGE_STREAMS'] === 'true';

/** Whether 2025 clients are given the stream beside their POSTs, which holds one more function for each of them. */
export const standaloneStreams = changeStreams && process.env['STANDALONE_STREAMS'] === 'true';

/** Milliseconds that a held stream may live; undefined where nothing ends it but its client and its token. */
export function streamLife(): number | undefined {
  const life = Number(process.env['STREAM_LIFE_MS'] ?? LIMITS.stream.lifeMs);
  return life > 0 ? life : undefined;
}
