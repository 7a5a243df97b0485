/**
 * Fetches a Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document, sections 4 and 6), or the JWK Set of a client or an
 * identity provider, through the guarded client, so from public addresses only: status 200, no redirect, 5 kB at most (64 kB of keys),
 * within the time that the caller has. core/oauth checks its content. Nothing is cached here. A failure that may pass has the code
 * `temporarily_unavailable`, so that a client is not given up because of it; `late` says what kept the reader waiting: host or url.
 */
import type { ClientReaderRequest, Refusal } from '../../aws/invoke.ts';
import { createEgressClient, EgressError, pinnedFromHost } from '../../egress/index.ts';

/** The document as fetched: parsed JSON, not checked yet. */
export interface ClientDocument {
  readonly document: unknown;
}

const MAX_BYTES = { client: 5 * 1_024, keys: 64 * 1_024, issuer: 64 * 1_024 };
/** Failures that may be over at the next try. An address that is not public stays one. */
const PASSING: ReadonlySet<string> = new Set<EgressError['code']>([
  'connect_failed',
  'connection_lost',
  'timeout_connect',
  'timeout_headers',
  'timeout_total',
]);
/** Failures that took time, and whether it was the whole host that did not answer. */
const LATE: Readonly<Record<string, 'host' | 'url'>> = {
  connect_failed: 'host',
  timeout_connect: 'host',
  timeout_headers: 'url',
  timeout_total: 'url',
};

/** Fetches a document at its URL. Failures are returned as refusals, not thrown. */
export async function readClientDocument({ mode, url, ms }: ClientReaderRequest): Promise<ClientDocument | Refusal> {
  const times = { connectMs: ms / 2, headersMs: ms, totalMs: ms };
  const client = createEgressClient({ methods: ['GET'], maxRedirects: 0, ...times, ...pinnedFromHost() });
  try {
    const answer = await client.request({
      method: 'GET',
      url,
      headers: [
        ['accept', 'application/json'],
        ['user-agent', 'portcullis'],
      ],
      keepBytes: MAX_BYTES[mode],
    });
    const isBusy = answer.status === 429 || answer.status >= 500;
    if (answer.status !== 200) return refused(`It answered with status ${answer.status}, not 200.`, isBusy);
    return { document: JSON.parse(Buffer.from(answer.body).toString()) };
  } catch (error) {
    if (error instanceof SyntaxError) return refused('It is not JSON.');
    if (!(error instanceof EgressError)) throw error;
    return refused(
      error.code === 'response_too_large'
        ? `It is larger than ${MAX_BYTES[mode]} bytes.`
        : `It cannot be read (${error.code}).`,
      PASSING.has(error.code),
      LATE[error.code],
    );
  } finally {
    await client.close();
  }
}

const refused = (message: string, isPassing = false, late?: 'host' | 'url'): Refusal => ({
  error: {
    code: isPassing ? 'temporarily_unavailable' : 'invalid_client',
    message,
    ...(late !== undefined && { context: { late } }),
  },
});
