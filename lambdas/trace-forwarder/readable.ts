/** Turns logged spans into those of OpenTelemetry's SDK, which its serializers take. */
import type { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { SpanKind, SpanRecord, TraceRecord } from '../../core/telemetry/trace/spans.ts';

/** A span as the serializers of OTLP take it. */
export type ReadableSpan = Parameters<(typeof ProtobufTraceSerializer)['serializeRequest']>[0][number];

/** SpanKind and SpanStatusCode of OpenTelemetry's API. */
const KINDS: Readonly<Record<SpanKind, number>> = { internal: 0, server: 1, client: 2 };
const STATUS = { unset: 0, error: 2 };
const SAMPLED = 1;

/** Whole seconds and nanoseconds. */
const hrTime = (ms: number): [number, number] => {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
};

/** Of one call. `service`: the function that logged them. */
export const readableSpans = ({ traceId, spans }: TraceRecord, service: string): ReadableSpan[] =>
  spans.map((span) => readable(traceId, span, service));

function readable(traceId: string, span: SpanRecord, functionName: string): ReadableSpan {
  const { spanId, parentId, name, kind, start, ms, attributes, error, link } = span;
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => ({ traceId, spanId, traceFlags: SAMPLED }),
    ...(parentId !== undefined && { parentSpanContext: { traceId, spanId: parentId, traceFlags: SAMPLED } }),
    startTime: hrTime(start),
    endTime: hrTime(start + ms),
    duration: hrTime(ms),
    status: { code: error === undefined ? STATUS.unset : STATUS.error },
    attributes: { ...attributes },
    links: link ? [{ context: { ...link, traceFlags: SAMPLED } }] : [],
    events: [],
    ended: true,
    resource: resourceOf(functionName),
    instrumentationScope: { name: 'portcullis' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

type Resource = ReadableSpan['resource'];
const resources = new Map<string, Resource>();

/** One object for each function: the serializers group spans by it. */
function resourceOf(functionName: string): Resource {
  let resource = resources.get(functionName);
  if (!resource) {
    const attributes = {
      'service.name': process.env['TRACES_SERVICE'] ?? 'portcullis',
      'cloud.provider': 'aws',
      'cloud.platform': 'aws_lambda',
      'cloud.region': process.env['AWS_REGION'] ?? '',
      'faas.name': functionName,
    };
    resource = {
      attributes,
      asyncAttributesPending: false,
      merge: () => resourceOf(functionName),
      getRawAttributes: () => Object.entries(attributes),
    };
    resources.set(functionName, resource);
  }
  return resource;
}
