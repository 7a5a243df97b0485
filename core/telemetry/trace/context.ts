/**
 * W3C Trace Context (Level 2): reads `traceparent` and `tracestate`, and writes them. The values come from clients, so they are checked to
 * the letter: a malformed `traceparent` starts a new trace, a malformed `tracestate` is dropped alone.
 */
import { randomFillSync } from 'node:crypto';

/** A place in a trace. */
export interface TraceContext {
  /** 32 lower-case hex digits, not all zero. */
  readonly traceId: string;
  /** 16 lower-case hex digits, not all zero. */
  readonly spanId: string;
  /** Whether the caller records the trace. */
  readonly isSampled: boolean;
  /** Whether at least the right half of the trace id is random (Level 2, section 3.2.2.4). */
  readonly isRandom: boolean;
  /** Valid members of `tracestate`, as sent. */
  readonly state?: string;
}

/** The fields as a client sent them: in `_meta` of the message, else in the headers. */
export interface TraceFields {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** Version, trace id, parent id, flags; a later version may append fields after another dash (section 3.2.4). */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?=$|-)/;
const SAMPLED = 1;
const RANDOM = 2;

/** Undefined for anything that is not a valid `traceparent`. */
export function parseTrace({ traceparent, tracestate }: TraceFields): TraceContext | undefined {
  if (traceparent === undefined || traceparent.length > 512) return undefined;
  const [whole, version, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  if (whole === undefined || (version === '00' && whole.length !== traceparent.length)) return undefined;
  const bits = Number.parseInt(flags, 16);
  const state = tracestate === undefined ? undefined : validState(tracestate);
  return {
    traceId,
    spanId,
    isSampled: (bits & SAMPLED) !== 0,
    isRandom: (bits & RANDOM) !== 0,
    ...(state && { state }),
  };
}

/** Section 3.3.2.2: a key of at most 256 characters, with `@` and a system's name of at most 14 if it has one. */
const KEY = /^(?:[a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})$/;
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const MAX_MEMBERS = 32;
/** The least that everybody must pass on (section 3.3.1.5). Longer ones are dropped as a whole. */
const MAX_STATE = 512;

function validState(text: string): string | undefined {
  if (text.length > MAX_STATE) return undefined;
  const members = text
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '');
  const keys = new Set<string>();
  for (const member of members) {
    const at = member.indexOf('=');
    const key = member.slice(0, at);
    if (at < 0 || !KEY.test(key) || !VALUE.test(member.slice(at + 1)) || keys.has(key)) return undefined;
    keys.add(key);
  }
  return members.length <= MAX_MEMBERS && members.length > 0 ? members.join(',') : undefined;
}

/** The headers for the next hop. */
export function traceHeaders({ traceId, spanId, isSampled, isRandom, state }: TraceContext): [string, string][] {
  const flags = (isSampled ? SAMPLED : 0) | (isRandom ? RANDOM : 0);
  const parent: [string, string] = ['traceparent', `00-${traceId}-${spanId}-0${flags}`];
  return state === undefined ? [parent] : [parent, ['tracestate', state]];
}

/** Random bytes in reserve: a request for a few of them takes microseconds, and a call needs ten. */
const reserve = Buffer.alloc(4_096);
let used = reserve.length;

/** Never all zero. */
function randomHex(bytes: number): string {
  if (used + bytes > reserve.length) {
    randomFillSync(reserve);
    used = 0;
  }
  const id = reserve.toString('hex', used, used + bytes);
  used += bytes;
  return /[^0]/.test(id) ? id : randomHex(bytes);
}

/** 16 hex digits, not all zero. */
export const newSpanId = (): string => randomHex(8);

/**
 * The context of a request: the trace of its client with a span of its own, or a new trace. Parent-based sampling: what a client says
 * holds, and of traces that begin here the given share is recorded.
 * @param ratio 0 to 1
 */
export function joinTrace(fields: TraceFields, ratio: number): TraceContext & { readonly parentId?: string } {
  const parent = parseTrace(fields);
  if (parent) return { ...parent, spanId: newSpanId(), parentId: parent.spanId };
  const traceId = randomHex(16);
  return { traceId, spanId: newSpanId(), isSampled: isChosen(traceId, ratio), isRandom: true };
}

/**
 * Whether a trace is in the given share: OpenTelemetry, TraceState Probability Sampling. The last 56 bits of the trace id are its random
 * value; it is chosen if they are not below (1 - ratio) * 2^56. The threshold is rounded to 52 bits, 13 hex digits, which numbers hold
 * exactly; the last digit of the id then makes no difference. Whoever samples with the same ratio chooses the same traces.
 * @param ratio 0 to 1
 */
export const isChosen = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-14, -1), 16) >= Math.round((1 - ratio) * 2 ** 52);
