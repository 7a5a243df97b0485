/** Checks URLs in forms early; the API checks again and decides. */
import { loopbackPort } from '../../../core/lib/url/devUpstream.ts';

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
  if (url === undefined) return 'Enter a complete URL, such as https://api.example.com/v1.';
  if (url.protocol !== 'https:') return plainHttpFault(value) ?? PLAIN_HTTP;
  if (url.username !== '' || url.password !== '') return 'Remove user and password; enter them in the Security step.';
  if (/^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('['))
    return 'Use a domain name; IP addresses are refused.';
  if (privateHosts.includes(url.hostname)) return undefined;
  if (!url.hostname.includes('.') || PRIVATE_NAME.test(url.hostname))
    return 'Use a public domain name. Private hosts must be allowed by the deployment (privateHosts).';
  return undefined;
}

const PLAIN_HTTP = 'Enter an https URL; http is not supported.';

/** What to do about a plain http address, said while it is typed; undefined for any other text. */
export function plainHttpFault(text: string): string | undefined {
  const value = text.trim();
  if (!/^http:\/\/[^/]+/i.test(value)) return undefined;
  const port = loopbackPort(value);
  return port === undefined
    ? `${PLAIN_HTTP} You can also choose the description as a file.`
    : `To call an API on your machine, start a local stack with npm start -- --dev-upstream http://localhost:${port}. You can also choose its description as a file.`;
}

/** The same for a base URL, which has no query and no fragment. */
export function baseUrlFault(text: string, privateHosts?: readonly string[]): string | undefined {
  const fault = addressFault(text, privateHosts);
  if (fault !== undefined) return fault;
  const url = new URL(text.trim());
  return url.search !== '' || url.hash !== '' ? 'A base URL ends before “?” and “#”.' : undefined;
}
