/**
 * Takes in an answer's body: removes the content encoding while it comes and counts the decoded bytes, so that neither a
 * long body nor a small one that unpacks to gigabytes is ever held. What is over `keep` is counted and dropped, at `abort`
 * the exchange ends.
 */
import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { EgressError } from './errors.ts';

/** A decoded body and how much of it there was. */
export interface ReadBody {
  readonly body: Uint8Array;
  readonly totalBytes: number;
  readonly truncated: boolean;
  /** An event stream that was still going when the time was up; what had come until then is the body. */
  readonly unfinished?: boolean;
}

/** How much of a body is kept, and when the exchange ends. */
export interface ReadLimits {
  readonly keepBytes: number;
  readonly abortBytes: number;
  /** An event stream may have no end: the end of the time is one, too. */
  readonly isEventStream?: boolean;
  /** Its content is of no use: however it ends, it has ended. */
  readonly isSkipped?: boolean;
}

/** How the connection is slowed down or given up. */
export interface Flow {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** More layers than this are no honest answer; each is bounded by the same caps. */
const MAX_LAYERS = 2;
/** Decoder windows are bounded (RFC 8878 asks for 8 MB), so a header cannot demand a gigabyte. */
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

/** Decoders in the order they must run. Throws EgressError `decode_failed` for an encoding we never asked for. */
export function decodersFor(contentEncoding: string | null | undefined): Transform[] {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length > MAX_LAYERS) {
    throw new EgressError(
      'decode_failed',
      `The answer is compressed ${encodings.length} times (${MAX_LAYERS} at most).`,
    );
  }
  return encodings.reverse().map((encoding) => {
    const decoder = decoderOf(encoding);
    if (decoder) return decoder;
    throw new EgressError('decode_failed', `The answer has the unknown content encoding "${encoding.slice(0, 40)}".`);
  });
}

/** The bytes of one answer: `push` each piece, then `end` or `fail`. */
export class BodyReader {
  /** Rejects with EgressError, or with what it failed with. */
  readonly whole: Promise<ReadBody>;
  private readonly limits: ReadLimits;
  private readonly flow: Flow;
  private decoders: readonly Transform[] = [];
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;
  private received = 0;
  private isFinished = false;
  /** The message has come to its end; the decoders may still be at work. */
  private isWhole = false;
  private done!: (body: ReadBody) => void;
  private refuse!: (error: Error) => void;

  constructor(contentEncoding: string | null | undefined, limits: ReadLimits, flow: Flow) {
    this.limits = limits;
    this.flow = flow;
    this.whole = new Promise((done, refuse) => {
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
    this.isWhole = true;
    // No byte at all is no broken packing: many servers name the encoding of an empty answer, too.
    if (first && this.received > 0) first.end();
    else this.finish();
  }

  /** The connection broke, or was given up. */
  fail(error: Error): void {
    if (this.isFinished) return;
    const { isEventStream, isSkipped } = this.limits;
    const isTimeUp = error instanceof EgressError && error.code === 'timeout_total';
    if (isSkipped || (isEventStream && isTimeUp)) this.finish(true);
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
        // A stream of events is cut off, not finished, by most servers.
        if (this.isWhole && this.limits.isEventStream) this.finish();
        else
          this.stop(
            new EgressError('decode_failed', 'The answer cannot be unpacked as its Content-Encoding says.', { cause }),
          );
      });
      const next = this.decoders[at + 1];
      if (!next) {
        decoder.on('data', (chunk: Buffer) => this.take(chunk)).on('end', () => this.unpacked());
        return;
      }
      // Every layer is capped, so the inner layers of a bomb of bombs do no unbounded work either.
      let seen = 0;
      decoder.on('data', (chunk: Buffer) => {
        seen += chunk.length;
        this.isOver(seen);
      });
      decoder.pipe(next);
    });
  }

  /** What was packed has ended. What the upstream sends behind it is nobody's, and might never end: the connection goes. */
  private unpacked(): void {
    this.finish();
    if (!this.isWhole) {
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
    this.isOver(this.total);
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

  private finish(unfinished = false): void {
    if (this.isFinished) return;
    this.isFinished = true;
    for (const decoder of this.decoders) decoder.destroy();
    const { chunks, kept, total } = this;
    const [first] = chunks;
    const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, kept);
    this.done({ body, totalBytes: total, truncated: unfinished || total > kept, ...(unfinished && { unfinished }) });
  }
}
