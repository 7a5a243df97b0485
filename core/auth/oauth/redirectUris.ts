/**
 * Redirect URIs of clients: which may be registered, whether that of a request is one of them, and where it leads. A list is not refused
 * for its worst member, because clients register for several places at once (Cursor: its own scheme, its website and loopback; VS Code:
 * its websites and loopback), and a server may replace what it cannot take (RFC 7591 section 3.2.1).
 */
import { OAuthError } from './errors.ts';

/** A redirect URI that cannot be registered, at most 200 characters of it, and why. */
export interface LeftOut {
  readonly uri: string;
  readonly reason: string;
}

/** The URIs of a list that can be registered, at least one, and the others. */
export interface RedirectUris {
  readonly usable: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

const MAX_REDIRECT_URIS = 20;
const MAX_SHOWN = 200;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

// `http://localhost:*/callback`, as `fastmcp auth cimd create` writes it: any port, which loopback has anyway (RFC 8252 section 7.3).
const ANY_PORT = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\*(?=[/?]|$)/;

/**
 * Schemes that no application may claim for itself: browsers run or read them, or hand them to a program of the system with what is in
 * them. All others are private-use schemes (RFC 8252 section 7.1), of which few have the dot that the RFC asks for: cursor, vscode,
 * windsurf, raycast. FastMCP (PrefectHQ/fastmcp#4419) and Windmill (windmill-labs/windmill#9197) draw the line at the same place.
 */
const RESERVED = new Set([
  ...['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'jar', 'resource', 'vbscript', 'view-source'],
  ...['brave', 'chrome', 'chrome-error', 'chrome-search', 'chrome-untrusted', 'devtools', 'edge', 'opera', 'vivaldi'],
  ...['android-app', 'content', 'intent', 'itms', 'itms-apps', 'itms-services', 'market'],
  ...['afp', 'dav', 'dns', 'ftp', 'ftps', 'git', 'gopher', 'imap', 'irc', 'ldap', 'ldaps', 'nfs', 'nntp', 'pop', 'rdp'],
  ...['rtsp', 'sftp', 'smb', 'ssh', 'svn', 'telnet', 'tftp', 'vnc', 'webdav', 'ws', 'wss'],
  ...['callto', 'facetime', 'mailto', 'sip', 'sips', 'sms', 'tel'],
  ...['help', 'hcp', 'mk', 'res', 'search', 'search-ms', 'shell', 'x-apple-helpbasic', 'x-man-page'],
]);
/** Windows starts programs of its own for these, with arguments from the URI (ms-msdt, ms-officecmd, ms-search). */
const OF_WINDOWS = /^ms-/;

/**
 * Sorts the redirect URIs of a client. Throws OAuthError `invalid_redirect_uri` when it is no list of 1 to 20 texts, or none can be
 * registered.
 */
export function redirectUrisOf(uris: unknown): RedirectUris {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS || !uris.every(isText)) {
    throw new OAuthError(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${MAX_REDIRECT_URIS} addresses. Clients that act for themselves (client_credentials) have none; an admin registers them.`,
    );
  }
  const sorted = uris.map((uri) => ({ uri: uri.replace(ANY_PORT, '$1'), given: uri }));
  const usable = [...new Set(sorted.map(({ uri }) => uri).filter((uri) => faultOf(uri) === undefined))];
  const leftOut = sorted.flatMap(({ uri, given }) => {
    const reason = faultOf(uri);
    return reason === undefined ? [] : [{ uri: given.slice(0, MAX_SHOWN), reason }];
  });
  if (usable.length === 0) {
    throw new OAuthError('invalid_redirect_uri', `None of redirect_uris can be used. The first ${leftOut[0]?.reason}`);
  }
  return { usable, leftOut };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Why a redirect URI cannot be registered, as the end of a sentence; undefined for one that can. */
function faultOf(uri: string): string | undefined {
  if (uri.length > 2_048) return 'is longer than 2048 characters.';
  if (/[^\x21-\x7e]|[\\"<>]/.test(uri) || !URL.canParse(uri)) return 'is no address of printable ASCII characters.';
  const { protocol, username, password, hostname } = new URL(uri);
  if (uri.includes('#')) return 'has a fragment (RFC 6749 section 3.1.2).';
  if (username !== '' || password !== '') return 'has a user name or a password, which hides its host from people.';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:') {
    return LOOPBACK.test(hostname)
      ? undefined
      : 'uses http to another machine, so the code would cross the network open.';
  }
  return isPrivateUse(uri)
    ? undefined
    : 'uses a scheme that belongs to no application. Use https, http on localhost, or a scheme of your own (RFC 8252 section 7.1).';
}

/** True for an application's own scheme (RFC 8252 section 7.1): one that nothing else handles, followed by a path or an authority. */
function isPrivateUse(uri: string): boolean {
  const scheme = new URL(uri).protocol.slice(0, -1);
  if (scheme === 'https' || scheme === 'http' || RESERVED.has(scheme) || OF_WINDOWS.test(scheme)) return false;
  return uri.charAt(scheme.length + 1) === '/';
}

/**
 * True for one of the registered URIs, compared exactly; on loopback, any port is allowed (RFC 8252 section 7.3). PKCE, which every request
 * has, protects the code from another program that claims the same scheme or port (section 8.1).
 */
export function isRedirectOf(registered: readonly string[], uri: string | undefined): uri is string {
  if (uri === undefined || faultOf(uri) !== undefined) return false;
  if (registered.includes(uri)) return true;
  return isLoopback(uri) && registered.some((each) => isLoopback(each) && withoutPort(each) === withoutPort(uri));
}

/** True for a redirect URI that leads to a program on the person's own device: on loopback, or by its own scheme. */
export const isOnDevice = (uri: string): boolean => isLoopback(uri) || isPrivateUse(uri);

/** Where a redirect URI leads, for people: the host, this computer, or the application and its scheme. */
export function destinationOf(uri: string): string {
  if (isLoopback(uri)) return 'this computer';
  const { protocol, host } = new URL(uri);
  return protocol === 'https:'
    ? host
    : `the application for ${protocol}${host === '' ? '/' : `//${host}`} links on this device`;
}

function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.test(hostname);
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}
