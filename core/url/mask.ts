/**
 * Masks URLs for people and logs. Host, path and the names of query parameters stay; their values, and a query without
 * pairs, become `***`, because they may be API keys. Works on relative references, too. Does not check the URL.
 */

/** Replaces a masked value. */
export const MASK = '***';

/** The URL with user information and query values masked. */
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

/** True for a URL with `***` as a value: it was copied from an API response and cannot be fetched. */
export const holdsMask = (url: string): boolean => /[?&][^#]*\*\*\*(?:&|#|$)/.test(url) && maskedUrl(url) === url;
