/**
 * One loopback server for all twins, a path prefix for each service: the functions' SDK clients come here by their
 * `AWS_ENDPOINT_URL_*` variables. Not for browsers: a request with an Origin, or for another host name, is refused.
 * What a function sends without the SDK comes over its own channel instead, to the same services under the same checks.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TwinChannel } from '../functions/environment.ts';
import type { Caller, Callers } from './caller.ts';
import { ChannelReply } from './channel.ts';
import { AwsError } from './errors.ts';

export interface AwsRequest {
  readonly method: string;
  /** Below the service's prefix, still percent-encoded, with its leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Body;
  readonly caller: Caller;
}

/** A body that came as bytes over a socket, or as text over a function's channel; made into the other form only when asked for. */
export interface Body {
  readonly bytes: Buffer;
  readonly text: string;
  /** In bytes. */
  readonly size: number;
}

const bodyOfBytes = (bytes: Buffer): Body => ({
  bytes,
  size: bytes.length,
  get text() {
    return bytes.toString();
  },
});
const bodyOfText = (text: string): Body => ({
  text,
  get size() {
    return Buffer.byteLength(text);
  },
  get bytes() {
    return Buffer.from(text);
  },
});

/** What the services use of a ServerResponse; an answer over a function's channel has it, too. */
export interface AwsReply {
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, headers?: Record<string, string | number>): AwsReply;
  flushHeaders(): void;
  write(data: string | Uint8Array): unknown;
  end(data?: string | Uint8Array): unknown;
  /** The answer is complete, or its reader is gone. */
  on(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

export interface AwsService {
  /** Part of the endpoint variable, e.g. DYNAMODB. */
  readonly name: string;
  /** Answers, or throws AwsError. */
  serve(request: AwsRequest, response: AwsReply): Promise<void>;
  refuse(error: AwsError, response: AwsReply): void;
}

const MAX_BODY = 64 * 1024 * 1024;

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

  /** WebSocket connections, for the broker. */
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

  /** The variables by which SDK clients find the twins. */
  endpoints(names: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      names.map((name) => [`AWS_ENDPOINT_URL_${name}`, `http://${this.host}/${name.toLowerCase()}`]),
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The same services for a function's own channel: no socket, no HTTP, all else alike. */
  readonly channel: TwinChannel = ({ id, method, path, headers: sent, body }, answer) => {
    const reply = new ChannelReply(id, answer);
    // Names of headers are in any case on the way.
    const headers: Record<string, string> = {};
    for (const name in sent) headers[name.toLowerCase()] = String(sent[name]);
    void this.answer({ method, url: path, headers }, async () => bodyOfText(body), reply);
    return () => reply.leave();
  };

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isForeign(request)) response.writeHead(404).end();
    else await this.answer(request, async () => bodyOfBytes(await readBody(request)), response);
  }

  private async answer(
    request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    bodyOf: () => Promise<Body>,
    response: AwsReply,
  ): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const [, prefix = ''] = /^\/([a-z0-9_]+)/.exec(url) ?? [];
    const service = this.services.get(prefix);
    if (!service) {
      response.writeHead(404).end();
      return;
    }
    try {
      const caller = this.callers.identify(headers.authorization);
      const body = await bodyOf();
      const at = url.indexOf('?');
      const path = url.slice(prefix.length + 1, at < 0 ? undefined : at) || '/';
      const query = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
      await service.serve({ method, path, query, headers, body, caller }, response);
    } catch (error) {
      if (!(error instanceof AwsError)) console.error(error);
      if (response.headersSent) return void response.destroy();
      service.refuse(
        error instanceof AwsError ? error : new AwsError(500, 'InternalServerError', 'The twin failed.'),
        response,
      );
    }
  }

  private isForeign({ headers }: IncomingMessage): boolean {
    return headers.origin !== undefined || headers.host !== this.host;
  }
}

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
