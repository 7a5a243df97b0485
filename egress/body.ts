/**
 * Reads the body of a response: decodes the content encoding while data arrives and counts the decoded bytes, so that
 * neither a long body nor a small one that decompresses to gigabytes fills the memory. Bytes beyond `keepBytes` are counted
 * and discarded; beyond `abortBytes` the exchange is aborted.
 */
import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { EgressError } from './errors.ts';

/** A decoded body. */
export interface ReadBody {
  /** The first `keepBytes` bytes. */
  readonly body: Uint8Array;
  /** Number of all decoded bytes. */
  readonly totalBytes: number;
  readonly truncated: boolean;
  /** True for an event stream that had not ended at the time limit; the body is what had arrived by then. */
  readonly unfinished?: boolean;
}

/** Limits for the body of a response, in decoded bytes. */
export interface ReadLimits {
  readonly keepBytes: number;
  readonly abortBytes: number;
  /** True for an event stream, which may never end: at the time limit, reading ends without an error. */
  readonly isEventStream?: boolean;
  /** Of an event stream: given each decoded piece, it says whether the rest is not needed. */
  readonly onEvents?: (chunk: Uint8Array) => boolean;
  /** True when the content is not needed: no error while reading it counts. */
  readonly isSkipped?: boolean;
}

/** Flow control of the connection. */
export interface Flow {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** Content encodings that may be applied to a body; each layer has the same limits. */
const MAX_ENCODINGS = 2;
/** Maximum window of zstd: 2^23 bytes, the recommended minimum support of RFC 8878. Otherwise a frame could ask for gigabytes. */
const ZSTD_WINDOW_LOG = 23;

function decoderOf(encoding: string): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ flush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } });
    default:
      return undefined;
  }
}

/**
 * The decoders for a Content-Encoding header, in the order in which to apply them.
 * @throws EgressError `decode_failed` for an unknown encoding or too many of them
 */
export function decodersFor(contentEncoding: string | null | undefined): Transform[] {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length > MAX_ENCODINGS) {
    throw new EgressError(
      'decode_failed',
      `The answer is compressed ${encodings.length} times (${MAX_ENCODINGS} at most).`,
    );
  }
  return encodings.reverse().map((encoding) => {
    const decoder = decoderOf(encoding);
    if (decoder) return decoder;
    throw new EgressError('decode_failed', `The answer has the unknown content encoding "${encoding.slice(0, 40)}".`);
  });
}

/** Reads the body of one response: call `push` for each chunk, then `end` or `fail`. */
export class BodyReader {
  /** The body. Rejects with EgressError, or with the error given to `fail`. */
  readonly result: Promise<ReadBody>;
  private readonly limits: ReadLimits;
  private readonly flow: Flow;
  private decoders: readonly Transform[] = [];
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;
  private received = 0;
  private isFinished = false;
  /** The response has ended; the decoders may still be working. */
  private hasEnded = false;
  private done!: (body: ReadBody) => void;
  private refuse!: (error: Error) => void;

  constructor(contentEncoding: string | null | undefined, limits: ReadLimits, flow: Flow) {
    this.limits = limits;
    this.flow = flow;
    this.result = new Promise((done, refuse) => {
      this.done = done;
      this.refuse = refuse;
    });
    try {
      this.decoders = decodersFor(contentEncoding);
      this.chain();
    } catch (error) {
      this.stop(error as Error);
    }
  }

  push(chunk: Buffer): void {
    const [first] = this.decoders;
    if (!first) {
      this.take(chunk);
      return;
    }
    this.received += chunk.length;
    if (this.isOver(this.received) || this.isFinished) return;
    if (!first.write(chunk)) this.flow.pause();
  }

  end(): void {
    const [first] = this.decoders;
    this.hasEnded = true;
    // Many servers send Content-Encoding with an empty body, which is no valid gzip.
    if (first && this.received > 0) first.end();
    else this.finish();
  }

  /** The connection was lost or aborted. */
  fail(error: Error): void {
    if (this.isFinished) return;
    const { isEventStream, isSkipped } = this.limits;
    const isTimeUp = error instanceof EgressError && error.code === 'timeout_total';
    if (isSkipped || (isEventStream && isTimeUp)) this.finish({ unfinished: true });
    else {
      this.isFinished = true;
      this.refuse(error);
    }
    for (const decoder of this.decoders) decoder.destroy();
  }

  private chain(): void {
    const [first] = this.decoders;
    first?.on('drain', () => this.flow.resume());
    this.decoders.forEach((decoder, at) => {
      decoder.on('error', (cause) => {
        // Most servers end an event stream without completing the compression.
        if (this.hasEnded && this.limits.isEventStream) this.finish();
        else
          this.stop(
            new EgressError('decode_failed', 'The answer cannot be unpacked as its Content-Encoding says.', { cause }),
          );
      });
      const next = this.decoders[at + 1];
      if (!next) {
        decoder.on('data', (chunk: Buffer) => this.take(chunk)).on('end', () => this.onDecoded());
        return;
      }
      // Each layer has the limit, so that nested compression causes no unlimited work.
      let seen = 0;
      decoder.on('data', (chunk: Buffer) => {
        seen += chunk.length;
        this.isOver(seen);
      });
      decoder.pipe(next);
    });
  }

  /** The compressed data has ended. If the response has not, the rest is not needed and may never end: abort. */
  private onDecoded(): void {
    this.finish();
    if (!this.hasEnded) {
      this.flow.abort(new EgressError('decode_failed', 'The answer continues after the end of its compressed data.'));
    }
  }

  private take(chunk: Buffer): void {
    if (this.isFinished) return;
    this.total += chunk.length;
    const room = this.limits.keepBytes - this.kept;
    if (room > 0) {
      const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
      this.chunks.push(part);
      this.kept += part.length;
    }
    if (this.isOver(this.total) || !this.limits.onEvents) return;
    try {
      if (!this.limits.onEvents(chunk)) return;
      this.finish();
      if (!this.hasEnded) this.flow.abort(new EgressError('aborted', 'The rest of the events is not needed.'));
    } catch (error) {
      this.stop(error as Error);
    }
  }

  private isOver(bytes: number): boolean {
    const { abortBytes } = this.limits;
    if (bytes <= abortBytes) return false;
    this.stop(
      new EgressError('response_too_large', `The answer is larger than ${abortBytes} bytes; reading was stopped.`),
    );
    return true;
  }

  private stop(error: Error): void {
    this.fail(error);
    this.flow.abort(error);
  }

  private finish({ unfinished = false }: { readonly unfinished?: boolean } = {}): void {
    if (this.isFinished) return;
    this.isFinished = true;
    for (const decoder of this.decoders) decoder.destroy();
    const { chunks, kept, total } = this;
    const [first] = chunks;
    const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, kept);
    this.done({ body, totalBytes: total, truncated: unfinished || total > kept, ...(unfinished && { unfinished }) });
  }
}
