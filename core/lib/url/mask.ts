/**
 * Masks URLs for people and logs. Host, path and the names of query parameters stay; their values, a query without
 * pairs, and segments of the path that look like keys become `***`, because they may be API keys. Works on relative references, too.
 * Does not check the URL.
 */

/** Replaces a masked value. */
export const MASK = '***';

/** The URL with user information, query values and keys in its path masked. */
export function maskedUrl(url: string): string {
  const [, before = '', query, fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const place = before.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/@]*@/i, `$1//${MASK}@`);
  return withoutKeys(place) + (query === undefined ? '' : maskedQuery(query)) + fragment;
}

/** The segments before the last dot of a file's name count; those of a host have dots. */
const withoutKeys = (place: string): string =>
  place.replace(/[^/]{16,}/g, (segment) => (isKey(decoded(segment)) ? MASK : segment));

/** As random as keys are: 32 hexadecimal digits, or 20 characters with letters and digits in turns. Ids and hashes are, too. */
function isKey(segment: string): boolean {
  const [word = ''] = segment.split('.', 1);
  if (/^[\da-f]{32,}$/i.test(word)) return true;
  return word.length >= 20 && /^[\w~-]+$/.test(word) && (word.match(/[a-z](?=\d)|\d(?=[a-z])/gi) ?? []).length >= 4;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
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

/** True for a URL with `***` as a value or a segment: it was copied from an API response and cannot be fetched. */
export const holdsMask = (url: string): boolean => /(?:[?&](?:[^#&=]*=)?|\/)\*\*\*(?:[&#/?]|$)/.test(url);
