/** Uploaded API descriptions: a text, a JSON value or a file becomes gzip bytes within the size limit. The spec reader parses them. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { NewServer } from '../../../core/api/servers.ts';
import { InvalidInput, PortcullisError } from '../../../core/lib/errors.ts';
import { sha256 } from '../../../core/lib/json/canonical.ts';
import { LIMITS } from '../../../core/lib/limits.ts';

type Document = NonNullable<Extract<NewServer['source'], { kind: 'openapi' }>['document']>;

/** A document as it is stored. */
interface Compressed {
  /** gzip. */
  readonly bytes: Buffer;
  /** SHA-256 of it before compression, lower-case hex. */
  readonly digest: string;
  /** Bytes before compression. */
  readonly size: number;
}

/** Throws InvalidInput for a file that cannot be decoded, PortcullisError `spec_too_large` above the limit. */
export function compressedDocument(document: Document, field: string): Compressed {
  const bytes = bytesOf(document, field);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const whole = isGzip ? unpacked(bytes, field) : bytes;
  if (whole.byteLength > LIMITS.document.bytes) throw tooLarge();
  return { bytes: isGzip ? bytes : gzipSync(bytes), digest: sha256(whole), size: whole.byteLength };
}

function bytesOf(document: Document, field: string): Buffer {
  if (typeof document === 'string') return Buffer.from(document);
  const { base64, ...rest } = document;
  if (typeof base64 !== 'string' || Object.keys(rest).length > 0) return Buffer.from(JSON.stringify(document));
  if (base64 === '' || !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64)) {
    throw new InvalidInput([{ field: `${field}/base64`, rule: 'base64', message: 'is not valid base64.' }]);
  }
  return Buffer.from(base64, 'base64');
}

function unpacked(bytes: Buffer, field: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: LIMITS.document.bytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new InvalidInput([{ field: `${field}/base64`, rule: 'gzip', message: 'is a damaged gzip file.' }]);
  }
}

const tooLarge = () =>
  new PortcullisError(
    'spec_too_large',
    `The document is larger than ${LIMITS.document.bytes} bytes, the limit (document.bytes).`,
    {
      context: { limit: LIMITS.document.bytes },
    },
  );
