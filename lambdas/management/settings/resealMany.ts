/**
 * Publishes many servers again after a change that concerns all of them, several in parallel, until the request has to respond; the rest is
 * published in the background.
 */
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import type { ServerRow } from '../../../core/model/server.ts';
import { Refused } from '../http/errors.ts';
import { sealSoon, untilSealed } from '../serverRow/resealing.ts';

const AT_ONCE = 8;
/** API Gateway's limit is 30 s. */
const ANSWER_BEFORE_MS = 20_000;
/** A change that has not finished after this time has crashed. */
export const LEFT_AFTER_MS = 60_000;

/** Has them published in the background. */
export const handOn = (servers: ReadonlyArray<Pick<ServerRow, 'serverId'>>) =>
  Promise.all(servers.map(({ serverId }) => sealSoon(serverId)));

/** What became of them: `later` are still being published. */
export async function resealMany(servers: ReadonlyArray<Pick<ServerRow, 'serverId' | 'name'>>) {
  const failed: { serverId: string; name: string; code: string; message: string }[] = [];
  const unanswered: Array<Pick<ServerRow, 'serverId' | 'name'>> = [];
  const queue = [...servers];
  const until = Date.now() + ANSWER_BEFORE_MS;
  let done = 0;
  const lane = async () => {
    for (let server = queue.shift(); server; server = queue.shift()) {
      const { serverId, name } = server;
      try {
        if (await untilSealed(serverId, { patienceMs: until - Date.now() })) done++;
        else unanswered.push(server);
      } catch (error) {
        if (error instanceof Refused) {
          failed.push({ serverId, name, code: error.code, message: error.message });
          continue;
        }
        // It is unknown whether the server was resealed, so it is resealed again in the background.
        logError('reseal_unanswered', { serverId, reason: reasonOf(error) });
        unanswered.push(server);
      }
      if (Date.now() > until) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const rest = [...queue.splice(0), ...unanswered];
  await handOn(rest);
  return { done, failed, later: rest.length };
}
