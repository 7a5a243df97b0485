/**
 * The events that other systems can hear of, on an event bus and by webhooks (design/events.md). Each type has a version in its name; a
 * change that a reader could stumble over gets the next one. Data are ids, hosts, stable codes and times: no secret, no text that a person
 * typed, no name of a person. The id follows from what happened, so that the same event has the same id however often it is reported.
 */
import { hash } from 'node:crypto';
import type { AttentionCondition } from '../../attention/conditions.ts';
import type { AttentionSeverity } from '../../attention/severity.ts';
import { isoNow } from '../../lib/ids.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { OpenReason, PauseReason } from '../../limiting/breaker.ts';
import type { Role } from '../../model/roles.ts';
import type { ChangeKind, ChangeState } from '../../model/secondPerson.ts';

/** What is told of a server. */
interface OfServer {
  readonly serverId: string;
  /** Its project when the event is told, which the publisher adds; absent for `default`. */
  readonly project?: string;
}

/** Data by type. design/events.md describes each. */
export interface EventData {
  /** A deployment stopped because the tools differ from the signed list. */
  readonly 'drift.found.v1': OfServer & { readonly deploymentId: string };
  readonly 'deployment.failed.v1': OfServer & {
    readonly deploymentId: string;
    readonly phase: string;
    readonly code: string;
  };
  readonly 'token.revoked.v1': OfServer & { readonly tokenId: string };
  /** A token endpoint refused a sign-in of the server (OAuth 2), so that calls fail. */
  readonly 'sign_in.failed.v1': OfServer & { readonly host: string; readonly code: string };
  /** A call waits for a person's approval. */
  readonly 'approval.asked.v1': OfServer & {
    readonly approvalId: string;
    readonly tool: string;
    readonly until: string;
    /** Where it is decided. */
    readonly page: string;
  };
  /** A change waits for a second person; without `serverId` it is of a new server, of a project's or the installation's settings. */
  readonly 'change.asked.v1': Partial<OfServer> & {
    readonly changeId: string;
    readonly kinds: readonly ChangeKind[];
    readonly until: string;
  };
  /** A second person has decided about a change; `status` says what has become of it. */
  readonly 'change.decided.v1': Partial<OfServer> & { readonly changeId: string; readonly status: ChangeState };
  /** A server's circuit breaker stops calls; told again when it had stopped one caller, and now stops all. */
  readonly 'breaker.opened.v1': OfServer & {
    readonly reason: OpenReason;
    readonly openedAt: string;
    /** After which one call tries whether the API works again. */
    readonly until: string;
    /** Set while only the calls of this token's holder are stopped, because nobody else had called. */
    readonly tokenId?: string;
  };
  /** Calls are made again, or the breaker does not stop them any more. `openedAt` is that of the opening. */
  readonly 'breaker.closed.v1': OfServer & { readonly openedAt: string; readonly by: ClosedBy };
  /** The calls of one token are stopped for a while. */
  readonly 'token.paused.v1': OfServer & {
    readonly tokenId: string;
    readonly reason: PauseReason;
    readonly until: string;
  };
  readonly 'expiry.ahead.v1': OfServer & {
    readonly what: 'token' | 'client_certificate' | 'client_secret';
    /** Of a token. */
    readonly tokenId?: string;
    /** Of a client certificate or a client secret: the API whose credential it is. */
    readonly origin?: string;
    readonly expiresAt: string;
    /** Whole days that were left when it was noticed: 14 or fewer, then 3 or fewer. */
    readonly daysLeft: number;
  };
  /** Somebody was invited to the dashboard. */
  readonly 'member.invited.v1': { readonly invitationId: string; readonly role: Role };
  /** Somebody accepted an invitation, by logging in. */
  readonly 'member.joined.v1': { readonly invitationId: string; readonly memberId: string; readonly role: Role };
  /** The role or the rights of a person were changed, or they were locked out (`enabled`: false). */
  readonly 'member.changed.v1': { readonly memberId: string; readonly role?: Role; readonly enabled: boolean };
  readonly 'member.removed.v1': { readonly memberId: string };
  /** What needs a person, once a day and only when some of it is new. */
  readonly 'attention.digest.v1': {
    /** How many things need a person now, and how many of them are new since the last digest. */
    readonly open: number;
    readonly new: number;
    /** The new ones, the most urgent first, 50 at most. */
    readonly items: ReadonlyArray<{
      readonly serverId: string;
      readonly condition: AttentionCondition;
      readonly severity: AttentionSeverity;
    }>;
  };
  /** Sent by the test button, to one webhook alone. */
  readonly 'webhook.test.v1': { readonly webhookId: string };
}

/** What closed a circuit breaker: a call that worked, or a person who resumed calls, switched it off or deleted its server. */
export type ClosedBy = 'call' | 'person';

/** Type of an event. */
export type EventType = keyof EventData;

/** Types that a webhook can ask for. */
export const EVENT_TYPES = [
  'drift.found.v1',
  'deployment.failed.v1',
  'token.revoked.v1',
  'sign_in.failed.v1',
  'approval.asked.v1',
  'change.asked.v1',
  'change.decided.v1',
  'breaker.opened.v1',
  'breaker.closed.v1',
  'token.paused.v1',
  'expiry.ahead.v1',
  'member.invited.v1',
  'member.joined.v1',
  'member.changed.v1',
  'member.removed.v1',
  'attention.digest.v1',
] as const satisfies readonly EventType[];

/** One event. */
export interface ProductEvent<Type extends EventType = EventType> {
  /** `evt_` and 32 hex digits. */
  readonly id: string;
  readonly type: Type;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly data: EventData[Type];
}

/**
 * An event.
 * @param once what makes it this one event and no other: ids, a time
 */
export const newEvent = <Type extends EventType>(
  type: Type,
  data: EventData[Type],
  once: readonly string[],
  at: string = isoNow(),
): ProductEvent<Type> => ({
  id: `evt_${hash('sha256', JSON.stringify([type, ...once])).slice(0, 32)}`,
  type,
  at,
  data,
});

/** How long before its end something is reported, in days; each once. */
export const DAYS_AHEAD = [LIMITS.expirySoonDays, 3] as const;

const DAY_MS = 86_400_000;

/** The threshold that has been passed, and the days that are left; undefined when there is time, and after the end. */
export function expiryAhead(
  expiresAt: string,
  now: number,
): { readonly threshold: number; readonly daysLeft: number } | undefined {
  const left = Date.parse(expiresAt) - now;
  const threshold = [...DAYS_AHEAD].reverse().find((days) => left <= days * DAY_MS);
  return threshold === undefined || left <= 0 ? undefined : { threshold, daysLeft: Math.floor(left / DAY_MS) };
}
