/** The limits that an owner may set, by name and by whom they are set on. Each is optional. Without Node, because the dashboard reads it, too. */

/** Limits of one server, token or person. Days are those of UTC. */
export interface LimitSet {
  readonly callsPerSecond?: number;
  readonly callsPerDay?: number;
  /** Calls that run at the same time. */
  readonly concurrentCalls?: number;
  /** Event streams that are open at the same time. */
  readonly streams?: number;
  /** Bytes of governed answers. */
  readonly answerBytesPerDay?: number;
}

/** Names of the limits, in the order in which they are shown. */
export const LIMIT_NAMES = [
  'callsPerSecond',
  'callsPerDay',
  'concurrentCalls',
  'streams',
  'answerBytesPerDay',
] as const;
/** Name of a limit. */
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Whom limits are set on. */
export const LIMITED = ['server', 'token', 'person'] as const;
/** Whom a limit is set on. */
export type Limited = (typeof LIMITED)[number];

/** The limits of a server: for all its calls together, for each token that has none of its own, and for each person. */
export type ServerLimits = { readonly [Each in Limited]?: LimitSet };

const stricterSet = (own: LimitSet, most: LimitSet): LimitSet =>
  Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const least = Math.min(own[name] ?? Number.POSITIVE_INFINITY, most[name] ?? Number.POSITIVE_INFINITY);
      return least === Number.POSITIVE_INFINITY ? [] : [[name, least]];
    }),
  );

/** Of two sets of limits the lower ones; what only one of them limits is limited. */
export function stricterLimits(own: ServerLimits, most: ServerLimits): ServerLimits {
  return Object.fromEntries(
    LIMITED.flatMap((each) => {
      const set = stricterSet(own[each] ?? {}, most[each] ?? {});
      return Object.keys(set).length > 0 ? [[each, set]] : [];
    }),
  );
}
