/**
 * Statistics from the audit trail, computed on request, so they never disagree with the trail. Past periods are read once per instance
 * (callParts.ts). A very busy period is read newest first up to a limit, and the response says so; the next request continues.
 */
import { listServerNames, type ServerName } from '../../../aws/tables/servers.ts';
import { type Bucket, CallStats } from '../../../core/audit/stats.ts';
import { InvalidInput } from '../../../core/lib/errors.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { CallParts } from './callParts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LONGEST_DAYS = 92;
const ENTRIES_READ = 20_000;
const SERVERS_AT_ONCE = 8;
const ANSWER_BEFORE_MS = 20_000;
const MAX_SHOWN = 20;
/** Above this length there are no fine bars. */
const LONGEST_FINE = DAY / 2;

/** Handler of `getStats`. */
export const stats: HandlersOf<'getStats'> = {
  getStats: async ({ query }) => {
    const to = query.to ? Date.parse(query.to) : Date.now();
    // Ids contain no time before 1970.
    const from = Math.max(0, query.from ? Date.parse(query.from) : to - DAY);
    if (to <= 0) throw new InvalidInput([{ field: 'to', rule: 'range', message: 'must be after the year 1969.' }]);
    if (from >= to || to - from > LONGEST_DAYS * DAY) {
      throw new InvalidInput([
        { field: 'from', rule: 'range', message: `must be before the end, by ${LONGEST_DAYS} days at most.` },
      ]);
    }
    const bucket: Bucket = query.bucket ?? (to - from > 3 * DAY ? 'day' : 'hour');
    if (bucket === '5min' && to - from > LONGEST_FINE) {
      throw new InvalidInput([
        { field: 'bucket', rule: 'range', message: '5min covers half a day at most. Use hour or day.' },
      ]);
    }
    const servers = query.server ? [await knownServer(query.server)] : await listServerNames();
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

const parts = new CallParts();

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
      if (!(await parts.each(server.serverId, time, (call) => figures.add(call), mayRead))) sampled = true;
    }
  };
  await Promise.all(Array.from({ length: SERVERS_AT_ONCE }, lane));
  return sampled;
}
