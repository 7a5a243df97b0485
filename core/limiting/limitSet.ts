/**
 * Limits of calls: what an owner may set, on whom, and how a refusal is told. Each part is optional, and nothing is limited by default.
 * A call counts for its server and for its caller: the person who signed in, or the client that acts for itself, over all of their sessions at
 * the server, or else the connection token. A client can have as many sessions as it likes, so none of them counts by itself.
 */
import { callerId } from './callers.ts';
import { type Limited, type LimitName, type LimitSet, type ServerLimits, stricterLimits } from './limits.ts';

/** Somebody whose calls are counted. */
export interface Subject {
  readonly limited: Limited;
  /** Identifies the counters; of letters, digits, `-`, `_` and `.`. */
  readonly key: string;
  readonly limits: LimitSet;
  /** It is one connection token, whose streams are counted in its own row. */
  readonly isToken?: true;
}

/** The caller of a call, as its row says (core/model/token.ts). */
interface Caller {
  readonly tokenId: string;
  readonly limits?: LimitSet;
  readonly signIn?: {
    readonly isMachine?: true;
    readonly person: { readonly id: string };
    readonly client: { readonly id: string };
  };
}

/** The server of a call, as its row says (core/model/server.ts). */
interface Limiting {
  readonly serverId: string;
  readonly limits?: ServerLimits;
  /** The most that the installation allows, whatever the server and the token say. */
  readonly floor?: { readonly limits?: ServerLimits };
}

/** Whom a call counts for and what their limits are; without those that have none. */
export function subjectsOf(token: Caller, { serverId, limits: own = {}, floor }: Limiting): Subject[] {
  const most = floor?.limits;
  if (most) {
    const held = stricterLimits(own, most);
    const { token: ofToken } = token.limits ? stricterLimits({ token: token.limits }, most) : held;
    return subjectsOf({ ...token, limits: ofToken ?? {} }, { serverId, limits: held });
  }
  const limits = own;
  const server: Subject = { limited: 'server', key: `server.${serverId}`, limits: limits.server ?? {} };
  return [callerOf(token, serverId, limits), server].filter((each) => Object.keys(each.limits).length > 0);
}

/**
 * Whom a call through a toolset counts for at the member that it calls. The token is the toolset's, so its own limits are counted there;
 * here it is held to what the member allows each caller, under a key of the member's.
 */
export function subjectsAtMember({ limits: _, ...token }: Caller, member: Parameters<typeof subjectsOf>[1]): Subject[] {
  return subjectsOf(token, member).map((subject) =>
    subject.key === `token.${token.tokenId}` ? { ...subject, key: `${subject.key}.${member.serverId}` } : subject,
  );
}

function callerOf(token: Caller, serverId: string, limits: ServerLimits): Subject {
  const { tokenId, signIn } = token;
  const own = token.limits ?? limits.token ?? {};
  if (!signIn) return { limited: 'token', key: `token.${tokenId}`, limits: own, isToken: true };
  // The id of a client may be an address.
  if (signIn.isMachine) return { limited: 'token', key: `client.${serverId}.${callerId(token)}`, limits: own };
  return { limited: 'person', key: `person.${serverId}.${signIn.person.id}`, limits: limits.person ?? {} };
}
/** Codes of calls that a limit refused. */
export const LIMIT_CODES = {
  callsPerSecond: 'rate_limited',
  callsPerDay: 'daily_calls_reached',
  concurrentCalls: 'concurrent_calls_reached',
  streams: 'too_many_streams',
  answerBytesPerDay: 'daily_bytes_reached',
} as const satisfies Record<LimitName, string>;

/** A call that was not made because of a limit. */
export interface Refusal {
  readonly code: string;
  readonly limited: Limited;
  /** Whole seconds after which to try again. */
  readonly retryAfter: number;
  readonly message: string;
}

const DAY_MS = 86_400_000;
/** When to try again where nobody knows when a running call ends. */
const BUSY_SECONDS = 2;

const WHO: Record<Limited, string> = {
  server: 'this server',
  token: 'this connection token',
  person: 'this person',
};

const count = (value: number): string => value.toLocaleString('en-US');

const MADE: Record<Exclude<LimitName, 'streams'>, (most: number) => string> = {
  callsPerSecond: (most) => `may make ${count(most)} ${most === 1 ? 'call' : 'calls'} per second`,
  callsPerDay: (most) => `may make ${count(most)} ${most === 1 ? 'call' : 'calls'} a day`,
  concurrentCalls: (most) => `may make ${count(most)} ${most === 1 ? 'call' : 'calls'} at the same time`,
  answerBytesPerDay: (most) => `may be sent ${count(most)} bytes of answers a day`,
};

/**
 * The refusal of a call, in words that a model understands.
 * @param now milliseconds since 1970
 */
export function limitRefusal(
  limited: Limited,
  name: Exclude<LimitName, 'streams'>,
  most: number,
  now: number = Date.now(),
): Refusal {
  const untilMidnight = Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000);
  const isDaily = name === 'callsPerDay' || name === 'answerBytesPerDay';
  const retryAfter = isDaily ? untilMidnight : name === 'callsPerSecond' ? 1 : BUSY_SECONDS;
  const again = isDaily
    ? `Calls are possible again at 00:00 UTC, in ${spanOf(untilMidnight)}. Do not call before.`
    : `Call again in ${spanOf(retryAfter)}${name === 'concurrentCalls' ? ', one call after the other' : ', more slowly'}.`;
  return {
    code: LIMIT_CODES[name],
    limited,
    retryAfter,
    message: `The call was not made: ${WHO[limited]} ${MADE[name](most)}, and that is reached. ${again}`,
  };
}

/** A time to wait, in words. */
export function spanOf(seconds: number): string {
  const unit = (value: number, name: string) => `${value} ${name}${value === 1 ? '' : 's'}`;
  if (seconds < 60) return unit(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? unit(minutes, 'minute')
    : [unit(Math.floor(minutes / 60), 'hour'), ...(minutes % 60 ? [unit(minutes % 60, 'minute')] : [])].join(' ');
}
