/**
 * URLs as people and logs may see them. Host, path and the names of query parameters stay; their values may be keys and
 * become `***`, as does a query that is not made of pairs. Works on relative references too and checks nothing.
 */

/** What stands in place of a masked value. */
export const MASK = '***';

/** The URL with user information and query values masked; unchanged when it has none. */
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

/** True when a URL still has `***` as a value: it was copied from an answer of ours and cannot be fetched. */
export const holdsMask = (url: string): boolean => /[?&][^#]*\*\*\*(?:&|#|$)/.test(url) && maskedUrl(url) === url;
