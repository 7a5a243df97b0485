/**
 * IP addresses by their form (RFC 791, RFC 4291), as whole values. text/detectors/ip.ts decides which addresses in a
 * text are personal.
 */

/** An IPv4 address anywhere in a text. */
export const V4 = /(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}/;
const V4_WHOLE = new RegExp(`^${V4.source}$`);

/** Whether a text is one IPv6 address, with or without a zone id (RFC 4291, section 2.2). */
export function isIpv6(text: string): boolean {
  const address = text.includes('%') ? text.slice(0, text.indexOf('%')) : text;
  if (address.length < 3 || address.length > 45 || !address.includes(':')) return false;
  const halves = address.split('::');
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [index, half] of halves.entries()) {
    if (half === '') continue;
    const parts = half.split(':');
    for (const [position, part] of parts.entries()) {
      const last = position === parts.length - 1 && index === halves.length - 1;
      if (last && part.includes('.')) {
        if (!V4_WHOLE.test(part)) return false;
        groups += 2;
      } else {
        if (!/^[0-9a-fA-F]{1,4}$/.test(part)) return false;
        groups++;
      }
    }
  }
  return halves.length === 2 ? groups >= 1 && groups <= 7 : groups === 8;
}

/** Well-known resolvers, which are nobody's. */
const RESOLVERS = new Set(['8.8.8.8', '8.8.4.4', '1.1.1.1', '1.0.0.1', '9.9.9.9']);

/** Whether a value is an address, a list of addresses, or an address with a port. A CIDR block is none. */
export function isIpText(value: string): boolean {
  if (value.length > 400) return false;
  const items = value.split(',');
  return items.every((item) => isOneIp(item.trim()));
}

function isOneIp(item: string): boolean {
  const bare = item
    .replace(/^for=/i, '')
    .replace(/^"|"$/g, '')
    .replace(/^\[(.*)\](?::\d{1,5})?$/, '$1');
  const first = bare.charCodeAt(0);
  if (
    (first === 0x30 || first === 0x31 || first === 0x32 || first === 0x3a) &&
    /^(?:0\.0\.0\.0|127(?:\.\d+){3}|255\.255\.\d+\.\d+)(?::\d+)?$|^::1?$/.test(bare)
  )
    return false;
  if (RESOLVERS.has(bare)) return false;
  return V4_WHOLE.test(bare.replace(/:\d{1,5}$/, '')) || isIpv6(bare);
}
