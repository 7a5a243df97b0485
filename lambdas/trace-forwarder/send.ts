/**
 * OTLP/HTTP: to X-Ray as JSON, signed by the function's role; to any other endpoint as gzipped protobuf, the encoding that every receiver
 * has to take, with the headers of the owner's secret. Throws where the receiver says that sending again may help.
 */
import { gzipSync } from 'node:zlib';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { sendDirect } from '../../aws/direct/request.ts';
import { AwsRefusal } from '../../aws/lib/errors.ts';
import { logError, reasonOf } from '../../aws/lib/log.ts';
import { type EgressClient, postingClient } from '../../egress/index.ts';
import type { ReadableSpan } from './readable.ts';

/** X-Ray takes 10,000 spans and 5 MB in a request. */
const AT_ONCE = 1_000;
const PATIENCE_MS = 10_000;
/** OTLP specification, failures: the answers after which a client may send again. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends all spans. */
export async function send(spans: readonly ReadableSpan[]): Promise<void> {
  const endpoint = process.env['OTLP_ENDPOINT'];
  for (let at = 0; at < spans.length; at += AT_ONCE) {
    const part = spans.slice(at, at + AT_ONCE);
    if (endpoint) await toEndpoint(endpoint, part);
    else await toXRay(part);
  }
}

async function toXRay(spans: ReadableSpan[]): Promise<void> {
  const body = Buffer.from(JsonTraceSerializer.serializeRequest(spans) ?? []).toString();
  const headers = { 'content-type': 'application/json' };
  try {
    await sendDirect(
      { service: 'xray', path: '/v1/traces', headers, body, isRepeatable: true, patienceMs: PATIENCE_MS },
      () => {},
    );
  } catch (error) {
    if (!(error instanceof AwsRefusal) || error.isThrottling || error.status >= 500) throw error;
    logError('spans_refused', { reason: error.name, status: error.status });
  }
}

let client: EgressClient | undefined;

async function toEndpoint(endpoint: string, spans: ReadableSpan[]): Promise<void> {
  client ??= postingClient(endpoint, PATIENCE_MS);
  const { status } = await client.request({
    method: 'POST',
    url: endpoint,
    headers: [
      ['content-type', 'application/x-protobuf'],
      ['content-encoding', 'gzip'],
      ['user-agent', 'portcullis/1'],
      ...ownerHeaders(),
    ],
    body: gzipSync(ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array()),
    keepBytes: 64 * 1024,
  });
  if (RETRYABLE.has(status)) {
    throw new Error(`The OTLP endpoint answered with status ${status}.`);
  }
  if (status < 200 || status > 299) logError('spans_refused', { reason: 'status', status });
}

/** From the owner's secret; a value that is no object of texts is reported and left out. */
function ownerHeaders(): [string, string][] {
  const text = process.env['OTLP_HEADERS'];
  if (!text) return [];
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : []));
  } catch (error) {
    logError('otlp_headers_not_read', { reason: reasonOf(error) });
    return [];
  }
}
