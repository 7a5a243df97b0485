/**
 * Fetches a Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document, sections 4 and 6), or the JWK Set of a client or an
 * identity provider, through the guarded client, so from public addresses only: status 200, no redirect, 5 kB at most (64 kB of keys),
 * within the time that the caller has. core/auth/oauth checks its content. Nothing is cached here. A failure that may pass has the code
 * `temporarily_unavailable`, so that a client is not given up because of it; `late` says what kept the reader waiting: host or url.
 */
import type { ClientReaderRequest, Refusal } from '../../aws/services/invoke.ts';
import { createEgressClient, type EgressCode, EgressError, pinnedFromHost } from '../../egress/index.ts';

/** The document as fetched: parsed JSON, not checked yet. */
export interface ClientDocument {
  readonly document: unknown;
}

const MAX_BYTES = { client: 5 * 1_024, keys: 64 * 1_024, issuer: 64 * 1_024 };
/** What a failure says of the document: it stays, it may be over at the next try, or it took time, of its host or of its URL alone. */
type Verdict = 'stays' | 'passes' | 'host' | 'url';

const VERDICTS: Readonly<Record<EgressCode, Verdict>> = {
  url_invalid: 'stays',
  method_not_allowed: 'stays',
  host_not_allowed: 'stays',
  address_not_public: 'stays',
  dns_failed: 'stays',
  connect_failed: 'host',
  tls_failed: 'stays',
  client_certificate_refused: 'stays',
  timeout_connect: 'host',
  timeout_headers: 'url',
  timeout_total: 'url',
  aborted: 'passes',
  redirect_refused: 'stays',
  too_many_redirects: 'stays',
  response_too_large: 'stays',
  headers_too_large: 'stays',
  decode_failed: 'stays',
  connection_lost: 'passes',
};
/** A resolver that did not answer, or could not ask (getaddrinfo(3): EAI_AGAIN; RFC 1035 section 4.1.1: SERVFAIL), says nothing of the name. */
const UNANSWERED_NAME: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'EAI_MEMORY',
  'EAI_SYSTEM',
  'ESERVFAIL',
  'ETIMEOUT',
]);
/** Answers that ask for another try (RFC 9110 sections 15.5.9 and 15.6, RFC 8470 section 5.2, RFC 6585 section 4). */
const isBusy = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

/** What the error of a fetch says of the document. */
export const verdictOf = ({ code, context }: EgressError): Verdict =>
  code === 'dns_failed' && UNANSWERED_NAME.has(context?.['reason']) ? 'host' : VERDICTS[code];

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
    const { status } = answer;
    if (status !== 200)
      return refused(`It answered with status ${status}, not 200.`, isBusy(status) ? 'passes' : 'stays');
    return { document: JSON.parse(Buffer.from(answer.body).toString()) };
  } catch (error) {
    if (error instanceof SyntaxError) return refused('It is not JSON.', 'stays');
    if (!(error instanceof EgressError)) throw error;
    return refused(
      error.code === 'response_too_large'
        ? `It is larger than ${MAX_BYTES[mode]} bytes.`
        : `It cannot be read (${error.code}).`,
      verdictOf(error),
    );
  } finally {
    await client.close();
  }
}

const refused = (message: string, verdict: Verdict): Refusal => ({
  error: {
    code: verdict === 'stays' ? 'invalid_client' : 'temporarily_unavailable',
    message,
    ...((verdict === 'host' || verdict === 'url') && { context: { late: verdict } }),
  },
});
