/**
 * What a server says of the API behind it, in its bundle: from its description, its name and its base URL. A host of the owner's network is
 * not told, and an icon only where whoever loads it tells nobody but the API's own site.
 */
import type { BundleAbout } from '../../model/bundle.ts';
import type { ApiAbout, PrivateHosts } from '../../model/server.ts';

/** Drawings (SVG) are left out: they may contain scripts (MCP 2025-11-25, icons). */
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

interface Described {
  readonly name: string;
  readonly about?: ApiAbout;
  readonly privateHosts?: PrivateHosts;
}

/** @param url the checked base URL */
export function bundleAbout({ name, about = {}, privateHosts = {} }: Described, url: string): BundleAbout {
  const { origin, hostname, host } = new URL(url);
  const { title = name, summary, version, website, icon } = about;
  const isPrivate = Object.hasOwn(privateHosts, origin);
  const read = website ?? (isPrivate ? undefined : `${origin}/`);
  const src = isPrivate ? undefined : shownIcon(icon, hostname);
  return {
    title,
    ...(summary && { summary }),
    ...(version && { version }),
    ...(!isPrivate && { host }),
    ...(read && { website: read }),
    ...(src && { icon: src }),
  };
}

/**
 * An icon of the API's own site, and without a query, which could tell clients apart. Clients load it directly, so an address elsewhere
 * would tell strangers who uses the server and when.
 */
function shownIcon(icon: string | undefined, api: string): BundleAbout['icon'] {
  if (icon === undefined) return undefined;
  const { hostname, pathname, search } = new URL(icon);
  const site = api.replace(/^(?:apis?|rest|www|gateway|v\d+)\.(?=[^.]+\.)/, '');
  const mimeType = IMAGE_TYPES[/\.([a-z]{3,4})$/i.exec(pathname)?.[1]?.toLowerCase() ?? ''];
  const isOwn = hostname === site || hostname.endsWith(`.${site}`);
  return isOwn && search === '' && mimeType ? { src: icon, mimeType } : undefined;
}
