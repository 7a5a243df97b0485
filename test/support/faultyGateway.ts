/**
 * Loaded into the local host before its own code: the gateway to the twins of AWS then fails where it is told to. It lists the
 * operations that functions ask for, and lets one of them, told by its place in that list, be throttled, fail, break off, be done
 * with its answer lost, or hang. What the SDK tries again is the same operation and meets the same fault, but for a lost answer: there
 * the second try finds what the first has done. Ordered over loopback HTTP; the port goes into the file FAULTS_FILE.
 */
import { writeFileSync } from 'node:fs';
import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsError } from '../../local/aws/errors.ts';
import { type Asker, type AwsRequest, type AwsService, Gateway } from '../../local/aws/gateway.ts';
import type { Input } from '../../local/aws/json.ts';

export const FAULTS = ['throttled', 'failing', 'down', 'lost', 'hanging'] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultOrder {
  /** Service and operation, as {@link operationOf} names them. */
  readonly operation: string;
  /** Which of those since the order, from 0. */
  readonly ordinal: number;
  readonly fault: Fault;
}

let seen: string[] = [];
let order: (FaultOrder & { invocation?: string; isLost?: boolean; met: number }) | undefined;
const counts = new Map<string, number>();

/** The fault that this attempt meets. */
function met(operation: string, invocation: string): Fault | undefined {
  const isAgain = order?.invocation === invocation;
  if (!isAgain) {
    const ordinal = counts.get(operation) ?? 0;
    counts.set(operation, ordinal + 1);
    seen.push(operation);
    if (order?.operation !== operation || order.ordinal !== ordinal || order.invocation) return undefined;
    order.invocation = invocation;
  }
  if (!order || (order.fault === 'lost' && order.isLost)) return undefined;
  order.met++;
  if (order.fault === 'lost') order.isLost = true;
  return order.fault;
}

const REFUSALS = {
  throttled: () => new AwsError(400, 'ThrottlingException', 'Rate exceeded'),
  failing: () => new AwsError(500, 'InternalServerError', 'Internal server error'),
};

function operationOf(service: string, { method, path, query, headers }: AwsRequest): string {
  const target = String(headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  if (target) return `${service} ${target}`;
  if (service === 'S3')
    return `S3 ${method} ${[...query.keys()].filter((key) => !key.startsWith('x-')).join(' ')}`.trim();
  return `${service} ${method} ${path
    .replace(/\/functions\/[^/]+/, '')
    .split('/')
    .at(-1)}`;
}

function faulty(service: AwsService): AwsService {
  const { operate } = service;
  return {
    name: service.name,
    refuse: (error, response) => service.refuse(error, response),
    async serve(request, response) {
      const invocation = String(request.headers['amz-sdk-invocation-id'] ?? Math.random());
      const fault = met(operationOf(service.name, request), invocation);
      if (!fault) return service.serve(request, response);
      if (fault === 'throttled' || fault === 'failing') throw REFUSALS[fault]();
      if (fault === 'lost') {
        await service.serve(request, new ServerResponse(response.req)).catch(() => undefined);
      }
      if (fault !== 'hanging') response.destroy();
    },
    ...(operate && {
      async operate(operation: string, input: Input, asker: Asker) {
        const fault = met(`${service.name} ${operation}`, String(Math.random()));
        // There is no connection that could break or hang.
        if (fault === 'throttled') throw REFUSALS.throttled();
        if (fault && fault !== 'lost') throw REFUSALS.failing();
        const output = await operate.call(service, operation, input, asker);
        if (fault) throw REFUSALS.failing();
        return output;
      },
    }),
  };
}

const { add } = Gateway.prototype;
Gateway.prototype.add = function (service) {
  add.call(this, faulty(service));
};

const control = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const told = { seen, met: order?.met ?? 0 };
    if (request.method === 'POST') {
      const text = Buffer.concat(chunks).toString();
      order = text ? { ...(JSON.parse(text) as FaultOrder), met: 0 } : undefined;
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
