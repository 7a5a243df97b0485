/**
 * Asks a server's circuit breaker whether a call may be made, and tells it how the call ended (core/limiting/breaker.ts). A breaker that
 * cannot be written stops nothing: it is logged, and the call goes on.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { emitOf } from '../../../aws/lib/metrics.ts';
import {
  claimProbe,
  closeBreaker,
  endProbe,
  openBreaker,
  type Probe,
  pauseToken,
  widenBreaker,
} from '../../../aws/tables/breakers.ts';
import { canonicalJson, sha256 } from '../../../core/lib/json/canonical.ts';
import type { JsonObject } from '../../../core/lib/json/value.ts';
import {
  BREAKER_DEFAULTS,
  type BreakerSettings,
  type CallEnd,
  type Counts,
  healthOf,
  isOpen,
  PAUSE_PREFIX,
  type Pause,
  type PauseReason,
  TRYING_MS,
  verdictOf,
  windowAt,
} from '../../../core/limiting/breaker.ts';
import { callerId, type Finding, isBad } from '../../../core/limiting/callers.ts';
import type { Refusal } from '../../../core/limiting/limitSet.ts';
import { Runaways } from '../../../core/limiting/runaway.ts';
import type { BundleTool } from '../../../core/model/bundle.ts';
import type { Admission } from '../../shared/admission.ts';
import { reportClosed, reportOpened, reportPaused } from '../../shared/breakerEvents.ts';
import { count, forget } from './breakerCounts.ts';
import { openRefusal, pausedRefusal } from './breakerRefusals.ts';

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
/** Longer than a call runs whose tool is not marked as long. */
const PROBE_MS = 130_000;
const FREE: Passage = { begin: async () => undefined, claim: async () => undefined, end: async () => {} };

const runaways = new Runaways();

type Asking = Pick<Admission, 'token' | 'server' | 'breaker'>;

/** A call with its breaker. */
interface Judged extends Asking {
  readonly settings: BreakerSettings;
  /** See `callerId`. */
  readonly caller: string;
  readonly tool: string;
  /** How long a call of its tool may take beyond that. */
  readonly longMs: number;
}

/** Reads the verdict of the row that came with the token. Writes nothing. */
export function passBreaker(
  asking: Asking,
  { name: tool, longMs = 0 }: Pick<BundleTool, 'name' | 'longMs'>,
  args: JsonObject,
): Passage | Refusal {
  const { server, token } = asking;
  const settings = server.breaker;
  if (!settings) return FREE;
  const { tokenId } = token;
  const judged: Judged = { ...asking, settings, caller: callerId(token), tool, longMs };
  const verdict = verdictOf(asking.breaker, { tokenId, caller: judged.caller }, resumedOf(asking), Date.now());
  if (verdict.kind === 'paused') return pausedRefusal(verdict.pause, settings, Date.now());
  if (verdict.kind === 'open') return openRefusal(verdict, Date.now());
  let probe: Probe | undefined;
  return {
    async begin() {
      const now = Date.now();
      const digest = settings.sameCalls === undefined ? '' : sha256(canonicalJson(args));
      const reason = runaways.begins(settings, tokenId, `${tool} ${digest}`, now);
      return reason && pausedRefusal(await pause(judged, reason, now), settings, now);
    },
    async claim() {
      if (verdict.kind !== 'probe') return undefined;
      const now = Date.now();
      const claim = { openedAt: verdict.openedAt, until: now + PROBE_MS + judged.longMs, caller: judged.caller, now };
      probe = await claimProbe(server.serverId, claim).catch((error: unknown) => {
        unwritten(error);
        return undefined;
      });
      if (probe) return undefined;
      const reason = asking.breaker?.reason ?? 'failures';
      return openRefusal({ kind: 'open', reason, until: now + TRYING_MS }, now);
    },
    async end(end) {
      try {
        const seen = end && healthOf(settings, end);
        if (probe) await probed(judged, probe, seen);
        else if (seen && verdict.kind === 'closed') await note(judged, seen);
        const stormy = end && runaways.ends(settings, tokenId, end.outcome, Date.now());
        if (stormy) await pause(judged, stormy, Date.now());
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

/**
 * After an attempt that did not work its caller waits for the next pause, and others may try at once, so that nobody keeps a breaker open
 * by taking all attempts. When the second caller's attempt does not work either, all wait.
 */
async function probed({ server, breaker, settings, caller }: Judged, probe: Probe, seen: Counts | undefined) {
  const { serverId, name } = server;
  const { openedAt } = probe;
  const now = Date.now();
  const triedBy = breaker?.triedBy === undefined || breaker.triedBy === caller ? caller : undefined;
  // One that did not get as far as the API decides nothing.
  if (!seen) return endProbe(serverId, probe, now + Math.min(TRYING_MS, pauseMs(settings)), caller);
  if (isBad(seen)) return endProbe(serverId, probe, now + pauseMs(settings), triedBy);
  if (!(await closeBreaker(serverId, probe, now))) return;
  forget(serverId);
  await reportClosed(serverId, openedAt, 'call');
  const detail = { seconds: Math.round((now - openedAt) / 1_000) };
  await recordManagementAction({ serverId, serverName: name, actor: ACTOR, action: 'breaker.close', detail });
}

/** Counts a call, and stops calls if the counts say so. */
async function note(judged: Judged, seen: Counts): Promise<void> {
  const { server, breaker: row, settings, caller } = judged;
  if (settings.failurePercent === undefined && settings.slowMs === undefined) return;
  const { serverId } = server;
  const now = Date.now();
  const window = windowAt(settings, Math.max(resumedOf(judged), row?.closedAt ?? 0), now);
  const found = await count({ serverId, settings, row, window, caller, seen, now });
  if (!found) return;
  const isOnlyItsOwn = found.caller !== undefined && !(found.isAlone && !isOpen(row, resumedOf(judged)));
  if (isOnlyItsOwn) await pause(judged, found.reason, now);
  else await open(judged, found, window, now);
}

/** Stops the calls of all, or, where nobody else has called, those of the one caller, by which its own calls try again. */
async function open(
  judged: Judged,
  { reason, caller, total: { calls, failed, slow } }: Finding & { readonly total: Counts },
  window: number,
  now: number,
): Promise<void> {
  const { serverId, name: serverName } = judged.server;
  const { tokenId, label } = judged.token;
  const until = now + pauseMs(judged.settings);
  const sole = caller === undefined ? undefined : { caller, tokenId };
  const opening = { now, until, reason, resumedAt: resumedOf(judged), window, ...(sole && { sole }) };
  const isOpened = await openBreaker(serverId, opening);
  const openedAt = isOpened ? now : sole ? undefined : await widenBreaker(serverId, opening);
  if (openedAt === undefined) return;
  emitOf(serverId, { BreakerOpenings: 1 });
  await reportOpened(serverId, { reason, openedAt, until, ...(sole && { tokenId }) });
  const detail = {
    reason,
    calls,
    failed,
    slow,
    seconds: pauseMs(judged.settings) / 1_000,
    ...(sole && { tokenId, label }),
  };
  await recordManagementAction({ serverId, serverName, actor: ACTOR, action: 'breaker.open', detail });
}

async function pause(judged: Judged, reason: PauseReason, now: number): Promise<Pause> {
  const { server, token, breaker, settings, tool } = judged;
  const { serverId, name: serverName } = server;
  const { tokenId, label } = token;
  const made: Pause = { at: now, until: now + pauseMs(settings), reason, tool };
  runaways.forget(tokenId);
  const over = Object.entries(breaker ?? {})
    .filter(([name, value]) => name.startsWith(PAUSE_PREFIX) && (value as Pause).until < now)
    .map(([name]) => name);
  try {
    if (await pauseToken(serverId, tokenId, made, over, resumedOf(judged))) {
      emitOf(serverId, { TokenPauses: 1 });
      await reportPaused(serverId, tokenId, made);
      const detail = { tokenId, label, reason, tool, seconds: pauseMs(settings) / 1_000 };
      await recordManagementAction({ serverId, serverName, actor: ACTOR, action: 'breaker.pause', detail });
    }
  } catch (error) {
    unwritten(error);
  }
  return made;
}
