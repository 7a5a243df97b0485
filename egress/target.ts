/**
 * The target of a request: splits and checks its URL, and the URL of a redirect. Does not resolve names; the connector checks the
 * addresses when it connects.
 */
import { PortcullisError } from '../core/lib/errors.ts';
import { checkDocumentUrl } from '../core/lib/url/baseUrl.ts';
import { EgressError } from './errors.ts';
import type { RawHeaders } from './http.ts';
import type { EgressOptions } from './types.ts';

/** Where a request goes. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

/** Cache of checked origins. The check is pure, so its result for an origin never changes. */
const checkedOrigins = new Map<string, { host: string; port: number; origin: string }>();

/**
 * Splits and checks a URL. Does not change its path, which is encoded already.
 * @throws EgressError `url_invalid` or `host_not_allowed`
 */
export function targetOf(url: string, options: EgressOptions): Target {
  const match = /^(https?:\/\/[^/?#]+)([/?][^#]*)?(?:#.*)?$/is.exec(url);
  const [, authority, path = '/'] = match ?? [];
  if (authority === undefined || !/^[\u0021-\u007e]*$/.test(path)) {
    throw new EgressError('url_invalid', 'url: must be an absolute https URL in its encoded form.');
  }
  const checked = checkedOrigin(authority);
  if (options.only && (checked.host !== options.only.host || checked.port !== options.only.port)) {
    throw new EgressError(
      'host_not_allowed',
      `Only ${options.only.host}:${options.only.port} may be reached, not ${checked.host}:${checked.port}.`,
    );
  }
  return { origin: checked.origin, path: path.startsWith('?') ? `/${path}` : path };
}

function checkedOrigin(text: string): { host: string; port: number; origin: string } {
  const known = checkedOrigins.get(text);
  if (known) return known;
  try {
    const { host, port } = checkDocumentUrl(text);
    const checked = { host, port, origin: port === 443 ? `https://${host}` : `https://${host}:${port}` };
    if (checkedOrigins.size > 1_000) checkedOrigins.clear();
    // Of its own: a part of a string keeps the whole in memory, and a URL may have a key in it.
    checkedOrigins.set(Buffer.from(text).toString(), checked);
    return checked;
  } catch (error) {
    if (error instanceof PortcullisError) throw new EgressError('url_invalid', error.message);
    throw error;
  }
}

/** The Location header of a redirect; undefined for other responses. */
export function redirectOf(status: number, { location }: RawHeaders): string | undefined {
  const isRedirect = status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
  return isRedirect ? [location].flat()[0] : undefined;
}

/**
 * The target of a redirect. With `only`, it must have the same host and port, because the credential is sent with it;
 * otherwise it may be any public https host.
 * @throws EgressError `redirect_refused`
 */
export function redirectTarget(location: string, from: Target, options: EgressOptions): Target {
  let url: URL;
  try {
    url = new URL(location, `${from.origin}${from.path}`);
  } catch {
    throw new EgressError('redirect_refused', 'The answer redirects to an invalid URL.');
  }
  url.hash = '';
  try {
    if (url.username || url.password) throw new EgressError('url_invalid', 'url: contains a user name or password.');
    return targetOf(url.href, options);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new EgressError(
      'redirect_refused',
      `The answer redirects to ${url.protocol}//${url.host}, which is not allowed.`,
      {
        cause: error,
        context: { host: url.host },
      },
    );
  }
}
