/**
 * The HTTP side that all twins share: a keep-alive server on loopback, the caller known by its access key, rights asked of the
 * synthesized policies, errors in the shape that the AWS SDK understands.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Policies, RequestContext } from '../template/policies.ts';

/** An error of the AWS API: its name is what the SDK throws. */
export class AwsError extends Error {
  override readonly name: string;
  readonly status: number;
  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

export const accessDenied = (action: string, resource: string): AwsError =>
  new AwsError('AccessDeniedException', `User is not authorized to perform: ${action} on resource: ${resource}`, 403);

export interface Caller {
  readonly functionName: string;
  /** Throws accessDenied unless the caller's role allows it. */
  require(action: string, resource: string, context?: RequestContext): void;
}

/** Who holds which access key; keys are drawn anew at each start, so no other process can guess one. */
export class Callers {
  private readonly byKey = new Map<string, Caller>();

  add(accessKey: string, functionName: string, roleId: string, policies: () => Policies): void {
    this.byKey.set(accessKey, {
      functionName,
      require(action, resource, context) {
        if (!policies().allows(roleId, action, resource, context)) throw accessDenied(action, resource);
      },
    });
  }

  /** By the credential scope of a SigV4 header; the signature itself is not checked on loopback. */
  of(request: IncomingMessage): Caller {
    const key = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const caller = this.byKey.get(key);
    if (!caller)
      throw new AwsError('UnrecognizedClientException', 'The security token included in the request is invalid.', 403);
    return caller;
  }
}

export interface Service {
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

export type Serve = (request: IncomingMessage, body: Buffer, response: ServerResponse) => Promise<void> | void;

export async function startService(
  serve: Serve,
  fail: (response: ServerResponse, error: unknown) => void,
): Promise<Service> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      try {
        await serve(request, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), response);
      } catch (error) {
        fail(response, error);
      }
    });
    request.on('error', () => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.1',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Errors of the JSON protocols; an unexpected one is an InternalFailure and goes to the host's log. */
export function failJson(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const known = error instanceof AwsError;
  if (!known) console.error(error);
  const { name, status } = known ? error : { name: 'InternalFailure', status: 500 };
  response.setHeader('x-amzn-errortype', name);
  sendJson(response, { __type: name, message: known ? error.message : 'internal' }, status);
}

/** Operations by X-Amz-Target (`Prefix.Operation`), the shape of the JSON 1.0 and 1.1 protocols. */
export type Operations = Readonly<Record<string, (input: never, caller: Caller) => Promise<unknown> | unknown>>;

export const startJsonService = (callers: Callers, operations: Operations): Promise<Service> =>
  startService(async (request, body, response) => {
    const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const run = operations[operation];
    if (!run) throw new AwsError('UnknownOperationException', `The local stack does not offer ${operation}.`);
    const input = body.length === 0 ? {} : JSON.parse(body.toString());
    sendJson(response, await run(input as never, callers.of(request)));
  }, failJson);
