/**
 * Holds calls to the limits of their server, token and person. A call is counted before its arguments are checked, and is not made when a
 * limit is reached, or when it cannot be counted. An owner who sets no limit pays for no read and no write.
 */

import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { logFailure } from '../../../aws/lib/log.ts';
import { Counters } from '../../../aws/tables/counters.ts';
import { type Place, takePlace } from '../../../aws/tables/places.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import {
  LIMIT_CODES,
  limitRefusal,
  type Refusal,
  type Subject,
  subjectsAtMember,
  subjectsOf,
} from '../../../core/limiting/limitSet.ts';
import type { Finished } from './finished.ts';
import { refuse } from './refuse.ts';
import type { CallContext, Stage } from './stage.ts';

const perSecond = new Counters('second');
const perDay = new Counters('day');
/** Most answers are smaller than this. */
const bytesPerDay = new Counters('day', 65_536);

/** Longer than a call runs whose tool is not marked as long. */
const CALL_LEASE_MS = 130_000;

/** A call that may be made. */
export interface CallPlace {
  /** Counts the answer's bytes, and makes room for another call. Never rejects. */
  end(bytes: number): Promise<void>;
  /** The call was not made: gives back everything. Never rejects. */
  cancel(): Promise<void>;
}

/** What was counted for a call so far. */
interface Counted {
  readonly places: Place[];
  /** Each gives one unit back. */
  readonly units: (() => void)[];
}

/** Through a toolset, its limits and those of the member. */
const subjectsOfCall = ({ token, server, toolset }: Pick<CallContext, 'token' | 'server' | 'toolset'>): Subject[] =>
  toolset ? [...subjectsOf(token, toolset), ...subjectsAtMember(token, server)] : subjectsOf(token, server);

const nothing = async () => {};
export const FREE: CallPlace = { end: nothing, cancel: nothing };

/**
 * Counts a call. A call that is refused costs none of its subjects anything. Never rejects.
 * @param longMs how long the call may take beyond others
 */
export async function placeForCall(
  context: Pick<CallContext, 'token' | 'server' | 'toolset'>,
  longMs = 0,
): Promise<CallPlace | Refusal> {
  const subjects = subjectsOfCall(context);
  if (subjects.length === 0) return FREE;
  const counted: Counted = { places: [], units: [] };
  const release = () => Promise.all(counted.places.map((place) => place.release()));
  const cancel = async () => {
    for (const giveBack of counted.units) giveBack();
    await release().catch((error: unknown) => logFailure('call_place_not_released', error));
  };
  const refused = await firstRefusal(subjects, counted, CALL_LEASE_MS + longMs).catch((error: unknown): Refusal => {
    logFailure('limit_not_counted', error);
    return { code: 'limit_unavailable', limited: 'server', retryAfter: 1, message: UNCOUNTED };
  });
  if (refused) {
    await cancel();
    return refused;
  }
  return {
    async end(bytes) {
      const added = subjects
        .filter(({ limits }) => limits.answerBytesPerDay !== undefined)
        .map(({ key }) => bytesPerDay.add(`${key}.bytes`, bytes));
      await Promise.all([...added, release()]).catch((error: unknown) => logFailure('call_not_counted', error));
    },
    cancel,
  };
}

const UNCOUNTED = 'The call was not made: it could not be counted against its limits. Call again in 1 second.';

/** Places are taken last, because giving one back is a write. */
async function firstRefusal(
  subjects: readonly Subject[],
  { places, units }: Counted,
  leaseMs: number,
): Promise<Refusal | undefined> {
  const take = async (counters: Counters, name: string, most: number | undefined): Promise<boolean> => {
    if (most === undefined) return true;
    const window = await counters.take(name, most);
    if (window !== undefined) units.push(() => counters.giveBack(name, window));
    return window !== undefined;
  };
  for (const { limited, key, limits } of subjects) {
    const { callsPerDay, callsPerSecond, answerBytesPerDay } = limits;
    if (!(await take(perSecond, `${key}.calls`, callsPerSecond))) {
      return limitRefusal(limited, 'callsPerSecond', callsPerSecond ?? 0);
    }
    if (answerBytesPerDay !== undefined && !(await bytesPerDay.has(`${key}.bytes`, answerBytesPerDay))) {
      return limitRefusal(limited, 'answerBytesPerDay', answerBytesPerDay);
    }
    if (!(await take(perDay, `${key}.calls`, callsPerDay))) {
      return limitRefusal(limited, 'callsPerDay', callsPerDay ?? 0);
    }
  }
  for (const { limited, key, limits } of subjects) {
    const { concurrentCalls } = limits;
    if (concurrentCalls === undefined) continue;
    const place = await takePlace(runningRow(key), concurrentCalls, leaseMs);
    if (!place) return limitRefusal(limited, 'concurrentCalls', concurrentCalls);
    places.push(place);
  }
  return undefined;
}

const runningRow = (key: string) => ({
  table: requireEnvironment('TABLE_SESSIONS'),
  key: { sessionId: `limit.${key}.running` },
  attribute: 'places',
  alwaysWith: { expiresAt: Math.ceil((Date.now() + 2 * (CALL_LEASE_MS + LIMITS.longCalls.max)) / 1_000) },
});

/** Holds a call to its limits. */
export const limitsStage: Stage = {
  name: 'limits',
  does: 'counts the call against the limits of its server, token and person, and its answer once there is one',
  refuses: [...Object.values(LIMIT_CODES).filter((code) => code !== LIMIT_CODES.streams), 'limit_unavailable'],
  when: 'the owner has set a limit',
  isUsed: ({ context }) => subjectsOfCall(context).length > 0,
  async run(call, next) {
    const place = await placeForCall(call.context, call.chosen.tool.longMs);
    if ('code' in place) return refuse(call, place);
    let finished: Finished | undefined;
    try {
      finished = await next();
      return finished;
    } finally {
      await (finished?.isRefused ? place.cancel() : place.end(finished?.entry.bytesOut ?? 0));
    }
  },
};
