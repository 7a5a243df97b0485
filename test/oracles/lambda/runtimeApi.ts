/**
 * Lambda's Runtime API (version 2018-06-01) for one execution environment, on loopback: the next invocation, its response in one piece or
 * streamed with an error in its trailers, and errors of the invocation and of the initialization. AWS publishes no server for it but in
 * its emulator; sources: "Using the Lambda runtime API for custom runtimes" in Lambda's developer guide, and the runtime client itself.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Prelude } from '../../../local/functions/runtime/protocol.ts';

const BASE = '/2018-06-01/runtime';
/** Content type of a streamed HTTP response, whose status and headers precede the body (Lambda's developer guide, response streaming). */
const WITH_PRELUDE = 'application/vnd.awslambda.http-integration-response';
const DELIMITER = Buffer.alloc(8);
const DEFAULT_TYPE = 'application/octet-stream';

/** What a function reports as its error. */
export interface ReportedError {
  readonly errorType: string;
  readonly errorMessage: string;
}

/** What the runtime client sends. */
export interface RuntimeListener {
  /** It has asked for an invocation, so the one before is over; on AWS the environment may be frozen from here on. */
  idle(): void;
  prelude(prelude: Prelude): void;
  chunk(data: Buffer): void;
  /** JSON text of a buffered response, undefined at the end of a streamed one. */
  responded(payload: string | undefined): void;
  failed(error: ReportedError): void;
  initFailed(error: ReportedError): void;
}

/** An invocation to hand out. */
export interface NextInvocation {
  readonly requestId: string;
  readonly arn: string;
  readonly deadline: number;
  readonly tenantId?: string | undefined;
  readonly event: string;
}

/** The API of one environment. */
export class RuntimeApi {
  private readonly server: Server;
  private readonly listener: RuntimeListener;
  private waiting: ServerResponse | undefined;

  constructor(listener: RuntimeListener) {
    this.listener = listener;
    this.server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
      this.handle(request, response).catch((error: Error) => {
        // The environment was ended in the middle of its request.
        if (!request.destroyed) listener.failed({ errorType: 'Runtime.Unknown', errorMessage: error.message });
      });
    });
  }

  /** Resolves to host and port. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Hands an invocation to the client, which has asked for one. */
  give({ requestId, arn, deadline, tenantId, event }: NextInvocation): void {
    const response = this.waiting;
    if (!response) throw new Error('The runtime client has not asked for an invocation.');
    this.waiting = undefined;
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(event),
      'lambda-runtime-aws-request-id': requestId,
      'lambda-runtime-deadline-ms': String(deadline),
      'lambda-runtime-invoked-function-arn': arn,
      ...(tenantId !== undefined && { 'lambda-runtime-aws-tenant-id': tenantId }),
    });
    response.end(event);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request;
    if (method === 'GET' && url === `${BASE}/invocation/next`) {
      this.waiting = response;
      return this.listener.idle();
    }
    const [, id, kind] = new RegExp(`^${BASE}/invocation/([^/]+)/(response|error)$`).exec(url) ?? [];
    const isInit = url === `${BASE}/init/error`;
    if (method !== 'POST' || !(id || isInit)) return void response.writeHead(404).end();
    if (kind === 'response' && headers['lambda-runtime-function-response-mode'] === 'streaming') {
      await this.stream(request);
    } else {
      const text = (await bytesOf(request)).toString();
      if (kind === 'response') this.listener.responded(text);
      else if (isInit) this.listener.initFailed(JSON.parse(text) as ReportedError);
      else this.listener.failed(JSON.parse(text) as ReportedError);
    }
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}\n');
  }

  private async stream(request: IncomingMessage): Promise<void> {
    const type = request.headers['content-type'] ?? DEFAULT_TYPE;
    let head: Buffer | undefined = type === WITH_PRELUDE ? Buffer.alloc(0) : undefined;
    if (!head && type !== DEFAULT_TYPE) this.listener.prelude({ statusCode: 200, headers: { 'content-type': type } });
    for await (const piece of request as AsyncIterable<Buffer>) {
      if (!head) {
        this.listener.chunk(piece);
        continue;
      }
      head = Buffer.concat([head, piece]);
      const end = head.indexOf(DELIMITER);
      if (end < 0) continue;
      this.listener.prelude(JSON.parse(head.subarray(0, end).toString()) as Prelude);
      const body = head.subarray(end + DELIMITER.length);
      head = undefined;
      if (body.length > 0) this.listener.chunk(body);
    }
    const error = request.trailers['lambda-runtime-function-error-body'];
    if (error) return this.listener.failed(JSON.parse(Buffer.from(error, 'base64').toString()) as ReportedError);
    if (!head) return this.listener.responded(undefined);
    this.listener.failed({
      errorType: 'Runtime.PreludeMissing',
      errorMessage: 'The answer has no status: nothing was written before its end.',
    });
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
