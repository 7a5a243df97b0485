/**
 * URLs as people and logs may see them: host, path and the names of query parameters stay, their values may be keys and become
 * `***`, as does a query that is no list of pairs. Works on relative references, too. Pure text: nothing is checked here.
 */
export const MASK = '***';

/** The same text when it has neither a query with values nor a user. */
export function maskedUrl(url: string): string {
  const [, before = '', query, fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const place = before.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/@]*@/i, `$1//${MASK}@`);
  return place + (query === undefined ? '' : maskedQuery(query)) + fragment;
}

const maskedQuery = (query: string): string =>
  `?${query
    .slice(1)
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      if (at >= 0) return at === pair.length - 1 ? pair : `${pair.slice(0, at)}=${MASK}`;
      return pair === '' ? '' : MASK;
    })
    .join('&')}`;

/** Whether a URL still holds a mask in the place of a value: it was copied from an answer, and leads nowhere. */
export const holdsMask = (url: string): boolean => /[?&][^#]*\*\*\*(?:&|#|$)/.test(url) && maskedUrl(url) === url;
