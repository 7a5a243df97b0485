/**
 * AWS for code that uses no SDK (aws/direct): answers by operation, in the role of a local host. Operations without an answer here go
 * to the configured endpoint: to the tables that are there in this process (tables.ts), else over the network, unsigned.
 */
import type { HostOutcome, HostRequest, HostWay } from '../../aws/direct/host.ts';
import { AwsError } from '../../local/aws/errors.ts';

type Input = Record<string, unknown>;
/** The output; for a streaming invocation its pieces and its end. Throws errors made by {@link fault}. */
export type Answer = (input: Input) => unknown;

export interface DirectAws {
  on(operation: string, answer: Answer): void;
  /** The inputs of an operation so far. */
  calls(operation: string): Input[];
  reset(): void;
}

const STREAMING = 'InvokeWithResponseStream';
const HOST = Symbol.for('portcullis.aws.host');

Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secret' });

/** An error response of AWS. */
export const fault = (name: string, status = 400) => Object.assign(new Error(name), { name, status });

/** Runs an operation over JSON. Throws AwsError. */
export type Operate = (operation: string, input: object) => Promise<object>;

/** Services in this process, by the address at which they would listen. */
export const operators = new Map<string, Operate>();

/** Hands a request to the service at an address in this process. */
export async function passedOn(url: string, operation: string, input: object): Promise<object> {
  const operate = operators.get(url);
  if (!operate) throw new Error(`Nothing is at ${url}.`);
  try {
    return await operate(operation, input);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const { code, status, message } = error;
    throw Object.assign(fault(code.split('#').at(-1) ?? '', status), { message });
  }
}

type Streamed = AsyncGenerator<Uint8Array, object>;

/** Answers that `reset` leaves, of stores such as memoryAws.ts. */
const lastingAnswers = new Map<string, Answer>();
export const lasting = (operation: string, answer: Answer): void => void lastingAnswers.set(operation, answer);

/** Whether the process answers direct requests. */
export const isDirect = (): boolean => HOST in globalThis;

export function directAws(): DirectAws {
  const answers = new Map<string, Answer>();
  const calls: Array<{ operation: string; input: Input }> = [];
  const way: HostWay = {
    async perform(request, onPiece, signal) {
      const { operation } = request;
      const address = endpointOf(request);
      const tables: Answer | undefined = operators.has(address)
        ? (input) => passedOn(address, operation, input)
        : undefined;
      const answer = answers.get(operation) ?? lastingAnswers.get(operation) ?? tables;
      if (!answer) return overNetwork(request);
      // Copied, as a connection would do.
      const given = JSON.parse(JSON.stringify(request.input)) as Input;
      const input = operation === STREAMING ? (JSON.parse(given['Payload'] as string) as Input) : given;
      calls.push({ operation, input });
      const gone = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      const run = async (): Promise<HostOutcome> => {
        try {
          const output = await answer(input);
          // As the local host answers it.
          if (operation === 'BatchGetItem') return { json: JSON.stringify(output) };
          if (operation !== STREAMING) return { output: JSON.parse(JSON.stringify(output)) };
          const pieces = output as Streamed;
          for (;;) {
            const { done, value } = await pieces.next();
            if (done) return { output: value ?? {} };
            if (!signal?.aborted) onPiece(value as Uint8Array);
          }
        } catch (error) {
          const { name, message, status } = error as ReturnType<typeof fault>;
          if (status === undefined) throw error;
          return { refusal: { name, status, message } };
        }
      };
      return Promise.race([run(), gone]);
    },
  };
  Object.defineProperty(globalThis, HOST, { value: way, configurable: true });
  return {
    on: (operation, answer) => void answers.set(operation, answer),
    calls: (operation) => calls.filter((each) => each.operation === operation).map(({ input }) => input),
    reset() {
      answers.clear();
      calls.length = 0;
    },
  };
}

const TARGETS: Readonly<Record<string, string>> = {
  dynamodb: 'DynamoDB_20120810',
  kms: 'TrentService',
  cognito_identity_provider: 'AWSCognitoIdentityProviderService',
};

const endpointOf = ({ service }: HostRequest) => String(process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`]);

async function overNetwork(request: HostRequest): Promise<HostOutcome> {
  const { service, operation, input, accessKeyId } = request;
  const answer = await fetch(endpointOf(request), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${TARGETS[service]}.${operation}`,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20261121/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
      'x-amz-date': '20261121T000000Z',
    },
    body: JSON.stringify(input),
  });
  const output = (await answer.json()) as { __type?: string; message?: string };
  if (answer.ok) return { output };
  const { __type = 'Unknown', message = '' } = output;
  return { refusal: { name: __type.split('#').at(-1) as string, status: answer.status, message } };
}

/** A streamed response of the bytes in pieces of `size`; with `details` it ends as a failed function does. */
export async function* streamed(bytes: Uint8Array, size = bytes.length, details?: string): Streamed {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  return details === undefined ? {} : { ErrorCode: 'Unhandled', ErrorDetails: details };
}
