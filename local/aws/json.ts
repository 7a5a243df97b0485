/** AWS JSON 1.0 and 1.1: `x-amz-target` names the operation, input and output are JSON, an error has its code in `__type`. */
import type { ServerResponse } from 'node:http';
import { parsedJson } from '../../core/lib/json/parsed.ts';
import { AwsError } from './errors.ts';
import { type AwsRequest, type AwsService, type Input, JsonText } from './gateway.ts';

/** The caller of an operation. */
export type Asking = Pick<AwsRequest, 'caller'>;

/** Runs one operation; returns its output or throws AwsError. */
export type Operation = (input: Input, asking: Asking) => unknown;

/** A service whose operations are functions of their input. Other operations are refused as unknown. */
export function jsonService(name: string, operations: Readonly<Record<string, Operation>>): AwsService {
  const find = (target: string): Operation => {
    const operation = Object.hasOwn(operations, target) ? operations[target] : undefined;
    if (operation) return operation;
    throw new AwsError(400, 'UnknownOperationException', `The local ${name} has no operation ${target}.`);
  };
  return {
    name,
    async serve(request, response) {
      const operation = find(String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '');
      const input = parsedJson(request.body.toString() || '{}') as Input | undefined;
      if (input === undefined) throw new AwsError(400, 'SerializationException', 'The body is not JSON.');
      const output = await operation(input, request);
      answer(response, 200, output ?? {});
    },
    async operate(target, input, asker) {
      return (await find(target)(input, asker)) ?? {};
    },
    refuse: (error, response) =>
      answer(
        response,
        // In these protocols a denial has status 400; its code identifies it.
        error.status === 403 ? 400 : error.status,
        { __type: error.code, message: error.message, ...error.fields },
        { 'x-amzn-errortype': error.code },
      ),
  };
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** A required string member. Throws AwsError ValidationException. */
export function text(input: Input, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw new AwsError(400, 'ValidationException', `${name} is missing or no text.`);
  return value;
}

/** A blob member (base64 in JSON). */
export const blob = (input: Input, name: string): Buffer => Buffer.from(text(input, name), 'base64');
