/**
 * Changes that need a second person ("four eyes"): which kinds there are, and a request for one as it is stored, with what has become of it. A
 * request is bound to its digest (who asks for which change, with every value before and after), to the state of what it changes, and to one use.
 * Which kinds need one is a rule of the floor (floorRules.ts). Data and comparisons only, without Node, because the dashboard reads it, too.
 */
import type { Person } from '../lib/person.ts';

/** What can need a second person, with what it is in words. A rule names these. */
export const SECOND_PERSON_KINDS = {
  toolList: 'Changes of a locked tool list: approving one, editing its tools by hand, unlocking it',
  hosts: 'Further hosts that are called, also by a new server, and further members of a toolset',
  governance: 'Weaker redaction, and answers that are stored longer',
  tokens: 'Connection tokens without an end, or with one in more than a year',
  answers: 'Reading stored answers',
  policies: 'Policies that let more calls through: removed, changed, in another mode, and new permits',
} as const;

/** A kind that a rule names. */
export type SecondPersonRule = keyof typeof SECOND_PERSON_KINDS;
/** `rules`: the rules themselves, and moves between projects, which need a second person wherever a rule is set. */
export type ChangeKind = SecondPersonRule | 'rules';

/** Names of the kinds. */
export const SECOND_PERSON_RULES = Object.keys(SECOND_PERSON_KINDS) as readonly SecondPersonRule[];

/** One value of a change, in words. Absent `before`: there was none; absent `after`: it goes. */
export interface ChangedValue {
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
}

/** Values of one kind that a request would change. */
export interface Matter {
  readonly kind: ChangeKind;
  readonly values: readonly ChangedValue[];
}

/** How long a request waits, how long an approval may be used, and how long what is over is listed, in milliseconds. */
export const CHANGE_REQUEST_MS = { waits: 7 * 86_400_000, isGood: 86_400_000, isShown: 7 * 86_400_000 } as const;
/** An end of a token that is further away than this, in milliseconds, is none. */
const FARTHEST_END_MS = 366 * 86_400_000;
/** Whether a token with this end (ISO 8601) is one without an end. */
export const isEndless = (expiresAt: string | undefined, now: number): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) > now + FARTHEST_END_MS;
/** Of one person: requests that wait, and those of any state that are still stored. Of one request: characters of its values, and of its body. */
export const CHANGE_REQUEST_LIMITS = { waiting: 20, stored: 200, values: 60_000, body: 8_000, listed: 200 } as const;

/** Where what concerns no project is listed. */
export const OF_INSTALLATION = 'installation';

/** `running`: approved and being carried out; `approved`: whoever asked may send the request again, once. */
export const CHANGE_STATES = [
  'waiting',
  'approved',
  'running',
  'done',
  'failed',
  'denied',
  'withdrawn',
  'expired',
] as const;
/** What has become of a request. */
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Who asked, with what is needed to look again whether they may. */
export interface Asker extends Person {
  readonly username: string;
  /** Verified; what is provisioned may be found by it. */
  readonly email?: string;
  readonly groups: readonly string[];
  /** Of the login, in seconds since 1970. */
  readonly issuedAt: number;
}

/** A request as it was sent. */
export interface AskedRequest {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON text; absent where there is none, where it is too large, or where it holds a secret. */
  readonly body?: string;
}

/** A request for a change, as it is stored. Times in milliseconds since 1970. */
export interface ChangeRequestRow {
  readonly changeId: string;
  /** Id of a project, or {@link OF_INSTALLATION}. */
  readonly project: string;
  readonly serverId?: string;
  readonly serverName?: string;
  readonly matters: readonly Matter[];
  /** Of the matters, the asker and the request. */
  readonly digest: string;
  /** Of what is changed, when it was asked for. */
  readonly state: string;
  readonly asker: Asker;
  readonly request: AskedRequest;
  /** Who carries it out: the approval itself, or the asker by the same request, because its answer or its body is secret. */
  readonly by: 'approval' | 'asker';
  readonly status: Exclude<ChangeState, 'expired'>;
  /** Why, by whoever asked. */
  readonly reason?: string;
  readonly decidedBy?: Person;
  readonly decidedAt?: number;
  /** Why, by whoever decided. */
  readonly answer?: string;
  /** Why it was not carried out. */
  readonly failure?: { readonly code: string; readonly message: string };
  readonly askedAt: number;
  /** Until when it waits or may be used. */
  readonly until: number;
  readonly version: number;
}

/** After which time one that is being carried out has died on the way. */
const LOST_AFTER_MS = 60_000;

/**
 * How a request stands.
 * @param state of what it changes, as it is now; undefined where that is not looked at
 */
export function stateOf(row: ChangeRequestRow, now: number, state?: string): ChangeState {
  const { status, until } = row;
  if (status === 'running') return now > (row.decidedAt ?? 0) + LOST_AFTER_MS ? 'failed' : status;
  if (status !== 'waiting' && status !== 'approved') return status;
  if (until <= now) return 'expired';
  return state !== undefined && state !== row.state ? 'withdrawn' : status;
}

/** Why somebody may not decide about a request; undefined where they may. */
export function undecidable(row: ChangeRequestRow, { id, maker }: Person): 'own' | 'key' | undefined {
  if (maker !== undefined) return 'key';
  return row.asker.id === id || row.asker.maker === id ? 'own' : undefined;
}
