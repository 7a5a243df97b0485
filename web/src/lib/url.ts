/** What the forms accept as an address, said early; the API judges again and has the last word. */

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa)$/;

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Why `text` cannot be an upstream address, or undefined when nothing speaks against it. */
export function addressFault(text: string): string | undefined {
  const value = text.trim();
  const url = parsed(value);
  if (url === undefined) return 'Enter a complete address, such as https://api.example.com/v1.';
  if (url.protocol !== 'https:')
    return 'Only https addresses are called, so that credentials stay encrypted on the way.';
  if (url.username !== '' || url.password !== '')
    return 'Leave user and password out; they belong in the Security step.';
  if (/^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('['))
    return 'Use a domain name; IP addresses are refused.';
  if (!url.hostname.includes('.') || PRIVATE_NAME.test(url.hostname))
    return 'Use a public domain name: private and internal hosts are never called.';
  return undefined;
}

/** The same for a base URL, which carries neither query nor fragment. */
export function baseUrlFault(text: string): string | undefined {
  const fault = addressFault(text);
  if (fault !== undefined) return fault;
  const url = new URL(text.trim());
  return url.search !== '' || url.hash !== '' ? 'A base URL ends before “?” and “#”.' : undefined;
}
