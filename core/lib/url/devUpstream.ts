/**
 * APIs on the developer's own machine, which a local stack calls under a name of their own, because upstreams are called by public names and
 * over TLS only (local/dev-upstream.ts). The names end in a domain that nobody can have (RFC 2606), so that nothing else is ever called by one.
 */

const NAME = /^dev-([1-9]\d{0,4})\.portcullis\.example$/;
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})(?=[/?#]|$)/i;

/** The host that stands for an API at this port. */
export const devHost = (port: number): string => `dev-${port}.portcullis.example`;

/** The port for which a host stands; undefined for any other host. */
export function devPort(host: string): number | undefined {
  const port = NAME.exec(host)?.[1];
  return port === undefined ? undefined : Number(port);
}

/** The port of a plain http address on this machine; undefined for any other address, and for one without a port. */
export function loopbackPort(address: string): number | undefined {
  const port = LOOPBACK.exec(address.trim())?.[1];
  return port === undefined ? undefined : Number(port);
}

/** A plain http address on this machine with its API's name in place of host and port. Others stay as they are. */
export const devAddress = (address: string): string =>
  address.trim().replace(LOOPBACK, (_, port: string) => `https://${devHost(Number(port))}`);
