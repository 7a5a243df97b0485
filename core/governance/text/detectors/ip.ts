/**
 * IP addresses (RFC 791, RFC 4291). Versions (`v1.2.3.4`, `Chrome/91.0.4472.124`), object identifiers, CIDR blocks,
 * times and MAC addresses are not found; neither are loopback, unspecified and netmask addresses, which identify
 * nobody.
 */

import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { isIpv6, V4 } from '../../facts/ip.ts';
import { Form } from '../numberForms.ts';
import type { Signs } from '../signs.ts';
import { spendWork, type TextContext } from './detector.ts';
import { closesEmphasis, opensEmphasis } from './emphasis.ts';
import { isVersion } from './version.ts';

/** What is found, by rule. */
export const IP_RULES = defineFindings({
  'text.ipv4': ['ip', 'Four numbers with dots that are an address of a network and no version.', '203.0.113.7'],
  'text.ipv6': [
    'ip',
    'Groups of hexadecimal digits with colons that are an address of a network.',
    '2001:db8::8a2e:370:7334',
  ],
});

const V4_ALL = new RegExp(V4.source, 'g');

/**
 * Addresses that identify nobody (this network, loopback, masks, multicast, the metadata services of clouds),
 * well-known resolvers, and the two arcs of object identifiers that look like addresses (ITU-T X.660).
 */
const IDENTIFIES_NOBODY =
  /^(?:0\.|127\.|255\.|22[4-9]\.|23\d\.|2\.5\.(?:4|29)\.|::1?$|ff0[1-8]::|169\.254\.1(?:69|7\d)\.|8\.8\.(?:8\.8|4\.4)$|1\.(?:1\.1\.1|0\.0\.1)$|9\.9\.9\.9$)/i;
/** Eight pairs of hexadecimal digits: an EUI-64, a World Wide Name or a fingerprint. */
const PAIRS = /^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}$/i;

/** Whether a text may hold IP addresses. */
export const mayHaveIp = ({ forms }: Readonly<Signs>): boolean => (forms & (Form.ipv4 | Form.ipv6)) !== 0;

/** Finds addresses that are not versions. */
export function findIps(context: TextContext, spans: Span[]): void {
  const { text } = context;
  if (context.isMachineAddress) return;
  if ((context.forms & Form.ipv4) !== 0 && context.digits >= 4) {
    V4_ALL.lastIndex = 0;
    for (let hit = V4_ALL.exec(text); hit; hit = V4_ALL.exec(text)) {
      const start = hit.index;
      const end = start + hit[0].length;
      if (!isV4Boundary(text, start, end) || IDENTIFIES_NOBODY.test(hit[0])) continue;
      if (!spendWork(context, 2, start)) break;
      if (!isVersion(context, start, end)) spans.push(spanOf(start, end, IP_RULES['text.ipv4']));
    }
  }
  if ((context.forms & Form.ipv6) !== 0) {
    const pattern = /[0-9a-fA-F:]{3,39}(?:\.\d{1,3}){0,3}/g;
    for (let hit = pattern.exec(text); hit; hit = pattern.exec(text)) {
      const candidate = hit[0].replace(/:$/, (colon) => (hit?.[0].endsWith('::') ? colon : ''));
      const start = hit.index;
      const end = start + candidate.length;
      if (!isIpv6(candidate) || IDENTIFIES_NOBODY.test(candidate) || PAIRS.test(candidate)) continue;
      if (/[\w.:-]/.test(text[start - 1] ?? ' ') || /[\w-]/.test(text[end] ?? ' ') || text[end] === '/') continue;
      // With fewer than three groups, `::` is as often code (`a::b`) as an address.
      if (candidate.split(':').filter(Boolean).length < 3 && !/^(?:fe80|fc|fd|2[0-9a-f]{3})/i.test(candidate)) continue;
      if (!/\d/.test(candidate)) continue;
      spans.push(spanOf(start, end, IP_RULES['text.ipv6']));
    }
  }
}

function isV4Boundary(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? ' ';
  const after = text[end] ?? ' ';
  if (before === '_' ? !opensEmphasis(text, start) : /[\p{L}\d]/u.test(before)) return false;
  if (after === '_' ? !closesEmphasis(text, end) : /[\p{L}\d]/u.test(after)) return false;
  // Part of a longer dotted number or of a file name.
  if (before === '.' && /[\p{L}\d]/u.test(text[start - 2] ?? '')) return false;
  if (after === '.' && /[\p{Ll}\d]/u.test(text[end + 1] ?? '')) return false;
  if (before === '-' || (after === '-' && /[\w]/.test(text[end + 1] ?? ' '))) return false;
  // A tag of a container image (`shop/api:2.14.3.1`), or a folder in a path.
  if (before === ':' && /(?:^|[^/\s])\/[\w.-]+:$/.test(text.slice(Math.max(0, start - 64), start))) return false;
  if (before === '\\' && text[start - 2] !== '\\') return false;
  // `Name/1.2.3.4` is a product version; in `//1.2.3.4` it is a host.
  if (before === '/' && text[start - 2] !== '/' && /[\w)]/.test(text[start - 2] ?? ' ')) return false;
  if (after === '/' && /^\d{1,2}(?!\d|\.)/.test(text.slice(end + 1, end + 4))) return false;
  // `>=1.2.3.4`, `^1.2.3.4`, `~> 1.2.3.4` and `pkg==1.2.3.4` are version requirements.
  return !/(?:[<>=!~]=|[\^~]|~> ?)$/.test(text.slice(Math.max(0, start - 3), start));
}
