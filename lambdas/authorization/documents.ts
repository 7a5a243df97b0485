/** Reads JSON documents at URLs that clients name: their metadata, and public keys. The spec reader fetches them, guarded. */
import { type ClientReaderRequest, InvocationFailed, invokeClientReader, isRefusal } from '../../aws/invoke.ts';
import { OAuthError, type OAuthErrorCode } from '../../core/oauth/errors.ts';

interface Naming {
  /** The document in an error message, such as `The keys at jwks_uri`. */
  readonly what: string;
  /** The error code if the document cannot be used, now and later. */
  readonly unusable: OAuthErrorCode;
}

/** The parsed document. Throws OAuthError: `unusable`, or `temporarily_unavailable` when it could not be read in time. */
export async function readDocument(
  mode: ClientReaderRequest['mode'],
  url: string,
  { what, unusable }: Naming,
): Promise<unknown> {
  const answer = await invokeClientReader(mode, url).catch((error: Error) => {
    const isLate = error instanceof InvocationFailed || error.name === 'AbortError';
    throw isLate ? new OAuthError('temporarily_unavailable', `${what} could not be read in time.`) : error;
  });
  if (!isRefusal(answer)) return answer.document;
  const { code, message } = answer.error;
  const isPassing = code === 'temporarily_unavailable';
  throw new OAuthError(isPassing ? code : unusable, `${what} cannot be used${isPassing ? ' now' : ''}. ${message}`);
}
