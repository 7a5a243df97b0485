/** Reads the JSON body of a request. Media type, size and depth are checked before parsing. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { PortcullisError } from '../../../core/lib/errors.ts';

/** Lambda accepts 6 MB in a synchronous invocation, including the event around the body. */
export const BODY_BYTES = 5.5 * 1024 * 1024;
/** Deeper JSON is an attack on recursive code; real documents are far shallower. */
const DEPTH = 200;

/** The parsed body; undefined when there is none. Throws PortcullisError with a `body_…` code. */
export function readBody(event: Pick<APIGatewayProxyEventV2, 'body' | 'headers' | 'isBase64Encoded'>): unknown {
  if (!event.body) return undefined;
  const type = event.headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new PortcullisError('content_type_unsupported', 'Send JSON, with the header content-type: application/json.');
  }
  const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('utf8') : event.body;
  if (Buffer.byteLength(text) > BODY_BYTES) {
    throw new PortcullisError(
      'body_too_large',
      `The body is larger than ${BODY_BYTES} bytes. Send a large API description as {"base64": "…"} of its gzip-compressed file.`,
    );
  }
  return jsonOf(text, 'The body');
}

/** Parses text from outside. `what` begins the error message. Throws PortcullisError with a `body_…` code. */
export function jsonOf(text: string, what: string): unknown {
  if (nesting(text) > DEPTH) {
    throw new PortcullisError('body_too_deep', `${what} is nested deeper than ${DEPTH} levels.`);
  }
  const value = parsed(text, what);
  // Lone surrogates are not valid Unicode: some JSON parsers reject a whole response that contains one.
  if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(value)) {
    throw new PortcullisError(
      'body_not_unicode',
      `${what} contains a lone surrogate, such as \\ud83d. Send whole characters.`,
    );
  }
  return value;
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message quotes the text around the error, which may be part of a secret: only the position is repeated.
    const place = /position (\d+)/.exec((error as Error).message)?.[1];
    throw new PortcullisError('body_not_json', `${what} is not JSON${place ? ` (see character ${place})` : ''}.`);
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}

/** Maximum nesting of brackets outside strings; stops counting above the limit. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      do {
        at = text.indexOf('"', at + 1);
        if (at < 0) return deepest;
      } while (isEscaped(text, at));
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > deepest) deepest = depth;
      if (deepest > DEPTH) return deepest;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

function isEscaped(text: string, quote: number): boolean {
  let at = quote - 1;
  while (text.charCodeAt(at) === 0x5c) at--;
  return (quote - at) % 2 === 0;
}
