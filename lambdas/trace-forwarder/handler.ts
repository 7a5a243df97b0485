/**
 * Sends the spans that mcp-rpc has logged to X-Ray or to the owner's OTLP endpoint. A subscription filter of CloudWatch Logs invokes it
 * beside all calls, so no call waits for a collector. An OTLP endpoint is reached by the guarded client, and nothing else is. If sending
 * fails, Lambda invokes it twice more; what fails then is lost, and the log line stays.
 */
import { gunzipSync } from 'node:zlib';
import { logError } from '../../aws/lib/log.ts';
import { SPANS_EVENT, type TraceRecord } from '../../core/telemetry/trace/spans.ts';
import { readableSpans } from './readable.ts';
import { send } from './send.ts';

/** What CloudWatch Logs sends: base64 of gzipped JSON. */
interface LogsEvent {
  readonly awslogs: { readonly data: string };
}

interface LogsData {
  readonly messageType: string;
  readonly logEvents: ReadonlyArray<{ readonly message: string }>;
}

/** Most of a batch after unpacking; CloudWatch sends up to 1 MB of gzip. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Forwards one batch. Rejects where sending it again may help. */
export async function handler({ awslogs }: LogsEvent): Promise<void> {
  const text = gunzipSync(Buffer.from(awslogs.data, 'base64'), { maxOutputLength: MAX_BYTES }).toString();
  const { messageType, logEvents } = JSON.parse(text) as LogsData;
  if (messageType !== 'DATA_MESSAGE') return;
  const spans = logEvents.flatMap(({ message }) => spansIn(message));
  if (spans.length > 0) await send(spans);
}

/** The Lambda runtime writes time and request id before the JSON of a line. */
function spansIn(message: string) {
  try {
    const line = JSON.parse(message.slice(message.indexOf('{'))) as {
      readonly message?: string;
      readonly service?: string;
      readonly trace?: TraceRecord;
    };
    return line.message === SPANS_EVENT && line.trace ? readableSpans(line.trace, line.service ?? '') : [];
  } catch {
    logError('spans_not_read', { reason: 'line_invalid' });
    return [];
  }
}
