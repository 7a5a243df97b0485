/**
 * Statistics from the audit trail, computed on request, so they never disagree with the trail. Past periods are read once per instance
 * (callParts.ts). A very busy period is read newest first up to a limit, and the response says so; the next request continues.
 */
import { listServerNames, type ServerName } from '../../../aws/tables/servers.ts';
import { CallStats } from '../../../core/audit/stats.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { HandlersOf } from '../http/request.ts';
import { mayUse } from '../http/standing.ts';
import { knownServer } from '../serverRow/load.ts';
import { callParts } from './callParts.ts';
import { periodOf } from './period.ts';

const ENTRIES_READ = 20_000;
const SERVERS_AT_ONCE = 8;
const ANSWER_BEFORE_MS = 20_000;
const MAX_SHOWN = 20;

/** Handler of `getStats`. */
export const stats: HandlersOf<'getStats'> = {
  getStats: async ({ query }) => {
    const { from, to, bucket } = periodOf(query);
    const servers = query.server ? [await knownServer(query.server)] : (await listServerNames()).filter(mayUse);
    const figures = new CallStats(from, to, bucket, { tool: query.tool, tokenId: query.token });
    const sampled = await collect(servers, { from, to }, figures);
    const names = new Map(servers.map(({ serverId, name }) => [serverId, name]));
    return {
      from: isoNow(from),
      to: isoNow(to),
      bucket,
      totals: figures.totals,
      series: figures.series,
      servers: figures.servers.map((entry) => ({ ...entry, name: names.get(entry.serverId) ?? '' })),
      tools: figures.tools.slice(0, MAX_SHOWN),
      tokens: figures.tokens.slice(0, MAX_SHOWN),
      sampled,
    };
  },
};

/** True when it stopped before everything was read. */
async function collect(
  servers: readonly Pick<ServerName, 'serverId'>[],
  time: { readonly from: number; readonly to: number },
  figures: CallStats,
): Promise<boolean> {
  const queue = [...servers];
  const until = Date.now() + ANSWER_BEFORE_MS;
  let left = ENTRIES_READ;
  let sampled = false;
  const mayRead = (entries: number) => {
    left -= entries;
    return left > 0 && Date.now() < until;
  };
  const lane = async () => {
    for (let server = queue.shift(); server; server = queue.shift()) {
      const since = await callParts.each(server.serverId, time, (call) => figures.add(call), mayRead);
      if (since > time.from) sampled = true;
    }
  };
  await Promise.all(Array.from({ length: SERVERS_AT_ONCE }, lane));
  return sampled;
}
