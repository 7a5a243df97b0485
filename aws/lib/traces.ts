/**
 * Traces of calls and lists. A function that answers clients opens no connection for them and waits for nothing: the finished spans of a
 * message are one log line, which a subscription filter of CloudWatch Logs hands to the forwarder (lambdas/trace-forwarder), and that sends them
 * to X-Ray or an OTLP endpoint. Off unless the owner switches it on (`traces` in lib/config.ts).
 */
import type { TraceRecord } from '../../core/telemetry/trace/spans.ts';
import { logSpans } from './log.ts';

const given = Number(process.env['TRACES'] || Number.NaN);

/** The share of traces that begin here and are recorded, 0 to 1; undefined when traces are off. */
export const traceRatio: number | undefined = given >= 0 && given <= 1 ? given : undefined;

/** Writes the spans of one message. */
export const writeTrace = (record: TraceRecord): void => logSpans(record);
