/** A twin's answer over a function's channel: what is written in one step goes out as one message, head and end included. */
import type { TwinAnswer } from '../functions/protocol.ts';
import type { AwsReply } from './gateway.ts';

export class ChannelReply implements AwsReply {
  headersSent = false;
  private readonly id: number;
  private readonly send: (part: TwinAnswer) => void;
  private readonly headers: Record<string, string> = {};
  private readonly onClose: Array<() => void> = [];
  private status: number | undefined;
  private pieces: Array<string | Uint8Array> = [];
  private ended = false;
  private closed = false;
  private isScheduled = false;

  constructor(id: number, send: (part: TwinAnswer) => void) {
    this.id = id;
    this.send = send;
  }

  setHeader(name: string, value: string): void {
    this.headers[name.toLowerCase()] = value;
  }

  writeHead(status: number, headers: Record<string, string | number> = {}): this {
    this.headersSent = true;
    this.status = status;
    for (const [name, value] of Object.entries(headers)) this.headers[name.toLowerCase()] = String(value);
    return this;
  }

  /** Nobody waits for a head alone. */
  flushHeaders(): void {}

  write(data: string | Uint8Array): void {
    if (!this.headersSent) this.writeHead(200);
    this.pieces.push(data);
    this.schedule();
  }

  end(data?: string | Uint8Array): void {
    if (data !== undefined && data.length > 0) this.write(data);
    this.ended = true;
    this.schedule();
  }

  on(_event: 'close', listener: () => void): void {
    this.onClose.push(listener);
  }

  destroy(): void {
    if (!this.closed) this.send({ type: 'answer', id: this.id, ends: true, broken: true });
    this.leave();
  }

  /** The reader is gone. */
  leave(): void {
    if (this.closed) return;
    this.closed = true;
    for (const listener of this.onClose) listener();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => this.flush());
  }

  private flush(): void {
    this.isScheduled = false;
    if (this.closed) return;
    const head = this.status === undefined ? {} : { status: this.status, headers: this.headers };
    const content = contentOf(this.pieces);
    this.status = undefined;
    this.pieces = [];
    this.send({ type: 'answer', id: this.id, ...head, ...content, ends: this.ended });
    if (this.ended) this.leave();
  }
}

function contentOf(pieces: ReadonlyArray<string | Uint8Array>): { text?: string; bytes?: Uint8Array } {
  if (pieces.length === 0) return {};
  if (pieces.every((piece) => typeof piece === 'string')) return { text: pieces.join('') };
  const all = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  // A small Buffer is a view of a shared pool, and a message would carry all of the pool.
  return { bytes: new Uint8Array(all) };
}
