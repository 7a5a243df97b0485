/**
 * Asks a server's circuit breaker whether a call may be made, and tells it how the call ended (core/limiting/breaker.ts). A breaker that
 * cannot be written stops nothing: it is logged, and the call goes on.
 */
import { recordManagementAction } from '../../aws/audit.ts';
import { logFailure } from '../../aws/log.ts';
import { emitOf } from '../../aws/metrics.ts';
import {
  addHealth,
  claimProbe,
  closeBreaker,
  endProbe,
  openBreaker,
  type Probe,
  pauseToken,
} from '../../aws/tables/breakers.ts';
import { BoundedMap } from '../../core/boundedMap.ts';
import { canonicalJson, sha256 } from '../../core/json/canonical.ts';
import type { JsonObject } from '../../core/json/value.ts';
import {
  BREAKER_DEFAULTS,
  type BreakerSettings,
  type CallEnd,
  type Counts,
  healthOf,
  NO_COUNTS,
  opensBy,
  type Pause,
  type PauseReason,
  plus,
  type Verdict,
  verdictOf,
  windowAt,
} from '../../core/limiting/breaker.ts';
import { type Refusal, spanOf } from '../../core/limiting/limitSet.ts';
import { Runaways } from '../../core/limiting/runaway.ts';
import type { Admission } from '../shared/admission.ts';
import { reportClosed, reportOpened } from '../shared/breakerEvents.ts';

/** A call that the breaker lets pass, so far. */
export interface Passage {
  /** Counts the call, once it is within its limits; a refusal if its token repeats itself. Never rejects. */
  begin(): Promise<Refusal | undefined>;
  /** To be asked immediately before the call is made; a refusal if only one call may try, and another one does. Never rejects. */
  claim(): Promise<Refusal | undefined>;
  /** Tells how the call ended; nothing if it was not made. Never rejects. */
  end(end?: CallEnd): Promise<void>;
}

/** Who acts in entries of the trail. */
const ACTOR = { id: 'portcullis', name: 'Portcullis' };
/** Longer than any call runs. */
const PROBE_MS = 130_000;
/** After another client's call has begun to try. */
const TRYING_SECONDS = 5;
const REPORT_EVERY_MS = 1_000;
const FREE: Passage = { begin: async () => undefined, claim: async () => undefined, end: async () => {} };

const runaways = new Runaways();

interface Health {
  window: number;
  unreported: Counts;
  /** Of all instances, as last known. */
  total: Counts;
  reportedAt: number;
}
/** What this instance has seen in the present window, by server. */
const health = new BoundedMap<string, Health>(2_000);

type Asking = Pick<Admission, 'token' | 'server' | 'breaker'>;

/** Reads the verdict of the row that came with the token. Writes nothing. */
export function passBreaker(asking: Asking, tool: string, args: JsonObject): Passage | Refusal {
  const { server, token } = asking;
  const settings = server.breaker;
  if (!settings) return FREE;
  const verdict = verdictOf(asking.breaker, token.tokenId, resumedOf(asking), Date.now());
  if (verdict.kind === 'paused') return pausedRefusal(verdict.pause, settings, Date.now());
  if (verdict.kind === 'open') return openRefusal(verdict, Date.now());
  let probe: Probe | undefined;
  return {
    async begin() {
      const now = Date.now();
      const digest = settings.sameCalls === undefined ? '' : sha256(canonicalJson(args));
      const reason = runaways.begins(settings, token.tokenId, `${tool} ${digest}`, now);
      return reason && pausedRefusal(await pause(asking, settings, { tool, reason, now }), settings, now);
    },
    async claim() {
      if (verdict.kind !== 'probe') return undefined;
      const now = Date.now();
      const { serverId } = server;
      probe = await claimProbe(serverId, verdict.openedAt, now + PROBE_MS, now).catch((error: unknown) => {
        unwritten(error);
        return undefined;
      });
      if (probe) return undefined;
      const reason = asking.breaker?.reason ?? 'failures';
      return openRefusal({ kind: 'open', reason, until: now + TRYING_SECONDS * 1_000 }, now);
    },
    async end(end) {
      try {
        const seen = end && healthOf(settings, end);
        if (probe) await probed(asking, settings, probe, seen);
        else if (seen && verdict.kind === 'closed') await note(asking, settings, seen);
        const stormy = end && runaways.ends(settings, token.tokenId, end.outcome, Date.now());
        if (stormy) await pause(asking, settings, { tool, reason: stormy, now: Date.now() });
      } catch (error) {
        unwritten(error);
      }
    },
  };
}

const unwritten = (error: unknown): void => logFailure('breaker_not_written', error);

/** Until when failures do not count any more: a person has resumed calls, or the breaker has closed. */
const resumedOf = ({ server }: Asking): number => (server.resumedAt ? Date.parse(server.resumedAt) : 0);

const pauseMs = ({ pauseSeconds = BREAKER_DEFAULTS.pauseSeconds }: BreakerSettings): number => pauseSeconds * 1_000;

async function probed(
  asking: Asking,
  settings: BreakerSettings,
  probe: Probe,
  seen: Counts | undefined,
): Promise<void> {
  const { serverId, name } = asking.server;
  const { openedAt } = probe;
  const now = Date.now();
  if (!seen) return endProbe(serverId, probe, now);
  if (seen.failed + seen.slow > 0) return endProbe(serverId, probe, now + pauseMs(settings));
  if (!(await closeBreaker(serverId, probe, now))) return;
  health.delete(serverId);
  await reportClosed(serverId, openedAt, 'call');
  const detail = { seconds: Math.round((now - openedAt) / 1_000) };
  await recordManagementAction({ serverId, serverName: name, actor: ACTOR, action: 'breaker.close', detail });
}

/** Counts a call, and writes the counts when calls fail. */
async function note(asking: Asking, settings: BreakerSettings, seen: Counts): Promise<void> {
  const { serverId } = asking.server;
  const { breaker: row } = asking;
  const now = Date.now();
  const resumedAt = resumedOf(asking);
  const window = windowAt(settings, Math.max(resumedAt, row?.closedAt ?? 0), now);
  const known = healthIn(serverId, window);
  known.unreported = plus(known.unreported, seen);
  const ofOthers = row?.windowAt === window ? plus(NO_COUNTS, row) : NO_COUNTS;
  if (ofOthers.calls > known.total.calls) known.total = ofOthers;
  const isBad = ({ failed, slow }: Counts) => failed + slow > 0;
  if (!isBad(known.unreported) && !isBad(known.total)) return;
  const isDue = now - known.reportedAt >= REPORT_EVERY_MS || opensBy(settings, plus(known.unreported, known.total));
  if (!isDue) return;
  const counts = known.unreported;
  known.unreported = NO_COUNTS;
  known.reportedAt = now;
  const total = await addHealth(serverId, window, counts);
  if (!total) return;
  if (total.calls > known.total.calls) known.total = total;
  const reason = opensBy(settings, total);
  if (!reason) return;
  const until = now + pauseMs(settings);
  if (!(await openBreaker(serverId, { now, until, reason, resumedAt, window }))) return;
  emitOf(serverId, { BreakerOpenings: 1 });
  await reportOpened(serverId, { reason, openedAt: now, until });
  const serverName = asking.server.name;
  const detail = { reason, ...total, seconds: pauseMs(settings) / 1_000 };
  await recordManagementAction({ serverId, serverName, actor: ACTOR, action: 'breaker.open', detail });
}

function healthIn(serverId: string, window: number): Health {
  const known = health.get(serverId);
  if (known?.window === window) return known;
  const fresh = { window, unreported: NO_COUNTS, total: NO_COUNTS, reportedAt: 0 };
  health.set(serverId, fresh);
  return fresh;
}

async function pause(
  { server, token, breaker }: Asking,
  settings: BreakerSettings,
  { tool, reason, now }: { tool: string; reason: PauseReason; now: number },
): Promise<Pause> {
  const { serverId, name: serverName } = server;
  const { tokenId, label } = token;
  const made: Pause = { at: now, until: now + pauseMs(settings), reason, tool };
  runaways.forget(tokenId);
  const over = Object.entries(breaker ?? {})
    .filter(([name, value]) => name.startsWith('pause.') && (value as Pause).until < now)
    .map(([name]) => name);
  try {
    if (await pauseToken(serverId, tokenId, made, over)) {
      emitOf(serverId, { TokenPauses: 1 });
      const detail = { tokenId, label, reason, tool, seconds: pauseMs(settings) / 1_000 };
      await recordManagementAction({ serverId, serverName, actor: ACTOR, action: 'breaker.pause', detail });
    }
  } catch (error) {
    unwritten(error);
  }
  return made;
}

const secondsUntil = (until: number, now: number): number => Math.max(1, Math.ceil((until - now) / 1_000));

function openRefusal({ reason, until }: Extract<Verdict, { kind: 'open' }>, now: number): Refusal {
  const retryAfter = secondsUntil(until, now);
  const why = reason === 'failures' ? 'fails' : 'answers too slowly';
  return {
    code: 'circuit_open',
    limited: 'server',
    retryAfter,
    message: `The call was not made: the API behind this server ${why}, so calls to it are stopped for a while. Call again in ${spanOf(retryAfter)}, not before.`,
  };
}

function pausedRefusal({ reason, tool, until }: Pause, settings: BreakerSettings, now: number): Refusal {
  const retryAfter = secondsUntil(until, now);
  const why =
    reason === 'same_calls'
      ? `${tool} was called with the same arguments more than ${settings.sameCalls ?? 'a few'} times. Use the answer that you have; the same call again will not give another one`
      : `${settings.failuresInRow ?? 'Many'} calls in a row failed. Read what the errors say and change the calls`;
  return {
    code: 'client_paused',
    limited: 'token',
    retryAfter,
    message: `The call was not made: this client's calls are stopped for a while. ${why}. Calls are possible again in ${spanOf(retryAfter)}.`,
  };
}
