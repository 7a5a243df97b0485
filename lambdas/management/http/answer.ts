/** Builds responses: never cached, compressed when they are large and the client accepts it, and within Lambda's size limit. */
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { PortcullisError } from '../../../core/lib/errors.ts';

/** Lambda's limit for a response is 6 MB; the response is JSON, so every quote in its body counts twice. */
export const ANSWER_BYTES = 6_000_000;
const COMPRESSED_ABOVE = 16 * 1024;

/** Headers of every response. */
export const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** A text response before compression. */
export interface Text {
  readonly statusCode: number;
  readonly contentType: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request's Accept-Encoding. */
  readonly accepts: string | undefined;
}

/** Throws PortcullisError `answer_too_large`. */
export function answerOf({ statusCode, contentType, text, headers, accepts }: Text): APIGatewayProxyStructuredResultV2 {
  const all = { ...COMMON_HEADERS, 'content-type': contentType, ...headers };
  const isCompressed =
    text.length > COMPRESSED_ABOVE && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepts ?? '');
  const result = isCompressed
    ? {
        statusCode,
        headers: { ...all, 'content-encoding': 'gzip', vary: 'accept-encoding' },
        body: gzipSync(text).toString('base64'),
        isBase64Encoded: true,
      }
    : { statusCode, headers: all, body: text };
  if (result.body.length > ANSWER_BYTES / 4 && Buffer.byteLength(JSON.stringify(result.body)) > ANSWER_BYTES) {
    throw new PortcullisError(
      'answer_too_large',
      isCompressed
        ? `The answer is over ${ANSWER_BYTES} bytes, even compressed. Ask for fewer items at once.`
        : `The answer is over ${ANSWER_BYTES} bytes. Ask with the header "Accept-Encoding: gzip", or for fewer items at once.`,
    );
  }
  return result;
}
