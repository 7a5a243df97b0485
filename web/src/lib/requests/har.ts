/**
 * Reads HTTP archives (HAR 1.2, w3c.github.io/web-performance/specs/HAR) of browsers and proxies: the requests, and only the media type
 * of the responses.
 */
import { asObject } from '../tools.ts';
import { listIn, type Named, type RecordedBody, type RecordedRequest, splitUrl, textIn } from './recorded.ts';

export const isHar = (document: Record<string, unknown>): boolean =>
  Array.isArray(asObject(document['log'])['entries']);

export function harRequests(document: Record<string, unknown>): RecordedRequest[] {
  return listIn(asObject(document['log'])['entries']).flatMap((entry) => {
    const request = asObject(asObject(entry)['request']);
    const { url, query } = splitUrl(textIn(request['url']));
    const method = textIn(request['method']).toUpperCase();
    // Requests that a browser makes on its own (CORS preflight, Fetch Standard) are skipped.
    if (url === '' || method === 'OPTIONS' || method === 'CONNECT' || isPagePart(asObject(entry), method)) return [];
    const body = bodyOf(asObject(request['postData']));
    return [
      {
        method,
        url,
        query,
        headers: namedIn(request['headers']),
        ...(body && { body }),
        credentials: listIn(request['cookies']).length > 0 ? ['cookies'] : [],
      },
    ];
  });
}

const PAGE_PART = /^(?:text\/(?:html|css|javascript)|application\/(?:x-)?javascript|(?:image|font|audio|video)\/)/;

/**
 * Whether it is a page, script, image or the like, which a browser loads on its own, and not a request made by a script (`_resourceType`,
 * Chromium).
 */
function isPagePart(entry: Record<string, unknown>, method: string): boolean {
  if (method !== 'GET' || /^(?:xhr|fetch)$/.test(textIn(entry['_resourceType']))) return false;
  return PAGE_PART.test(textIn(asObject(asObject(entry['response'])['content'])['mimeType']));
}

function bodyOf(data: Record<string, unknown>): RecordedBody | undefined {
  const contentType = textIn(data['mimeType']);
  if (contentType === '') return;
  const fields = namedIn(data['params']);
  return fields.length > 0 ? { contentType, fields } : { contentType, text: textIn(data['text']) };
}

const namedIn = (value: unknown): Named[] =>
  listIn(value)
    .map(asObject)
    .map((one) => ({ name: textIn(one['name']), value: textIn(one['value']), isFile: 'fileName' in one }))
    // HTTP/2 pseudo-headers, as Chromium records them.
    .filter(({ name }) => name !== '' && !name.startsWith(':'));
