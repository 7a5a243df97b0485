/**
 * Pinned addresses (`--resolve host:port:address[:port]`, as in curl), with which the local stack and the command line
 * reach an upstream on this machine by its public name. A pin skips the check for public addresses for that host and port
 * only. Pins are set only by the host process, in a frozen object that it creates before handler code is loaded; not by
 * environment variables, files or messages. A deployed function has no such object.
 */
import { isIP } from 'node:net';
import { EgressError } from './errors.ts';
import type { PinnedAddress } from './types.ts';

/**
 * Parses `host:port:address[:port]`, with an IPv6 address in brackets.
 * @throws EgressError `url_invalid`
 */
export function parseResolve(text: string): PinnedAddress {
  const [, host, port, bracketed, addressPort] =
    /^([a-z0-9_.-]+):(\d{1,5}):(\[[0-9a-f:.]+\]|[0-9.]+)(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
  const address = bracketed?.replace(/^\[|\]$/g, '') ?? '';
  const isPort = (number: number) => number >= 1 && number <= 65_535;
  const there = Number(port);
  const here = Number(addressPort ?? port);
  if (host === undefined || isIP(address) === 0 || !isPort(there) || !isPort(here)) {
    throw new EgressError(
      'url_invalid',
      `--resolve ${JSON.stringify(text)}: must be host:port:address or host:port:address:port, an IPv6 address in brackets.`,
    );
  }
  return { host: host.toLowerCase(), port: there, address, addressPort: here };
}

const HOST_KEY = Symbol.for('portcullis.egress.host');

/** The pins and the certificate authority that the local host gives to its workers; empty everywhere else. */
export function pinnedFromHost(): { pinned?: PinnedAddress[]; ca?: string } {
  const given = (globalThis as Record<symbol, unknown>)[HOST_KEY] as
    | { readonly pinned?: readonly PinnedAddress[]; readonly ca?: string }
    | undefined;
  if (given === undefined || !Object.isFrozen(given)) return {};
  return {
    ...(given.pinned && given.pinned.length > 0 ? { pinned: [...given.pinned] } : {}),
    ...(given.ca ? { ca: given.ca } : {}),
  };
}
