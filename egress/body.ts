/**
 * Reads an answer's body: removes the content encoding while it streams and counts the decoded bytes, so that neither a
 * long body nor a small one that unpacks to gigabytes is ever held. What is over `keep` is counted and dropped, at `abort`
 * the exchange ends.
 */
import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { EgressError } from './errors.ts';

export interface ReadBody {
  readonly body: Uint8Array;
  readonly totalBytes: number;
  readonly truncated: boolean;
  /** An event stream that was still going when the time was up; what had come until then is the body. */
  readonly unfinished?: boolean;
}

export interface ReadLimits {
  readonly keepBytes: number;
  readonly abortBytes: number;
  /** An event stream may have no end: the end of the time is one, too. */
  readonly isEventStream?: boolean;
}

/** More layers than this are no honest answer; each is bounded by the same caps. */
const MAX_LAYERS = 2;
/** Decoder windows are bounded (RFC 8878 asks for 8 MB), so a header cannot demand a gigabyte. */
const ZSTD_WINDOW_LOG = 23;

function decoderOf(encoding: string): Transform | undefined {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH });
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
    throw new EgressError('decode_failed', `The answer is packed ${encodings.length} times (${MAX_LAYERS} at most).`);
  }
  return encodings.reverse().map((encoding) => {
    const decoder = decoderOf(encoding);
    if (decoder) return decoder;
    throw new EgressError('decode_failed', `The answer has the unknown content encoding "${encoding.slice(0, 40)}".`);
  });
}

/** Reads `source` to its end or to a cap. Rejects with EgressError, or with what destroyed the source. */
export function readBody(
  source: Readable,
  contentEncoding: string | null | undefined,
  { keepBytes, abortBytes, isEventStream = false }: ReadLimits,
): Promise<ReadBody> {
  return new Promise((done, fail) => {
    let decoders: Transform[];
    try {
      decoders = decodersFor(contentEncoding);
    } catch (error) {
      source.on('error', () => {}).destroy();
      fail(error);
      return;
    }
    const chunks: Buffer[] = [];
    let kept = 0;
    let total = 0;
    let finished = false;
    const all: Readable[] = [source, ...decoders];
    const end = (error?: Error) => {
      if (finished) return;
      finished = true;
      for (const stream of all) stream.on('error', () => {}).destroy();
      const isTimeUp = error instanceof EgressError && error.code === 'timeout_total';
      if (isEventStream && isTimeUp) {
        done({ body: Buffer.concat(chunks, kept), totalBytes: total, truncated: true, unfinished: true });
      } else if (error) fail(error);
    };
    /** Every layer is capped, so the inner layers of a bomb of bombs do no unbounded work either. */
    const cap = (stream: Readable) => {
      let seen = 0;
      stream.on('data', (chunk: Buffer) => {
        seen += chunk.length;
        if (seen > abortBytes) {
          end(
            new EgressError(
              'response_too_large',
              `The answer is larger than ${abortBytes} bytes; reading was stopped.`,
            ),
          );
        }
      });
    };
    let last: Readable = source;
    source.on('error', end);
    for (const decoder of decoders) {
      decoder.on('error', (error) =>
        end(
          new EgressError('decode_failed', 'The answer cannot be unpacked as its Content-Encoding says.', {
            cause: error,
          }),
        ),
      );
      cap(last);
      last = last.pipe(decoder);
    }
    last.on('data', (chunk: Buffer) => {
      if (finished) return;
      total += chunk.length;
      if (kept < keepBytes) {
        const part = kept + chunk.length > keepBytes ? chunk.subarray(0, keepBytes - kept) : chunk;
        chunks.push(part);
        kept += part.length;
      }
      if (total > abortBytes) {
        end(
          new EgressError('response_too_large', `The answer is larger than ${abortBytes} bytes; reading was stopped.`),
        );
      }
    });
    last.on('end', () => {
      if (finished) return;
      finished = true;
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, kept);
      done({ body, totalBytes: total, truncated: total > kept });
    });
    last.on('close', () => {
      if (!finished) end(new EgressError('connection_lost', 'The connection closed in the middle of the answer.'));
    });
  });
}
