/** What was used today of a server's limits, and how many calls they refused, in the home region. */
import { readBreaker } from '../../../aws/tables/breakers.ts';
import { readCounters, readRefused } from '../../../aws/tables/counters.ts';
import { listTokens } from '../../../aws/tables/tokens.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import { type BreakerRow, isOpen, PAUSE_PREFIX, type Pause } from '../../../core/limiting/breaker.ts';
import { type Subject, subjectsOf } from '../../../core/limiting/limitSet.ts';
import type { HandlersOf } from '../http/request.ts';
import { knownServer } from '../serverRow/load.ts';
import { isActive } from '../serverRow/views.ts';

const DAY_MS = 86_400_000;

/** Handler of `getUsage`. */
export const usage: HandlersOf<'getUsage'> = {
  getUsage: async ({ params }) => {
    const [server, rows] = await Promise.all([knownServer(params.id), listTokens(params.id)]);
    const now = Date.now();
    const tokens = rows.filter((row) => !row.signIn && isActive(row, now));
    const subjects = tokens.map((row) => ({ id: row.tokenId, own: subjectOf('token', subjectsOf(row, server)) }));
    const whole = subjectOf('server', subjectsOf({ tokenId: '' }, server));
    const names = [whole, ...subjects.map(({ own }) => own)].flatMap((each) => (each ? countersOf(each) : []));
    const [counters, refused, row] = await Promise.all([
      readCounters('day', names, now),
      readRefused(params.id, now),
      server.breaker ? readBreaker(params.id) : undefined,
    ]);
    return {
      since: isoNow(now - (now % DAY_MS)),
      server: usedOf(whole, counters),
      tokens: subjects.flatMap(({ id, own }) =>
        own && countersOf(own).length > 0 ? [{ id, ...usedOf(own, counters) }] : [],
      ),
      ...(server.breaker && { breaker: breakerView(row, server.resumedAt, now) }),
      refused: Object.entries(refused)
        .map(([code, calls]) => ({ code, calls }))
        .sort((one, other) => other.calls - one.calls),
    };
  },
};

function breakerView(row: BreakerRow | undefined, resumed: string | undefined, now: number) {
  const resumedAt = resumed === undefined ? 0 : Date.parse(resumed);
  const paused = Object.entries(row ?? {}).flatMap(([name, value]) => {
    const { at, until, reason, tool } = value as Pause;
    if (!name.startsWith(PAUSE_PREFIX) || until <= now || at <= resumedAt) return [];
    return [{ token: name.slice(PAUSE_PREFIX.length), reason, tool, until: isoNow(until) }];
  });
  if (!isOpen(row, resumedAt)) return { state: 'closed' as const, paused };
  const { openedAt, until, reason, soleToken } = row;
  const state = until > now ? ('open' as const) : ('trying' as const);
  return {
    state,
    reason,
    openedAt: isoNow(openedAt),
    until: isoNow(until),
    ...(soleToken && { token: soleToken }),
    paused,
  };
}

const subjectOf = (limited: Subject['limited'], subjects: readonly Subject[]) =>
  subjects.find((each) => each.limited === limited);

const countersOf = ({ key, limits }: Subject): string[] => [
  ...(limits.callsPerDay === undefined ? [] : [`${key}.calls`]),
  ...(limits.answerBytesPerDay === undefined ? [] : [`${key}.bytes`]),
];

function usedOf(subject: Subject | undefined, counters: ReadonlyMap<string, number>) {
  const of = (name: string) => counters.get(`${subject?.key}.${name}`);
  const [calls, answerBytes] = [of('calls'), of('bytes')];
  return { ...(calls !== undefined && { calls }), ...(answerBytes !== undefined && { answerBytes }) };
}
