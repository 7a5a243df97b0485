/** The address that a browser takes back to a client. */
import { issuerOf } from './addresses.ts';

/** With the answer's parameters and who gives it (`iss`, RFC 9207), on success and on failure. */
export function redirectTo(
  redirectUri: string,
  parameters: Readonly<Record<string, string | undefined>>,
  edgeUrl: string,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...parameters, iss: issuerOf(edgeUrl) })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
