/** HTTP status codes as text, and what an error status means for the model's next step. */

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

/** The reason phrase (RFC 9110, section 15), or the code when it is unknown. */
export const reasonPhrase = (status: number): string => REASONS[status] ?? String(status);

/** Code and reason phrase, as in `404 Not Found`; only the code when it is unknown. */
export const statusText = (status: number): string =>
  REASONS[status] ? `${status} ${REASONS[status]}` : String(status);

/**
 * Seconds to wait (RFC 9110, section 10.2.3); undefined for an invalid value.
 * @param now milliseconds since 1970, for a date
 */
export function retryAfterSeconds(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^[A-Za-z]{3}/.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/**
 * What a request had to authenticate: nothing because its server has no credential, nothing because an approved host gets none, an access
 * token, the last access token that can be had (SealedTokens.isLast), or another credential.
 */
export type Authorized = 'nothing' | 'elsewhere' | 'token' | 'lastToken' | 'credential';

const REFUSED: Readonly<Record<Authorized, string>> = {
  nothing: 'This server has no credential for the API; its owner can give it one. Calling again does not help.',
  elsewhere:
    'It is another host, to which the API led and which gets no credential. A link of that kind ends after some time: the call can be made anew.',
  token:
    'The access token of this server was not accepted. The next call has another one, or says what its owner has to do: call once more.',
  lastToken:
    'An access token that is not older was not accepted either; its owner has to look at the credential: its account, its scopes and the API that it is for. Calling again does not help.',
  credential: 'The credential of this server was not accepted; its owner has to renew it. Calling again does not help.',
};

/**
 * One or two sentences of advice for a response that is not 2xx; '' when the status needs none.
 * @param retryAfter seconds
 */
export function adviceFor(status: number, retryAfter: number | undefined, by: Authorized = 'credential'): string {
  if (retryAfter !== undefined) {
    return `It asks to wait ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'} before the next request (Retry-After); do not repeat the call earlier.`;
  }
  if (status === 429)
    return 'It limits how often it may be called; wait before repeating the call, and call less often.';
  if (status === 503) return 'It is unavailable for the moment; wait before repeating the call.';
  if (status === 401 || (status === 403 && (by === 'nothing' || by === 'elsewhere'))) return REFUSED[by];
  if (status === 403) return 'The credential of this server may not do this.';
  return '';
}

/**
 * Whether the access token is valid but lacks a scope for this operation. RFC 6750, section 3.1, has it with 403; some APIs send the same
 * challenge with 401.
 */
export const isScopeMissing = (status: number, challenge: string | null | undefined): boolean =>
  (status === 403 || status === 401) &&
  /(?:^|[\s,])error\s*=\s*"?insufficient_scope(?![\w-])/i.test((challenge ?? '').slice(0, 2_000));

/** The advice for it. */
export const SCOPE_MISSING =
  'The access token of this server needs more scopes for this operation; its owner can add them to the credential. Calling again does not help.';
