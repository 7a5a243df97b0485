/** Checks URLs in forms early; the API checks again and decides. */

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa)$/;

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * Why `text` cannot be an upstream URL, or undefined if it can.
 * @param privateHosts names that the deployment lists as hosts of its owner's network
 */
export function addressFault(text: string, privateHosts: readonly string[] = []): string | undefined {
  const value = text.trim();
  const url = parsed(value);
  if (url === undefined) return 'Enter a complete address, such as https://api.example.com/v1.';
  if (url.protocol !== 'https:') return PLAIN_HTTP;
  if (url.username !== '' || url.password !== '')
    return 'Leave user and password out; they belong in the Security step.';
  if (/^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('['))
    return 'Use a domain name; IP addresses are refused.';
  if (privateHosts.includes(url.hostname)) return undefined;
  if (!url.hostname.includes('.') || PRIVATE_NAME.test(url.hostname))
    return 'Use a public domain name. Hosts of a private network are called only where the installation names them (privateHosts).';
  return undefined;
}

const PLAIN_HTTP = 'Only https addresses are called, so that credentials stay encrypted on the way.';

/** Of a description that is typed: what to do about one on this machine is said before anybody presses Next. */
export const plainHttpFault = (text: string): string | undefined =>
  /^http:\/\/[^/]+/i.test(text.trim())
    ? `${PLAIN_HTTP} For a description on your machine choose its file; the API itself needs an https address, or --resolve and --ca of a local stack.`
    : undefined;

/** The same for a base URL, which has no query and no fragment. */
export function baseUrlFault(text: string, privateHosts?: readonly string[]): string | undefined {
  const fault = addressFault(text, privateHosts);
  if (fault !== undefined) return fault;
  const url = new URL(text.trim());
  return url.search !== '' || url.hash !== '' ? 'A base URL ends before “?” and “#”.' : undefined;
}
