/**
 * One loopback server for all twins, with a path prefix for each service; the functions' SDK clients find it by their
 * `AWS_ENDPOINT_URL_*` variables. A request with an Origin (from a browser) or for another host name is refused. Requests of functions
 * without the SDK arrive over the function's own channel, and reach the same operations with the same checks.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Outcome, TwinChannel } from '../functions/runtime/protocol.ts';
import type { Caller, Callers } from './caller.ts';
import { AwsError } from './errors.ts';

/** A request to a service. */
export interface AwsRequest {
  readonly method: string;
  /** Path below the service's prefix, still percent-encoded, with its leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly caller: Caller;
}

/** Input of an operation: JSON, or plain data of that kind. */
export type Input = Readonly<Record<string, unknown>>;

/** The caller of an operation that arrived over a channel. */
export interface Asker {
  readonly caller: Caller;
  /** Sends the next piece of a streamed response. */
  hear(piece: string | Uint8Array): void;
  /** The listener runs when the caller disconnects before the response is complete. */
  onLeave(listener: () => void): void;
}

/** An output that is JSON text already. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A service. */
export interface AwsService {
  /** Its part of the endpoint variable, e.g. DYNAMODB. */
  readonly name: string;
  /** Responds, or throws AwsError. */
  serve(request: AwsRequest, response: ServerResponse): Promise<void>;
  refuse(error: AwsError, response: ServerResponse): void;
  /** The same without HTTP, for services that functions call without the SDK; resolves to plain data or JsonText. Throws AwsError. */
  operate?(operation: string, input: Input, asker: Asker): Promise<unknown>;
}

const MAX_BODY = 64 * 1024 * 1024;

/** The gateway; `listen` starts it. */
export class Gateway {
  private readonly server: Server;
  private readonly services = new Map<string, AwsService>();
  private readonly callers: Callers;

  constructor(callers: Callers) {
    this.callers = callers;
    this.server = createServer(
      { keepAliveTimeout: 60_000 },
      (request, response) => void this.handle(request, response),
    );
  }

  add(service: AwsService): void {
    this.services.set(service.name.toLowerCase(), service);
  }

  /** WebSocket connections, for the MQTT broker. */
  onUpgrade(accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void {
    this.server.on('upgrade', (request, socket, head) => {
      if (this.isForeign(request)) socket.destroy();
      else accept(request, socket, head);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(0, '127.0.0.1', resolve);
    });
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The environment variables by which SDK clients find the twins. */
  endpoints(names: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      names.map((name) => [`AWS_ENDPOINT_URL_${name}`, `http://${this.host}/${name.toLowerCase()}`]),
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The same services over a function's own channel, without socket and HTTP. */
  readonly channel: TwinChannel = ({ service, operation, input, accessKeyId }, answer) => {
    let isOver = false;
    let leave = () => {};
    // Async: the caller expects no answer before this function has returned.
    const operate = async (): Promise<unknown> => {
      const asked = this.services.get(service);
      if (!asked?.operate) throw new AwsError(404, 'UnknownOperationException', `There is no local ${service} here.`);
      return asked.operate(operation, input as Input, {
        caller: this.callers.known(accessKeyId),
        hear(piece) {
          if (!isOver) answer(typeof piece === 'string' ? { text: piece } : { bytes: piece });
        },
        onLeave(listener) {
          leave = listener;
        },
      });
    };
    const end = (outcome: Outcome) => {
      if (!isOver) answer({ outcome });
      isOver = true;
    };
    operate().then(
      (output) => end(output instanceof JsonText ? { json: output.text } : { output }),
      (error: unknown) => {
        const { code, status, message } = asAwsError(error);
        // Some services put a namespace before the error name, which only their wire protocol strips.
        end({ refusal: { name: code.slice(code.indexOf('#') + 1), status, message } });
      },
    );
    return () => {
      if (!isOver) leave();
      isOver = true;
    };
  };

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isForeign(request)) return void response.writeHead(404).end();
    const { method = 'GET', url = '/', headers } = request;
    const [, prefix = ''] = /^\/([a-z0-9_]+)/.exec(url) ?? [];
    const service = this.services.get(prefix);
    if (!service) return void response.writeHead(404).end();
    try {
      const caller = this.callers.identify(headers.authorization);
      const body = await readBody(request);
      const at = url.indexOf('?');
      const path = url.slice(prefix.length + 1, at < 0 ? undefined : at) || '/';
      const query = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
      await service.serve({ method, path, query, headers, body, caller }, response);
    } catch (error) {
      const refusal = asAwsError(error);
      if (response.headersSent) response.destroy();
      else service.refuse(refusal, response);
    }
  }

  private isForeign({ headers }: IncomingMessage): boolean {
    return headers.origin !== undefined || headers.host !== this.host;
  }
}

/** The error that the caller gets. */
function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  console.error(error);
  return new AwsError(500, 'InternalServerError', 'The twin failed.');
}

/** Reads the whole body. Throws AwsError when it has more than `most` bytes. */
export async function readBody(request: IncomingMessage, most = MAX_BODY): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new AwsError(413, 'RequestEntityTooLargeException', 'Request must be smaller.');
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}
