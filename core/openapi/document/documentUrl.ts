/** URLs of documents: of fetched ones, of files, and of the files of an upload, which have an address of their own making. */

import { maskedUrl } from '../../url/mask.ts';

/** Base of the files of an upload; deep, so that `../` of a reference has somewhere to go. */
export const UPLOAD = 'upload:///0/1/2/3/4/5/6/7/';

export function absolute(reference: string, base: string): URL | undefined {
  try {
    return new URL(reference, base);
  } catch {
    return undefined;
  }
}

export const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');

/** Percent-encoding undone; as it is when that is impossible. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** File URLs and uploads are shown by their path, without the made-up base; addresses without what may be a key. */
export const shown = (url: string): string =>
  url.startsWith(UPLOAD) ? decode(url.slice(UPLOAD.length)) : maskedUrl(url);
