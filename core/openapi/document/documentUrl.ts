/** URLs of documents: fetched ones, files, and the files of an upload, which get made-up addresses. */

import { maskedUrl } from '../../url/mask.ts';

/** Base of the files of an upload. Deep enough that the `../` of a reference has somewhere to go. */
export const UPLOAD = 'upload:///0/1/2/3/4/5/6/7/';

/** The URL that a reference means; undefined when there is none. */
export function absolute(reference: string, base: string): URL | undefined {
  try {
    return new URL(reference, base);
  } catch {
    return undefined;
  }
}

/** The URL without its fragment. */
export const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');

/** The text with percent-encoding undone; unchanged when it is not valid. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A document's URL for people: files of an upload by their path, others with possible keys masked. */
export const shown = (url: string): string =>
  url.startsWith(UPLOAD) ? decode(url.slice(UPLOAD.length)) : maskedUrl(url);
