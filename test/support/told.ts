/**
 * What is seen end to end, from what really happens: each type of event by the test that is named here (a type without one is an error of
 * the compiler), all measures and all spans by test/local/options.test.ts. The tests hold that they see these and no others.
 */
import type { EventType } from '../../core/telemetry/events/events.ts';
import { SPANS, type SpanPart } from '../../core/telemetry/trace/spans.ts';

const OPTIONS = 'test/local/options.test.ts';
const ACCESS = 'test/browser/access.test.ts';
const FOUR_EYES = 'test/local/fourEyes.test.ts';

export const TOLD_IN: Readonly<Record<EventType, typeof OPTIONS | typeof ACCESS | typeof FOUR_EYES>> = {
  'drift.found.v1': OPTIONS,
  'deployment.failed.v1': OPTIONS,
  'token.revoked.v1': OPTIONS,
  'sign_in.failed.v1': OPTIONS,
  'approval.asked.v1': OPTIONS,
  'change.asked.v1': FOUR_EYES,
  'change.decided.v1': FOUR_EYES,
  'breaker.opened.v1': OPTIONS,
  'breaker.closed.v1': OPTIONS,
  'token.paused.v1': OPTIONS,
  'expiry.ahead.v1': OPTIONS,
  'member.invited.v1': ACCESS,
  'member.joined.v1': ACCESS,
  'member.changed.v1': ACCESS,
  'member.removed.v1': ACCESS,
  'attention.digest.v1': OPTIONS,
  'webhook.test.v1': OPTIONS,
};

/** The types that a test has to see, sorted. */
export const toldIn = (test: string): string[] =>
  Object.entries(TOLD_IN)
    .flatMap(([type, by]) => (by === test ? [type] : []))
    .sort();

/** Types, each once, sorted. */
export const typesOf = (types: readonly string[]): string[] => [...new Set(types)].sort();

/** Which spans of a message these are, by their names, each once; a name that is unknown as it is. */
export const partsOf = (names: readonly string[]): string[] =>
  typesOf(
    names.map((name) =>
      /^tools\/(?:call |list$)/.test(name) ? 'message' : /^[A-Z]+ \//.test(name) ? 'exchange' : name,
    ),
  );

/** All spans of a message, sorted. */
export const ALL_PARTS: readonly SpanPart[] = (Object.keys(SPANS) as SpanPart[]).sort();
