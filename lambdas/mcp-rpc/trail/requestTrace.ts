/**
 * The trace of one message, if it is sampled: its own span, the check of the token, and writes to the audit trail. What a call has beside
 * these is added in tracing.ts. Nothing is sent; the finished trace is one log line (aws/lib/traces.ts). Names are those of OpenTelemetry's
 * semantic conventions (design/monitoring.md).
 */
import { traceRatio, writeTrace } from '../../../aws/lib/traces.ts';
import type { Described, HeaderRecord } from '../../../core/mcp/protocol.ts';
import {
  joinTrace,
  newSpanId,
  parseTrace,
  type TraceContext,
  type TraceFields,
} from '../../../core/telemetry/trace/context.ts';
import {
  type ShownStage,
  SPANS,
  type SpanAttributes,
  type SpanPart,
  type SpanRecord,
} from '../../../core/telemetry/trace/spans.ts';

/** Times of one POST, by the monotonic clock, and its trace context in the headers. */
export interface Arrival {
  readonly began: number;
  readonly admitted: number;
  readonly headers: TraceFields;
  /** First request of its execution environment. */
  readonly isCold: boolean;
}

let isFresh = true;

/** Of an admitted POST that came in at `began`. */
export function arrival(began: number, { traceparent, tracestate }: HeaderRecord): Arrival {
  const isCold = isFresh;
  isFresh = false;
  return {
    began,
    admitted: performance.now(),
    headers: { ...(traceparent !== undefined && { traceparent }), ...(tracestate !== undefined && { tracestate }) },
    isCold,
  };
}

/** A message, and the POST that it came in. */
export interface Traced {
  readonly described: Described;
  readonly arrival: Arrival;
}

/** The place of a message in its trace. */
export type OwnContext = TraceContext & { readonly parentId?: string };

/** A child of the message's span. Times are those of the monotonic clock. */
interface Child {
  readonly part: Exclude<SpanPart, 'message'>;
  /** Of the exchange. */
  readonly name?: string;
  readonly from: number;
  readonly to: number;
  readonly attributes?: SpanAttributes;
  readonly error?: string | undefined;
  readonly parentId?: string;
  readonly spanId?: string;
}

/** What is said of a message at its end. */
interface End {
  readonly method: 'tools/call' | 'tools/list';
  /** Of a call. */
  readonly tool?: string;
  readonly serverId: string;
  /** Stable code if it failed. */
  readonly error?: string | undefined;
}

/** The spans of one sampled message. */
export class RequestTrace {
  readonly traceId: string;
  private readonly context: OwnContext;
  private readonly traced: Traced;
  private readonly spans: SpanRecord[] = [];
  /** Milliseconds since 1970 at zero of the monotonic clock. */
  private readonly origin = Date.now() - performance.now();

  constructor(context: OwnContext, traced: Traced) {
    this.traceId = context.traceId;
    this.context = context;
    this.traced = traced;
    const { began, admitted } = traced.arrival;
    this.add({ part: 'admission', from: began, to: admitted });
  }

  protected add(given: Child): string {
    const { part, name = part, from, to, attributes = {}, error, parentId = this.context.spanId } = given;
    const { spanId = newSpanId() } = given;
    this.spans.push({
      spanId,
      parentId,
      name,
      kind: SPANS[part],
      start: this.origin + from,
      ms: Math.max(0, to - from),
      attributes: error === undefined ? attributes : { ...attributes, 'error.type': error },
      ...(error !== undefined && { error }),
    });
    return spanId;
  }

  /** A write to the audit trail. */
  async audited(write: () => Promise<void>): Promise<void> {
    const from = performance.now();
    let error: string | undefined;
    try {
      await write();
    } catch (failure) {
      error = 'audit_unavailable';
      throw failure;
    } finally {
      const attributes = { 'db.system.name': 'aws.dynamodb', 'db.operation.name': 'PutItem' };
      this.add({ part: 'audit', from, to: performance.now(), attributes, error });
    }
  }

  /** The parts so far, for the audit entry. Its own write is not among them. */
  stages(): ShownStage[] {
    const since = this.origin + this.traced.arrival.began;
    return [...this.spans]
      .sort((one, other) => one.start - other.start || other.ms - one.ms)
      .map(({ name, spanId, start, ms }) => ({
        name: this.shownName(name, spanId),
        at: Math.max(0, Math.round(start - since)),
        ms: Math.round(ms),
      }));
  }

  protected shownName(name: string, _spanId: string): string {
    return name;
  }

  /** Ends the message's span and hands the trace over. */
  finish({ method, tool, serverId, error }: End): void {
    const { traceId, context } = this;
    const { arrival: arrived, described } = this.traced;
    const transport = described.trace === undefined ? undefined : parseTrace(arrived.headers);
    const isOther = transport !== undefined && transport.spanId !== context.parentId;
    const root: SpanRecord = {
      spanId: context.spanId,
      ...(context.parentId !== undefined && { parentId: context.parentId }),
      name: tool === undefined ? method : `${method} ${tool}`,
      kind: SPANS.message,
      start: this.origin + arrived.began,
      ms: performance.now() - arrived.began,
      attributes: {
        'mcp.method.name': method,
        'mcp.protocol.version': described.era,
        ...(tool !== undefined && { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool }),
        'network.protocol.name': 'http',
        'network.transport': 'tcp',
        'faas.trigger': 'http',
        'faas.coldstart': arrived.isCold,
        'portcullis.server.id': serverId,
        ...(error !== undefined && { 'error.type': error }),
      },
      ...(error !== undefined && { error }),
      ...(isOther && { link: { traceId: transport.traceId, spanId: transport.spanId } }),
    };
    writeTrace({ traceId, spans: [root, ...this.spans] });
  }
}

/** Of a message that is no call of the API; undefined if it is not sampled. */
export function traceOfMessage(described: Described, arrived: Arrival | undefined): RequestTrace | undefined {
  if (traceRatio === undefined || !arrived) return undefined;
  const context = joinTrace(described.trace ?? arrived.headers, traceRatio);
  return context.isSampled ? new RequestTrace(context, { described, arrival: arrived }) : undefined;
}
