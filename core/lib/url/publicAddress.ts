/**
 * Which IP addresses are public, for the egress guard and the URL checks. An address is public only if it is in a
 * globally assigned block and in no special-purpose one (IANA special-purpose registries, RFC 6890 and successors).
 * Addresses with an embedded IPv4 address are refused, because a translator could send packets to that address.
 */
import ipaddr from 'ipaddr.js';

type Block = readonly [network: string, why: string];

const REFUSED_V4: readonly Block[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'cloud metadata'],
  ['169.254.0.0/16', 'link-local (cloud metadata)'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved or broadcast'],
];

/** The special-purpose parts of 2000::/3, the only block assigned for global unicast. */
const REFUSED_V6: readonly Block[] = [
  ['2001::/23', 'protocol assignments (Teredo, benchmarking, ORCHID)'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
];

const NAMED_V6: readonly Block[] = [
  ['::1/128', 'loopback'],
  ['::/128', 'unspecified'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['::ffff:0:0:0/96', 'IPv4-translated'],
  ['::/96', 'IPv4-compatible'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'local NAT64'],
  ['100::/64', 'discard'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
];

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number, string];
const ranges = (blocks: readonly Block[]): Range[] =>
  blocks.map(([network, why]) => {
    const [address, bits] = ipaddr.parseCIDR(network);
    return [address, bits, why];
  });

const V4 = ranges(REFUSED_V4);
const V6 = ranges([...NAMED_V6, ...REFUSED_V6]);
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** ISATAP interface identifiers (RFC 5214) carry an IPv4 address in the low 32 bits. */
const isIsatap = (address: ipaddr.IPv6): boolean =>
  (address.parts[4] === 0 || address.parts[4] === 0x200) && address.parts[5] === 0x5efe;

/**
 * Why an address is not public, in one or two words; undefined when it is. `malformed` for text that is not a plain IPv4
 * or IPv6 address, e.g. with a zone id or an octal part.
 */
export function refusalOf(text: string): string | undefined {
  if (!/^[0-9.]+$|^[0-9a-f:.]+$/i.test(text) || !ipaddr.isValid(text)) return 'malformed';
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') {
    if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return 'malformed';
    return V4.find(([network, bits]) => address.match(network, bits))?.[2];
  }
  const v6 = address as ipaddr.IPv6;
  const special = V6.find(([network, bits]) => v6.match(network as ipaddr.IPv6, bits));
  if (special) return special[2];
  if (!v6.match(GLOBAL_V6 as [ipaddr.IPv6, number])) return 'not globally assigned';
  return isIsatap(v6) ? 'ISATAP' : undefined;
}

/** The blocks that a network of one's own may use (RFC 1918, 6598, 4193). Nothing outside of them can be configured as private. */
const PRIVATE: readonly Block[] = [
  ['10.0.0.0/8', ''],
  ['100.64.0.0/10', ''],
  ['172.16.0.0/12', ''],
  ['192.168.0.0/16', ''],
  ['fc00::/7', ''],
];
/** Parts of them where clouds have their metadata services, which stay refused. */
const METADATA: readonly Block[] = [
  ['100.100.100.200/32', 'cloud metadata'],
  ['fd00:ec2::/32', 'cloud metadata'],
  ['fd20:ce::/32', 'cloud metadata'],
];
const PRIVATE_RANGES = ranges(PRIVATE);
const METADATA_RANGES = ranges(METADATA);

type Address = ipaddr.IPv4 | ipaddr.IPv6;
const isWithin = (address: Address, [network, bits]: readonly [Address, number, ...unknown[]]): boolean =>
  address.kind() === network.kind() && address.match(network as ipaddr.IPv4 & ipaddr.IPv6, bits);

/** Why a CIDR block may not be configured as private; undefined when it may. */
export function refusalOfRange(text: string): string | undefined {
  const [base = '', length = ''] = text.split('/');
  if (refusalOf(base) === 'malformed' || !/^\d{1,3}$/.test(length) || !ipaddr.isValidCIDR(text)) {
    return 'is no CIDR block such as 10.0.0.0/16';
  }
  const [network, bits] = ipaddr.parseCIDR(text);
  const isInside = PRIVATE_RANGES.some((range) => isWithin(network, range) && bits >= range[1]);
  return isInside ? undefined : 'is not inside of 10.0.0.0/8, 100.64.0.0/10, 172.16.0.0/12, 192.168.0.0/16 or fc00::/7';
}

/**
 * Why an address may not be connected to as that of a private host; undefined when it may: it is a plain private address in one of
 * the configured blocks, and no metadata service. Public addresses are refused too, because the name is that of an internal host.
 */
export function refusalOfPrivate(text: string, configured: readonly string[]): string | undefined {
  const why = refusalOf(text);
  if (why === 'malformed') return why;
  const address = ipaddr.parse(text);
  const metadata = METADATA_RANGES.find((range) => isWithin(address, range));
  if (metadata) return metadata[2];
  if (!PRIVATE_RANGES.some((range) => isWithin(address, range))) return why ?? 'public';
  const isConfigured = configured.some(
    (range) => refusalOfRange(range) === undefined && isWithin(address, ipaddr.parseCIDR(range)),
  );
  return isConfigured ? undefined : 'outside of privateRanges';
}

/**
 * True for text that some resolver reads as an IP address: dotted, short, octal, hexadecimal, a single number, IPv6.
 */
export function looksLikeAddress(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (bare.includes(':')) return true;
  const labels = bare.split('.');
  return (
    labels.every((label) => /^(?:0x[0-9a-f]*|\d+)$/i.test(label)) || /^(?:0x[0-9a-f]*|\d+)$/i.test(labels.at(-1) ?? '')
  );
}
