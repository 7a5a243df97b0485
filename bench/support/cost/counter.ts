/**
 * Loaded into the local stack before its own code (`--import`): counts what AWS would charge for. Operations of the twins by function, with
 * the capacity units of DynamoDB; invocations by function; bytes that functions write to their logs. SIGUSR2 writes the counts to the file
 * in COST_COUNTS and starts anew.
 */
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type AwsRequest, type AwsService, Gateway } from '../../../local/aws/gateway.ts';
import { FunctionPool } from '../../../local/functions/pool.ts';
import { FunctionLog } from '../../../local/functions/runtime/log.ts';
import { unitsOf } from './capacity.ts';

let counts: Record<string, number> = {};
const count = (what: string, by = 1) => {
  counts[what] = (counts[what] ?? 0) + by;
};

function record(service: string, operation: string, caller: string, input: unknown, output: unknown): void {
  count(`operation ${service} ${operation} ${caller}`);
  if (service !== 'DYNAMODB') return;
  const { read, write } = unitsOf(operation, input as object, (output ?? {}) as object);
  if (read > 0) count('unit DYNAMODB read', read);
  if (write > 0) count('unit DYNAMODB write', write);
}

function counted(service: AwsService): AwsService {
  const { name } = service;
  return {
    ...service,
    name,
    refuse: service.refuse.bind(service),
    serve(request, response) {
      const output = bodyOf(response);
      response.once('finish', () => {
        const input = name === 'DYNAMODB' ? JSON.parse(request.body.toString() || '{}') : {};
        record(name, operationOf(name, request), request.caller.functionName, input, output());
      });
      return service.serve(request, response);
    },
    ...(service.operate && {
      operate: async (operation: string, input: Readonly<Record<string, unknown>>, asker) => {
        const output = await service.operate?.(operation, input, asker);
        record(name, operation, asker.caller.functionName, input, output);
        return output;
      },
    }),
  };
}

/** The JSON protocols name the operation in a header, the others by method and path. */
function operationOf(service: string, { method, path, headers }: AwsRequest): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.lastIndexOf('.') + 1);
  return service === 'S3' ? method : `${method} ${path.split('/')[1]}`;
}

/** Reads what is written to a response; JSON, or nothing. */
function bodyOf(response: ServerResponse): () => unknown {
  const chunks: Buffer[] = [];
  const { end } = response;
  response.end = ((...args: unknown[]) => {
    const [chunk] = args;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
    return Reflect.apply(end, response, args);
  }) as typeof response.end;
  return () => {
    try {
      return JSON.parse(Buffer.concat(chunks).toString());
    } catch {
      return {};
    }
  };
}

const { add } = Gateway.prototype;
Gateway.prototype.add = function (service) {
  add.call(this, counted(service));
};

const { invoke } = FunctionPool.prototype;
FunctionPool.prototype.invoke = function (...args) {
  count(`invocation ${this.definition.logicalId}`);
  return invoke.apply(this, args);
};

const { write } = FunctionLog.prototype;
FunctionLog.prototype.write = function (chunk) {
  count('log bytes', chunk.length);
  count('log lines');
  return write.call(this, chunk);
};

process.on('SIGUSR2', () => {
  writeFileSync(process.env['COST_COUNTS'] as string, JSON.stringify(counts));
  counts = {};
});
