/**
 * Fetches one document with the guarded client: GET and https only, limited in bytes, with any content type. Used by the
 * spec reader and the command line. Does not limit the number of documents; the importer does.
 */
import { PortcullisError } from '../core/lib/errors.ts';
import { LIMITS } from '../core/lib/limits.ts';
import { EgressError } from './errors.ts';
import type { EgressClient } from './types.ts';

const HEADERS: ReadonlyArray<readonly [string, string]> = [
  ['accept', 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5'],
  ['user-agent', 'portcullis'],
];

/** A fetched document. */
export interface FetchedDocument {
  /** Its URL after redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
}

/** Limits of one fetch. */
export interface FetchOptions {
  /** Maximum bytes of the document; default LIMITS.document.bytes. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/**
 * Fetches a document.
 * @throws PortcullisError; its message names the host and the reason, not the query, which may contain a key
 */
export async function fetchDocument(
  client: EgressClient,
  url: string,
  { limit = LIMITS.document.bytes, signal }: FetchOptions = {},
): Promise<FetchedDocument> {
  const request = {
    method: 'GET',
    url: url.replace(/#.*$/s, ''),
    headers: HEADERS,
    keepBytes: limit,
    ...(signal ? { signal } : {}),
  };
  const answer = await client.request(request).catch((error: unknown) => {
    throw unavailable(error, limit);
  });
  if (answer.status < 200 || answer.status > 299) {
    throw new PortcullisError(
      'spec_unreachable',
      `${hostOf(url)} answered with status ${answer.status}. ${hint(answer.status)}`,
      { context: { reason: 'status', status: answer.status } },
    );
  }
  return { url: answer.url, bytes: answer.body };
}

function unavailable(error: unknown, limit: number): unknown {
  if (!(error instanceof EgressError)) return error;
  if (error.code === 'response_too_large') {
    return new PortcullisError(
      'spec_too_large',
      `The document is larger than ${limit} bytes, the limit. Split it, or remove the parts that you do not need.`,
      { context: { limit }, cause: error },
    );
  }
  return new PortcullisError('spec_unreachable', `The document cannot be fetched: ${error.message}`, {
    context: { reason: error.code },
    cause: error,
  });
}

function hint(status: number): string {
  if (status === 401 || status === 403) return 'It asks for a login: upload the document instead.';
  return status === 404 || status === 410 ? 'Check the address.' : 'Try again later, or upload the document.';
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : 'The host');
