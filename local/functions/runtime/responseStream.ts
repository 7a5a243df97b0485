/**
 * The response stream of an invocation: what a streaming handler writes becomes messages to the host. It has of Node's Writable what our
 * handlers use, and does at once what a Writable does over several ticks, twice in each call: in mcp-rpc and in the tenant's process.
 * What is written after the end, or after the caller has disconnected, is dropped: that is not the handler's fault.
 */
import { EventEmitter } from 'node:events';
import type { Bytes, FromEnvironment, Prelude } from './protocol.ts';

/** How the channel carries bytes: as they are to worker threads, as base64 to a child process. */
export interface Channel {
  send(message: FromEnvironment): void;
  readonly binary: boolean;
}

/** Emits `finish` when it was ended, and `close` then or when the caller has disconnected. */
export class ResponseStream extends EventEmitter {
  destroyed = false;
  writableEnded = false;
  writableFinished = false;
  private readonly id: number;
  private readonly channel: Channel;
  /** Set by the handler, but sent only with the first `write`, as in Lambda's runtime: an `end` with content is sent without it. */
  private given: Prelude | undefined;
  private prelude: Prelude | undefined;
  private pending: Buffer | string | undefined;
  private isScheduled = false;

  constructor(id: number, channel: Channel) {
    super();
    this.id = id;
    this.channel = channel;
  }

  /** Characters, or bytes, that have not become a message yet. */
  get writableLength(): number {
    return this.pending?.length ?? 0;
  }

  setContentType(type: string): void {
    this.prelude = { statusCode: 200, headers: { 'content-type': type } };
  }

  /** Sets status and headers (`HttpResponseStream.from`). */
  begin(prelude: Prelude): void {
    this.given = prelude;
  }

  write(piece: Uint8Array | string): boolean {
    if (this.writableEnded || this.destroyed) return false;
    if (this.given) {
      this.prelude = this.given;
      this.given = undefined;
    }
    this.add(piece);
    // Only after the handler's own step is it known whether this is the last write, which is then sent together with the end.
    if (!this.isScheduled) {
      this.isScheduled = true;
      queueMicrotask(() => {
        this.isScheduled = false;
        this.flush(false);
      });
    }
    return true;
  }

  end(piece?: Uint8Array | string): this {
    if (this.writableEnded || this.destroyed) return this;
    if (piece !== undefined) this.add(piece);
    this.writableEnded = true;
    this.flush(true);
    this.writableFinished = true;
    queueMicrotask(() => {
      this.emit('finish');
      this.destroy();
    });
    return this;
  }

  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.pending = undefined;
    this.emit('close');
    return this;
  }

  /** Text stays text: as bytes it would be copied once more, outside of the heap. */
  private add(piece: Uint8Array | string): void {
    const { pending } = this;
    if (pending === undefined) this.pending = typeof piece === 'string' ? piece : bytesOf(piece);
    else if (typeof pending === 'string' && typeof piece === 'string') this.pending = pending + piece;
    else this.pending = Buffer.concat([bytesOf(pending), bytesOf(piece)]);
  }

  private flush(ends: boolean): void {
    const { id, pending } = this;
    if (this.destroyed || (pending === undefined && !ends)) return;
    this.pending = undefined;
    if (this.given) {
      const message = 'The answer has no status: nothing was written before its end.';
      this.channel.send({ type: 'failure', id, errorType: 'Runtime.PreludeMissing', message });
      return;
    }
    const prelude = this.prelude;
    this.prelude = undefined;
    const isText = typeof pending === 'string';
    const text = isText ? pending : undefined;
    const data = isText || pending === undefined ? undefined : carried(pending, this.channel.binary);
    this.channel.send({ type: 'output', id, prelude, text, data, ends });
  }
}

const bytesOf = (piece: Uint8Array | string): Buffer =>
  typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);

const carried = (bytes: Buffer, binary: boolean): Bytes => (binary ? new Uint8Array(bytes) : bytes.toString('base64'));
