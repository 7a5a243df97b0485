/**
 * The calls of one server by tool, token, client or person, computed from its trail as all figures are. Where not all of it could be read
 * (serverCalls.ts), the answer says from when on its figures are complete, and counts nothing before that.
 */
import { type CallChoice, groupCalls, isChosen } from '../../../core/audit/callGroups.ts';
import { CallStats } from '../../../core/audit/stats.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { callParts } from './callParts.ts';
import { periodOf } from './period.ts';
import { callsOf } from './serverCalls.ts';

/** An answer with so many groups has some 4 MB, of 6 MB that a function may answer. */
const MAX_GROUPS = 10_000;

/** Handler of `getCallGroups`. */
export const callGroups: HandlersOf<'getCallGroups'> = {
  getCallGroups: async ({ params, query }) => {
    const { serverId } = await knownServer(params.id);
    const { from, to, bucket } = periodOf(query);
    const { by = 'tool', tool, token, client, person } = query;
    const { calls, since } = await callsOf(callParts, serverId, { from, to });
    const choice: CallChoice = { tool, token, client, person };
    const chosen = calls.filter((call) => call.at >= since && call.at < to && isChosen(call, choice));
    const { totals, groups } = groupCalls(chosen, by);
    const series = new CallStats(from, to, bucket);
    for (const call of chosen) series.add(call);
    return {
      from: isoNow(from),
      to: isoNow(to),
      since: isoNow(since),
      isComplete: since === from,
      bucket,
      by,
      totals,
      series: series.series,
      groups: groups.slice(0, MAX_GROUPS),
      moreGroups: Math.max(0, groups.length - MAX_GROUPS),
    };
  },
};
