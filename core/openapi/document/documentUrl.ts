/** URLs of documents: fetched ones, files, and the files of an upload, which get URLs below {@link UPLOAD_BASE}. */

import { maskedUrl } from '../../lib/url/mask.ts';

/** Base URL of the files of an upload. Several folders deep, so that `../` in a reference stays below its top. */
export const UPLOAD_BASE = 'upload:///0/1/2/3/4/5/6/7/';

/** The URL of a reference, resolved against a base (RFC 3986, section 5); undefined when it is not valid. */
export function absolute(reference: string, base: string): URL | undefined {
  try {
    return new URL(reference, base);
  } catch {
    return undefined;
  }
}

/** The URL without its fragment. */
export const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');

/** The text with percent-encoding decoded; unchanged when the encoding is not valid. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A document's URL for messages: the path for a file of an upload, else the URL with possible API keys masked. */
export const displayUrl = (url: string): string =>
  url.startsWith(UPLOAD_BASE) ? decode(url.slice(UPLOAD_BASE.length)) : maskedUrl(url);
