/**
 * The trace of one tool call, as far as it is asked for: the spans, if the call is sampled, and the headers for the upstream, if the owner
 * passes trace context on. The spans of the sandbox are built here from the durations that it reports.
 */
import { traceRatio } from '../../../aws/lib/traces.ts';
import type { CallEntry } from '../../../core/audit/entry.ts';
import type { Described } from '../../../core/mcp/protocol.ts';
import type { Bundle, BundleTool } from '../../../core/model/bundle.ts';
import { joinTrace, newSpanId, parseTrace, traceHeaders } from '../../../core/telemetry/trace/context.ts';
import { checkedTiming, httpDestination } from '../../../core/telemetry/trace/spans.ts';
import { type Arrival, type OwnContext, RequestTrace, type Traced } from '../trail/requestTrace.ts';

/** A call of an API. */
interface TracedCall {
  readonly bundle: Bundle;
  readonly described: Described;
  readonly arrival?: Arrival | undefined;
}

/** The spans of one sampled call. */
export class CallTrace extends RequestTrace {
  private readonly bundle: Bundle;
  private readonly tool: BundleTool;
  /** Of the exchange with the upstream, which hears of it before it has ended. */
  readonly upstreamId = newSpanId();

  constructor(context: OwnContext, traced: Traced, bundle: Bundle, tool: BundleTool) {
    super(context, traced);
    this.bundle = bundle;
    this.tool = tool;
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
          ...httpDestination(this.tool.program, this.bundle.upstream.baseUrl),
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

  protected override shownName(name: string, spanId: string): string {
    return spanId === this.upstreamId ? 'upstream' : name;
  }

  /** Ends the call's span and hands the trace over. */
  end({ errorCode, serverId, outcome }: Pick<CallEntry, 'errorCode' | 'serverId' | 'outcome'>): void {
    const error = outcome === 'ok' ? undefined : (errorCode ?? 'tool_error');
    this.finish({ method: 'tools/call', tool: this.tool.name, serverId, error });
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
export function traceOf(traced: TracedCall, tool: BundleTool): Tracing {
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
  const trace = context.isSampled
    ? new CallTrace(context, { described, arrival: arrived }, traced.bundle, tool)
    : undefined;
  const spanId = trace?.upstreamId ?? context.spanId;
  return {
    ...(trace && { trace }),
    ...(isPassed && { headers: traceHeaders({ ...context, spanId }) }),
  };
}
