/** The URL by which the browser returns to a client. */
import { issuerOf } from './addresses.ts';

/** The redirect URI with the parameters of the authorization response and the issuer (`iss`, RFC 9207). */
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
