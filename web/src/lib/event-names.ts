/** The types of events (core/telemetry/events/events.ts) in words. */
import type { EVENT_TYPES as CORE_TYPES } from '../../../core/telemetry/events/events.ts';

export type EventType = (typeof CORE_TYPES)[number];

export const EVENT_NAMES: Readonly<Record<EventType, { readonly name: string; readonly text: string }>> = {
  'drift.found.v1': {
    name: 'Deployment stopped: tools changed',
    text: 'A deployment stopped because the tools differ from the signed list.',
  },
  'deployment.failed.v1': { name: 'Deployment failed', text: 'The live version is unchanged.' },
  'token.revoked.v1': { name: 'Token revoked', text: 'A connection token was revoked.' },
  'sign_in.failed.v1': { name: 'Sign-in at an API failed', text: 'Calls of the server fail until it is fixed.' },
  'approval.asked.v1': {
    name: 'Call waits for approval',
    text: 'A policy has a person approve a call.',
  },
  'change.asked.v1': {
    name: 'Change waits for approval',
    text: 'A rule has a second person approve a change.',
  },
  'change.decided.v1': { name: 'Change decided', text: 'A second person has approved or refused a change.' },
  'breaker.opened.v1': {
    name: 'Circuit breaker opened',
    text: 'Calls are paused because the API fails or is slow.',
  },
  'breaker.closed.v1': {
    name: 'Circuit breaker closed',
    text: 'Calls work again.',
  },
  'token.paused.v1': {
    name: 'Token paused',
    text: 'The circuit breaker paused a client that repeats itself or keeps failing.',
  },
  'expiry.ahead.v1': {
    name: 'Expiry ahead',
    text: 'A connection token, client certificate or client secret expires in 14 days, then in 3.',
  },
  'member.invited.v1': { name: 'Member invited', text: 'A person was invited to the dashboard.' },
  'member.joined.v1': { name: 'Member joined', text: 'A person accepted an invitation.' },
  'member.changed.v1': {
    name: 'Member changed',
    text: 'A person’s role or rights changed, or they were locked out.',
  },
  'member.removed.v1': { name: 'Member removed', text: 'A person’s logins, sessions and tokens ended.' },
  'attention.digest.v1': {
    name: 'Digest of what needs attention',
    text: 'Once a day, if something new needs attention.',
  },
};

/** All types that a webhook can be sent. */
export const EVENT_TYPES = Object.keys(EVENT_NAMES) as EventType[];

/** The name of a type; a type that is not known here as it is. */
export const eventName = (type: string): string =>
  type === 'webhook.test.v1' ? 'Test' : ((EVENT_NAMES as Record<string, { name: string }>)[type]?.name ?? type);
