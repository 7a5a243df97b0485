/**
 * An OTLP/HTTP receiver that knows nothing of the sender's code: a TLS server, and messages read by protobufjs with the field numbers of
 * opentelemetry-proto 1.x (trace/v1/trace.proto).
 */
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';
import { type RecordedRequest, startUpstream, type Upstream } from './upstream.ts';

const PROTO = `
syntax = "proto3";
message Request { repeated ResourceSpans resourceSpans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopeSpans = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { Scope scope = 1; repeated Span spans = 2; }
message Scope { string name = 1; string version = 2; }
message Span {
  bytes traceId = 1; bytes spanId = 2; string traceState = 3; bytes parentSpanId = 4; string name = 5; int32 kind = 6;
  fixed64 startTimeUnixNano = 7; fixed64 endTimeUnixNano = 8; repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
}
message Link { bytes traceId = 1; bytes spanId = 2; }
message Status { string message = 2; int32 code = 3; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string stringValue = 1; bool boolValue = 2; int64 intValue = 3; double doubleValue = 4; } }
`;
const Request = protobuf.parse(PROTO).root.lookupType('Request');

/** SpanKind of OTLP: 1 internal, 2 server, 3 client. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** StatusCode: 2 is an error. */
  readonly status: number;
}

export interface Collector {
  readonly upstream: Upstream;
  /** All spans so far. */
  spans(): ReceivedSpan[];
  /** Everything that came, as text. */
  text(): string;
}

/** @param failures how many requests are answered with 503 first */
export async function startCollector({ host = 'otlp.example', failures = 0 } = {}): Promise<Collector> {
  let left = failures;
  const upstream = await startUpstream({
    host,
    respond: () =>
      left-- > 0 ? { status: 503 } : { status: 200, headers: { 'content-type': 'application/x-protobuf' } },
  });
  return {
    upstream,
    spans: () => upstream.requests.slice(failures).flatMap(spansOf),
    text: () =>
      upstream.requests
        .map((request) => `${request.headers.join('\n')}\n${bodyOf(request).toString('latin1')}`)
        .join('\n'),
  };
}

const bodyOf = (request: RecordedRequest): Buffer =>
  request.all('content-encoding')[0] === 'gzip' ? gunzipSync(request.body) : request.body;

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function spansOf(request: RecordedRequest): ReceivedSpan[] {
  const message = Request.decode(bodyOf(request));
  const { resourceSpans = [] } = Request.toObject(message, { bytes: Array, longs: String }) as {
    resourceSpans?: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: Record<string, unknown>[] }[] }[];
  };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: hex(span['traceId']),
        spanId: hex(span['spanId']),
        parentSpanId: hex(span['parentSpanId']),
        name: String(span['name']),
        kind: Number(span['kind']),
        startMs: Number(BigInt(String(span['startTimeUnixNano'])) / 1_000n) / 1_000,
        endMs: Number(BigInt(String(span['endTimeUnixNano'])) / 1_000n) / 1_000,
        attributes: record(span['attributes'] as KeyValue[] | undefined),
        resource: record(resource.attributes),
        links: ((span['links'] ?? []) as Record<string, unknown>[]).map((link) => ({
          traceId: hex(link['traceId']),
          spanId: hex(link['spanId']),
        })),
        status: Number((span['status'] as { code?: number } | undefined)?.code ?? 0),
      })),
    ),
  );
}

const hex = (bytes: unknown): string => Buffer.from((bytes ?? []) as number[]).toString('hex');

const record = (attributes: readonly KeyValue[] = []): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [[kind, plain] = ['', undefined]] = Object.entries(value);
      return [key, kind === 'intValue' ? Number(plain) : plain];
    }),
  );
