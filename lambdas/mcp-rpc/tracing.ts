/**
 * The trace of one tool call, as far as it is asked for: the spans, if the call is sampled, and the headers for the upstream, if the owner
 * passes trace context on. The spans of the sandbox are built here from the durations that it reports. Nothing is sent; the finished trace
 * is one log line (aws/traces.ts). Names are those of OpenTelemetry's semantic conventions (design/monitoring.md).
 */
import { traceRatio, writeTrace } from '../../aws/traces.ts';
import type { CallEntry } from '../../core/audit/entry.ts';
import type { Bundle, BundleTool } from '../../core/bundle/model.ts';
import type { Described, HeaderRecord } from '../../core/mcp/protocol.ts';
import {
  joinTrace,
  newSpanId,
  parseTrace,
  type TraceContext,
  type TraceFields,
  traceHeaders,
} from '../../core/trace/context.ts';
import {
  checkedTiming,
  httpDestination,
  type ShownStage,
  SPANS,
  type SpanAttributes,
  type SpanPart,
  type SpanRecord,
} from '../../core/trace/spans.ts';

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

interface Traced {
  readonly bundle: Bundle;
  readonly described: Described;
  readonly arrival?: Arrival | undefined;
}

/** The spans of one sampled call. */
export class CallTrace {
  readonly traceId: string;
  private readonly context: TraceContext & { readonly parentId?: string };
  private readonly traced: Traced & { readonly arrival: Arrival };
  private readonly tool: BundleTool;
  private readonly spans: SpanRecord[] = [];
  /** Of the exchange with the upstream, which hears of it before it has ended. */
  readonly upstreamId = newSpanId();
  /** Milliseconds since 1970 at zero of the monotonic clock. */
  private readonly origin = Date.now() - performance.now();

  constructor(context: CallTrace['context'], traced: CallTrace['traced'], tool: BundleTool) {
    this.traceId = context.traceId;
    this.context = context;
    this.traced = traced;
    this.tool = tool;
    const { began, admitted } = traced.arrival;
    this.add({ part: 'admission', from: began, to: admitted });
  }

  /** Adds a child of the call's span. Times are those of the monotonic clock. */
  private add(given: {
    readonly part: Exclude<SpanPart, 'call'>;
    /** Of the exchange. */
    readonly name?: string;
    readonly from: number;
    readonly to: number;
    readonly attributes?: SpanAttributes;
    readonly error?: string | undefined;
    readonly parentId?: string;
    readonly spanId?: string;
  }): string {
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

  /**
   * The invocation of the sandbox, with what it measured. The clocks of two machines differ, so its times are laid into the middle of the
   * time that was waited for it.
   */
  sandbox(from: number, timing: unknown, { status, errorCode, bytesIn, redactedFields, truncations }: Finishing): void {
    const to = performance.now();
    const measured = checkedTiming(timing);
    const parentId = this.add({
      part: 'sandbox',
      from,
      to,
      attributes: {
        'faas.invoked_name': process.env['FUNCTION_SANDBOX'] ?? '',
        'faas.invoked_provider': 'aws',
        'faas.invoked_region': process.env['AWS_REGION'] ?? '',
        ...(measured && { 'faas.coldstart': measured.isCold === true }),
      },
      ...(measured === undefined && { error: errorCode }),
    });
    if (!measured) return;
    const begun = from + Math.max(0, (to - from - measured.ms) / 2);
    const { upstream, governance } = measured;
    if (upstream) {
      const failed = status === undefined ? errorCode : status >= 400 ? String(status) : undefined;
      this.add({
        part: 'exchange',
        name: `${this.tool.program.verb} ${this.tool.program.path}`,
        from: begun + upstream.at,
        to: begun + upstream.at + upstream.ms,
        attributes: {
          ...httpDestination(this.tool.program, this.traced.bundle.upstream.baseUrl),
          ...(status !== undefined && { 'http.response.status_code': status, 'http.response.body.size': bytesIn }),
        },
        error: failed,
        parentId,
        spanId: this.upstreamId,
      });
    }
    if (!governance) return;
    this.add({
      part: 'governance',
      from: begun + governance.at,
      to: begun + governance.at + governance.ms,
      attributes: { 'portcullis.redactions': redactedFields, 'portcullis.truncations': truncations.length },
      parentId,
    });
  }

  /** The parts so far, for the audit entry. Its own write is not among them. */
  stages(): ShownStage[] {
    const since = this.origin + this.traced.arrival.began;
    return [...this.spans]
      .sort((one, other) => one.start - other.start || other.ms - one.ms)
      .map(({ name, spanId, start, ms }) => ({
        name: spanId === this.upstreamId ? 'upstream' : name,
        at: Math.max(0, Math.round(start - since)),
        ms: Math.round(ms),
      }));
  }

  /** Ends the call's span and hands the trace over. */
  end({ errorCode, serverId, outcome }: Pick<CallEntry, 'errorCode' | 'serverId' | 'outcome'>): void {
    const { traceId, context, tool } = this;
    const { arrival: arrived, described } = this.traced;
    const error = outcome === 'ok' ? undefined : (errorCode ?? 'tool_error');
    const transport = described.trace === undefined ? undefined : parseTrace(arrived.headers);
    const isOther = transport !== undefined && transport.spanId !== context.parentId;
    const root: SpanRecord = {
      spanId: context.spanId,
      ...(context.parentId !== undefined && { parentId: context.parentId }),
      name: `tools/call ${tool.name}`,
      kind: SPANS.call,
      start: this.origin + arrived.began,
      ms: performance.now() - arrived.began,
      attributes: {
        'mcp.method.name': 'tools/call',
        'mcp.protocol.version': described.era,
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool.name,
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

type Finishing = Pick<CallEntry, 'status' | 'errorCode' | 'bytesIn' | 'redactedFields' | 'truncations'>;

/** How a call is traced. */
export interface Tracing {
  /** If the call is sampled. */
  readonly trace?: CallTrace;
  /** Headers for the upstream, if the owner passes trace context on and there is any. */
  readonly headers?: ReadonlyArray<readonly [string, string]>;
}

const NONE: Tracing = {};

/** The message's own context comes first, then that of its HTTP request (OpenTelemetry, MCP, context propagation). */
export function traceOf(traced: Traced, tool: BundleTool): Tracing {
  const isPassed = traced.bundle.upstream.traceContext === true;
  if (traceRatio === undefined && !isPassed) return NONE;
  const { arrival: arrived, described } = traced;
  const fields = described.trace ?? arrived?.headers ?? {};
  if (traceRatio === undefined || !arrived) {
    // Nothing is recorded here, so what the client sent is passed on as it is (W3C Trace Context, section 2.2).
    const parent = parseTrace(fields);
    return parent ? { headers: traceHeaders(parent) } : NONE;
  }
  const context = joinTrace(fields, traceRatio);
  const trace = context.isSampled ? new CallTrace(context, { ...traced, arrival: arrived }, tool) : undefined;
  const spanId = trace?.upstreamId ?? context.spanId;
  return {
    ...(trace && { trace }),
    ...(isPassed && { headers: traceHeaders({ ...context, spanId }) }),
  };
}
