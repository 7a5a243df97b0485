/**
 * The spans of one message, a list of tools or a call, named by OpenTelemetry's semantic conventions (MCP server, HTTP client, database client, FaaS). An attribute
 * is a name, a number or a stable code: no argument, no value of an answer, no header, no name of a person, no id that a client chose.
 */

import type { RequestProgram } from '../../model/tool.ts';

/** Value of an attribute. */
export type AttributeValue = string | number | boolean;

/** Attributes by name. */
export type SpanAttributes = Readonly<Record<string, AttributeValue>>;

/** SpanKind of OTLP. */
export type SpanKind = 'internal' | 'server' | 'client';

/** The spans of a message. Its own is named after its method and tool, that of the exchange after its request, the others as here. */
export const SPANS = {
  message: 'server',
  admission: 'internal',
  sandbox: 'client',
  exchange: 'client',
  governance: 'internal',
  audit: 'client',
} as const satisfies Readonly<Record<string, SpanKind>>;

/** Which span of a message. */
export type SpanPart = keyof typeof SPANS;

/** A finished span. */
export interface SpanRecord {
  /** 16 hex digits. */
  readonly spanId: string;
  readonly parentId?: string;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  readonly start: number;
  /** Duration in milliseconds, with fractions. */
  readonly ms: number;
  readonly attributes: SpanAttributes;
  /** Stable code if it failed; the same as `error.type`. */
  readonly error?: string;
  /** Another context that belongs to it: that of the HTTP request, where the message has one of its own. */
  readonly link?: { readonly traceId: string; readonly spanId: string };
}

/** All spans of one message, as a function logs them. */
export interface TraceRecord {
  readonly traceId: string;
  readonly spans: readonly SpanRecord[];
}

/** What the sandbox measured of a call. Milliseconds since it got the event, with fractions. */
export interface CallTiming {
  /** From the event to the outcome. */
  readonly ms: number;
  /** The exchange with the upstream, if one was begun. */
  readonly upstream?: Stage;
  /** Masking, governing and writing the answer, if there was one. */
  readonly governance?: Stage;
  /** First event of its execution environment. */
  readonly isCold?: true;
}

/** Begin and duration of a part of a call, in milliseconds. */
export interface Stage {
  readonly at: number;
  readonly ms: number;
}

/** A part of a call as its audit entry has it: name, begin since the request came in, duration, in whole milliseconds. */
export interface ShownStage extends Stage {
  readonly name: string;
}

/** Attributes of a request to the tool's host, without the base URL's path, which may hold a key. */
export function httpDestination(
  { verb, path, baseUrl }: Pick<RequestProgram, 'verb' | 'path' | 'baseUrl'>,
  usual: string,
): SpanAttributes {
  const { hostname, port } = new URL(baseUrl ?? usual);
  return {
    'http.request.method': verb,
    'url.template': path,
    'url.scheme': 'https',
    'server.address': hostname,
    'server.port': Number(port || 443),
  };
}

const MOST_MS = 24 * 60 * 60_000;

/** The timing in a sandbox's answer, whose process is not trusted to be well: only sane numbers that lie within the whole. */
export function checkedTiming(given: unknown): CallTiming | undefined {
  const { ms, upstream, governance, isCold } = (given ?? {}) as Record<string, unknown>;
  if (!isDuration(ms)) return undefined;
  const stage = (value: unknown): Stage | undefined => {
    const { at, ms: took } = (value ?? {}) as Record<string, unknown>;
    return isDuration(at) && isDuration(took) && at + took <= ms + 1 ? { at, ms: took } : undefined;
  };
  const [exchange, governing] = [stage(upstream), stage(governance)];
  return {
    ms,
    ...(exchange && { upstream: exchange }),
    ...(governing && { governance: governing }),
    ...(isCold === true && { isCold }),
  };
}

const isDuration = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= MOST_MS;

/** The name of log lines with spans, by which the subscription filter finds them. */
export const SPANS_EVENT = 'call_spans';
