/**
 * Reads JSON documents at URLs that clients name: their metadata, and public keys. The spec reader fetches them, guarded. Strangers start this,
 * so all documents of one request have three seconds together, and what kept somebody waiting is not asked for again for five.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type ClientReaderRequest,
  InvocationFailed,
  invokeClientReader,
  isRefusal,
} from '../../aws/services/invoke.ts';
import { OAuthError, type OAuthErrorCode } from '../../core/auth/oauth/errors.ts';
import { BoundedMap } from '../../core/lib/boundedMap.ts';
import { LIMITS } from '../../core/lib/limits.ts';

interface Naming {
  /** The document in an error message, such as `The keys at jwks_uri`. */
  readonly what: string;
  /** The error code if the document cannot be used, now and later. */
  readonly unusable: OAuthErrorCode;
}

const { documentsMs, lateMs, lateKept } = LIMITS.signIn;

/** When the documents of a request must be there; set by the first. */
const patience = new AsyncLocalStorage<{ until?: number }>();

/** Does the work of one request, whose documents have their time together. */
export const withPatience = <Result>(work: () => Promise<Result>): Promise<Result> => patience.run({}, work);

/**
 * Until when (milliseconds since 1970) something is not asked for again: the host, when nobody there took the connection, otherwise the URL,
 * because a path that keeps one waiting says nothing of its host, and anybody may name such a path at somebody else's. Only by the verdict of a
 * reader that had most of the time: a slow start of ours, or the rest that a stranger's slow document left, says nothing of anybody.
 */
const late = new BoundedMap<string, number>(lateKept);

/** The parsed document. Throws OAuthError: `unusable`, or `temporarily_unavailable` when it could not be read in time. */
export async function readDocument(
  mode: ClientReaderRequest['mode'],
  url: string,
  { what, unusable }: Naming,
): Promise<unknown> {
  const { host } = new URL(url);
  const asked = patience.getStore() ?? {};
  asked.until ??= Date.now() + documentsMs;
  const left = asked.until - Date.now();
  const isLate = [host, url].some((key) => (late.get(key) ?? 0) > Date.now());
  if (isLate || left <= 0) throw tooLate(what);
  const answer = await invokeClientReader(mode, url, left).catch((error: Error) => {
    if (!(error instanceof InvocationFailed) && !isAborted(error)) throw error;
    throw tooLate(what);
  });
  if (!isRefusal(answer)) return answer.document;
  const { code, message, context } = answer.error;
  const kept = context?.['late'];
  const hadTime = left > documentsMs / 2;
  if (hadTime && (kept === 'host' || kept === 'url')) late.set(kept === 'host' ? host : url, Date.now() + lateMs);
  const isPassing = code === 'temporarily_unavailable';
  throw new OAuthError(isPassing ? code : unusable, `${what} cannot be used${isPassing ? ' now' : ''}. ${message}`);
}

const isAborted = ({ name }: Error): boolean => name === 'AbortError' || name === 'TimeoutError';

const tooLate = (what: string) => new OAuthError('temporarily_unavailable', `${what} could not be read in time.`);
