/**
 * The names that the deployment's owner has listed as hosts of their own network (`privateHosts` in lib/config.ts). The URL checks accept
 * them even below domains that are never public, such as `.internal`. A process sets them once, when it starts; nothing that a
 * request contains can add one. Whether such a host may be connected to is decided by the egress guard.
 */
import { looksLikeAddress } from './publicAddress.ts';

/** Names of instance metadata services, which no list can allow. */
const METADATA_NAMES = [
  'metadata.goog',
  'metadata.google.internal',
  'metadata.azure.com',
  'metadata.azure.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'instance-data.ec2.internal',
];

/** Whether the host is a metadata service or below one. */
export const isMetadataName = (host: string): boolean =>
  METADATA_NAMES.some((name) => host === name || host.endsWith(`.${name}`));

let permitted: ReadonlySet<string> = new Set();

/** Sets the listed names of this process, in lower case. */
export function permitPrivateNames(names: readonly string[]): void {
  permitted = new Set(names);
}

/** Whether the deployment's owner has listed the host. */
export const isPermittedName = (host: string): boolean => permitted.has(host);

const NAME = /^(?=.{4,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** Why a name may not be listed; undefined when it may. */
export function refusalOfPrivateName(name: string): string | undefined {
  if (!NAME.test(name) || looksLikeAddress(name))
    return 'is no full host name in lower case, such as api.corp.example.com';
  if (name.split('.').includes('localhost') || /\.(?:arpa|onion|alt|invalid)$/.test(name))
    return 'is no name of a network';
  return isMetadataName(name) ? 'is the name of a metadata service' : undefined;
}
