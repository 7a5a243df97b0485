/**
 * The requests in one recording, whatever tool wrote it. One reader for each layout: `http_interactions` (VCR, Betamax), `interactions`
 * (vcrpy, go-vcr), `log.entries` (HAR, which Polly.js writes) and a list with `scope` and `path` (nock). Knows nothing of files.
 */

/** A request as it stands in a recording. */
export interface Interaction {
  readonly method: string;
  readonly url: string;
  /** Lower case; several values of one header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly status?: number;
  /** Set where the recorder writes `a[0]=` in a query as `a[]=`, and orders its pairs. */
  readonly isQueryRewritten?: true;
}

type Members = Readonly<Record<string, unknown>>;

/** The requests of a parsed file; none if it is no recording. */
export function interactionsOf(document: unknown): readonly Interaction[] {
  if (Array.isArray(document)) return document.filter(isNock).map(ofNock);
  if (!isMembers(document)) return [];
  const { http_interactions: ofVcr, interactions: ofVcrpy, log } = document;
  const cassette = Array.isArray(ofVcr) ? ofVcr : Array.isArray(ofVcrpy) ? ofVcrpy : [];
  if (cassette.length > 0) {
    const isQueryRewritten = textOf(document['recorded_with']).startsWith('VCR ');
    const requests = cassette.filter(isMembers).map(ofCassette);
    return isQueryRewritten ? requests.map((request) => ({ ...request, isQueryRewritten })) : requests;
  }
  const entries = isMembers(log) && Array.isArray(log['entries']) ? log['entries'] : [];
  return entries.filter(isMembers).map(ofHar);
}

/**
 * VCR sees requests through WebMock, which parses a query and writes it again (`dehash` in lib/webmock/util/query_mapper.rb of
 * bblimke/webmock).
 *
 * VCR and Betamax hold a body as `{string}` or `{base64_string}`, vcrpy and go-vcr as text, or as bytes where YAML says `!!binary`. */
function ofCassette(interaction: Members): Interaction {
  const request = membersOf(interaction['request']);
  const response = membersOf(interaction['response']);
  const status = response['code'] ?? membersOf(response['status'])['code'] ?? response['status'];
  return {
    method: textOf(request['method']),
    url: textOf(request['uri'] ?? request['url']),
    headers: headersOf(request['headers']),
    ...withBody(cassetteBody(request['body'])),
    ...withStatus(status),
  };
}

function cassetteBody(body: unknown): Uint8Array | undefined {
  if (!isMembers(body)) return bytesOf(body);
  const base64 = body['base64_string'];
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : bytesOf(body['string']);
}

/** HAR 1.2. A form may be there as `params` without its text. */
function ofHar(entry: Members): Interaction {
  const request = membersOf(entry['request']);
  const posted = membersOf(request['postData']);
  const params = Array.isArray(posted['params']) ? posted['params'].filter(isMembers) : [];
  const form = params.map(({ name, value }) => `${formText(name)}=${formText(value)}`).join('&');
  const headers = headersOf(request['headers']);
  const mediaType = posted['mimeType'];
  return {
    method: textOf(request['method']),
    url: textOf(request['url']),
    headers: typeof mediaType === 'string' && mediaType ? { 'content-type': mediaType, ...headers } : headers,
    ...withBody(bytesOf(posted['text'] ?? form)),
    ...withStatus(membersOf(entry['response'])['status']),
  };
}

const isNock = (value: unknown): value is Members =>
  isMembers(value) && typeof value['scope'] === 'string' && typeof value['path'] === 'string';

/** nock keeps a JSON body as the value itself. */
function ofNock(request: Members): Interaction {
  const { scope, path, method, body, status } = request;
  const isText = typeof body === 'string';
  const headers = headersOf(request['reqheaders']);
  return {
    method: textOf(method),
    url: `${textOf(scope).replace(/\/+$/, '')}${textOf(path)}`,
    headers: isText || body == null ? headers : { 'content-type': 'application/json', ...headers },
    ...withBody(bytesOf(isText || body == null ? body : JSON.stringify(body))),
    ...withStatus(status),
  };
}

/** Headers by name (one value or several), or as HAR's list of names and values. */
function headersOf(headers: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  const add = (name: unknown, value: unknown) => {
    const text = Array.isArray(value) ? value.join(', ') : textOf(value);
    const key = textOf(name).toLowerCase();
    texts[key] = key in texts ? `${texts[key]}, ${text}` : text;
  };
  if (Array.isArray(headers)) for (const { name, value } of headers.filter(isMembers)) add(name, value);
  else for (const [name, value] of Object.entries(membersOf(headers))) add(name, value);
  return texts;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

const textOf = (value: unknown): string =>
  ArrayBuffer.isView(value) ? Buffer.from(value as Uint8Array).toString() : value == null ? '' : String(value);

const formText = (value: unknown): string => encodeURIComponent(textOf(value));

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value == null) return undefined;
  return ArrayBuffer.isView(value) ? (value as Uint8Array) : Buffer.from(textOf(value));
}

const withBody = (body: Uint8Array | undefined) => body && { body };

/** The number in `200`, `'200'` and `'200 OK'`. */
function withStatus(status: unknown): { status?: number } {
  const number = Number.parseInt(textOf(status), 10);
  return Number.isNaN(number) ? {} : { status: number };
}
