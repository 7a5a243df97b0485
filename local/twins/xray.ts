/**
 * The X-Ray twin: takes spans at its OTLP endpoint, with the limits of AWS, and appends them to a file in the data folder, one request a
 * line, where a person can look at them.
 */
import { AwsError } from '../aws/errors.ts';
import type { AwsService } from '../aws/gateway.ts';
import type { LogSink } from '../functions/runtime/log.ts';

/** CloudWatch, OTLP endpoints: limits of the traces endpoint. */
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_SPANS = 10_000;

interface TracesData {
  readonly resourceSpans?: ReadonlyArray<{
    readonly scopeSpans?: ReadonlyArray<{ readonly spans?: readonly unknown[] }>;
  }>;
}

/** `taken` gets what was accepted. */
export function xrayService(taken: LogSink): AwsService {
  return {
    name: 'XRAY',
    async serve({ method, path, headers, body, caller }, response) {
      if (method !== 'POST' || path !== '/v1/traces') {
        throw new AwsError(404, 'UnknownOperationException', `The local X-Ray has no ${method} ${path}.`);
      }
      caller.demand('xray:PutTraceSegments', '*');
      if (headers['content-type'] !== 'application/json') {
        throw new AwsError(415, 'UnsupportedMediaTypeException', 'The local X-Ray takes OTLP as JSON.');
      }
      const count = body.length > MAX_BYTES ? Number.POSITIVE_INFINITY : spansIn(body);
      if (count > MAX_SPANS) throw new AwsError(400, 'InvalidRequestException', 'The request is too large.');
      taken.write(Buffer.concat([body, Buffer.from('\n')]));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
    refuse({ status, code, message }, response) {
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': code })
        .end(JSON.stringify({ message }));
    },
  };
}

function spansIn(body: Buffer): number {
  try {
    const { resourceSpans = [] } = JSON.parse(body.toString()) as TracesData;
    return resourceSpans
      .flatMap(({ scopeSpans = [] }) => scopeSpans)
      .reduce((sum, { spans = [] }) => sum + spans.length, 0);
  } catch {
    throw new AwsError(400, 'InvalidRequestException', 'The request is no OTLP as JSON.');
  }
}
