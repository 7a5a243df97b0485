/**
 * Loaded into the local host before its own code, to make the gateway to the AWS twins fail on request. It lists the operations that
 * functions call, and makes one of them, selected by its position in that list, be throttled, fail, break off, lose its response, hang,
 * or stall in the middle of its response. Retries are the same operation and meet the same fault, except after a lost response: there the
 * retry finds what the first attempt has done. All functions use HTTP here, as on AWS, also for requests without the SDK. Controlled over
 * loopback HTTP; the port is written to the file FAULTS_FILE.
 */
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsError } from '../../local/aws/errors.ts';
import { type AwsRequest, type AwsService, Gateway } from '../../local/aws/gateway.ts';
import { StreamReader } from '../../local/twins/dynamodb/stream.ts';

export const FAULTS = ['throttled', 'failing', 'denied', 'disabled', 'down', 'lost', 'hanging', 'stalled'] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultOrder {
  /** Function, service and operation, as {@link operationOf} names them. */
  readonly operation: string;
  /** Its position among these operations since the order, from 0. */
  readonly ordinal: number;
  readonly fault: Fault;
}

export interface Told {
  /** Operations since the order, in their order. */
  readonly seen: readonly string[];
  /** Number of attempts that met the fault. */
  readonly met: number;
  /** Running operations of functions that answer people and clients. */
  readonly busy: number;
}

/** Functions that answer people and clients; their operations after the answer belong to other requests. */
const ANSWERING = /^(Management|DataPlane)/;
/** Time between two attempts of a request without the SDK, whose attempts have no common id. */
const AGAIN_MS = 1_000;
/** Maximum wait for a batch to fill, or before a retry. */
const GATHERED_MS = 500;

let seen: string[] = [];
let order: (FaultOrder & { attempt?: string; until: number; isLost?: boolean; met: number }) | undefined;
let isAnswered = false;
let busy = 0;
const counts = new Map<string, number>();

/** The fault for this attempt. Attempts of one request have the same `attempt`. */
function met(operation: string, attempt: string): Fault | undefined {
  if (isAnswered && ANSWERING.test(operation)) return undefined;
  const isAgain = order?.attempt === attempt && Date.now() < order.until;
  if (!isAgain) {
    const ordinal = counts.get(operation) ?? 0;
    counts.set(operation, ordinal + 1);
    seen.push(operation);
    if (order?.operation !== operation || order.ordinal !== ordinal || order.attempt) return undefined;
    order.attempt = attempt;
  }
  if (!order || (order.fault === 'lost' && order.isLost)) return undefined;
  order.met++;
  order.until = Number.POSITIVE_INFINITY;
  if (order.fault === 'lost') order.isLost = true;
  return order.fault;
}

/** In messages of AWS; it must reach no client and no page. */
export const PLANTED = 'arn:aws:kms:us-east-1:123456789012:key/planted-7f3a';
const REFUSALS = {
  throttled: () => new AwsError(400, 'ThrottlingException', `Rate exceeded for ${PLANTED}`),
  failing: () => new AwsError(500, 'InternalServerError', `Internal server error at ${PLANTED}`),
  denied: () => new AwsError(403, 'AccessDeniedException', `User is not authorized to perform this on ${PLANTED}`),
  disabled: () => new AwsError(400, 'DisabledException', `${PLANTED} is disabled.`),
};
const isRefusal = (fault: Fault): fault is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, fault);

function operationOf(service: string, { method, path, query, headers, caller }: AwsRequest): string {
  const name = caller.functionName.replace(/[0-9A-F]{8}$/, '');
  const target = String(headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  if (target) return `${name} ${service} ${target}`;
  if (service === 'S3')
    return `${name} S3 ${method} ${[...query.keys()].filter((key) => !key.startsWith('x-')).join(' ')}`.trim();
  const last = path
    .replace(/\/functions\/[^/]+/, '')
    .split('/')
    .at(-1);
  return `${name} ${service} ${method} ${service === 'IOT_DATA_PLANE' ? 'publish' : last}`;
}

/** Sends the head and half of the response, then nothing. */
function stall(response: ServerResponse): void {
  const { write } = response;
  let isHalf = false;
  const half = (chunk: unknown): boolean => {
    if (isHalf || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return true;
    isHalf = true;
    const bytes = Buffer.from(chunk as Uint8Array);
    return write.call(response, bytes.subarray(0, Math.floor(bytes.length / 2)), 'utf8', undefined);
  };
  response.write = half as typeof response.write;
  response.end = ((chunk: unknown) => {
    half(chunk);
    response.flushHeaders();
    return response;
  }) as typeof response.end;
}

function faulty(service: AwsService): AwsService {
  return {
    ...service,
    refuse: (error, response) => service.refuse(error, response),
    async serve(request, response) {
      const operation = operationOf(service.name, request);
      const named = request.headers['amz-sdk-invocation-id'];
      const fault = met(operation, String(named ?? hash('sha256', request.path + request.body.toString('latin1'))));
      if (ANSWERING.test(operation)) {
        busy++;
        response.once('close', () => busy--);
      }
      if (!fault) return service.serve(request, response);
      const current = order;
      if (!named && current)
        response.once('close', () => {
          current.until = Date.now() + AGAIN_MS;
        });
      if (isRefusal(fault)) throw REFUSALS[fault]();
      if (fault === 'stalled') {
        stall(response);
        return service.serve(request, response);
      }
      if (fault === 'lost') {
        await service.serve(request, new ServerResponse(response.req)).catch(() => undefined);
      }
      if (fault !== 'hanging') response.destroy();
    },
  };
}

const { add, listen } = Gateway.prototype;
Gateway.prototype.add = function (service) {
  add.call(this, faulty(service));
};
Gateway.prototype.listen = function () {
  // Without the channel, requests without the SDK use HTTP as well.
  Object.assign(this, { channel: undefined });
  return listen.call(this);
};

/** Shortens the minute in which the archiver waits for a batch to fill. */
const reader = StreamReader.prototype as unknown as { wait(ms: number): void };
const { wait } = reader;
reader.wait = function (ms) {
  wait.call(this, Math.min(ms, GATHERED_MS));
};

const control = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const told: Told = { seen, met: order?.met ?? 0, busy };
    if (request.url === '/answered') isAnswered = true;
    if (request.url === '/order') {
      const text = Buffer.concat(chunks).toString();
      order = text ? { ...(JSON.parse(text) as FaultOrder), until: 0, met: 0 } : undefined;
      isAnswered = false;
      seen = [];
      counts.clear();
    }
    response.end(JSON.stringify(told));
  });
});
control.listen(0, '127.0.0.1', () => {
  writeFileSync(process.env['FAULTS_FILE'] as string, String((control.address() as AddressInfo).port));
});
control.unref();
