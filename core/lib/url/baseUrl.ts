/**
 * Checks URLs of upstream APIs and documents before they are saved or fetched. Does not resolve names: `egress/` checks
 * the addresses when it connects, with the same list (publicAddress.ts).
 *
 * The text is checked before it is parsed, because the URL parser corrects backslashes, tabs, full-width dots and octal
 * addresses, with which a URL could show one host and lead to another.
 */
import { domainToUnicode } from 'node:url';
import { PortcullisError } from '../errors.ts';
import { confusableReason } from './confusables.ts';
import { isMetadataName, isPermittedName } from './privateNames.ts';
import { looksLikeAddress } from './publicAddress.ts';

/** A URL that passed the rules. */
export interface CheckedUrl {
  /** Normalized: lower-case host, no default port, no trailing slash on a base URL. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

type Refuse = (message: string) => never;

/** Top-level domains that are never public (RFC 6761, 6762, 8375, 9476, ICANN's `.internal`, and common local names). */
const LOCAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
  'alt',
  'invalid',
];

/**
 * The "bad ports" of WHATWG Fetch, port 80, and ports of databases and infrastructure, which serve other protocols than
 * HTTPS.
 */
const REFUSED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 80, 87, 95, 101, 102, 103, 104, 109,
  110, 111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 623, 636, 873, 989, 990, 993, 995, 1433, 1521, 1719, 1720,
  1723, 2049, 2375, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 6000, 6379, 6566, 6665, 6666, 6667,
  6668, 6669, 6679, 6697, 9042, 9200, 10080, 11211, 27017,
]);

const MAX_LENGTH = 2048;

/**
 * Checks the base URL of an upstream API and normalizes it.
 * @throws PortcullisError `base_url_invalid`; the message says which rule is broken and what to do
 */
export function checkBaseUrl(text: string): CheckedUrl {
  const refuse: Refuse = (message) => {
    throw new PortcullisError('base_url_invalid', `baseUrl: ${message}`);
  };
  if (typeof text !== 'string') refuse('must be a text like https://api.example.com/v1.');
  const trimmed = text.trim();
  if (/[{}]|%7b|%7d/i.test(trimmed)) {
    refuse('still contains a {variable}; replace it by its value, for example https://eu.api.example.com.');
  }
  const parsed = parseUrl(trimmed, refuse);
  if (trimmed.includes('?')) refuse('must not have a query (?…); put such parameters into the tools.');
  const path = parsed.pathname.replace(/\/+$/, '');
  if (path.includes('//')) refuse('has an empty path segment (//).');
  if (/%(?:2f|5c|00)/i.test(path)) refuse('may not hold an encoded slash, backslash or NUL in its path.');
  return { url: `https://${parsed.host}${path}`, host: parsed.hostname, port: Number(parsed.port || 443) };
}

/** The origin of a checked URL: scheme, host and port, without the default port. A credential is bound to it. */
export const originOf = (url: string): string => new URL(url).origin;

/**
 * Checks the URL of a document: like a base URL, but a query is allowed and a fragment is removed.
 * @throws PortcullisError `url_invalid`
 */
export function checkDocumentUrl(text: string): CheckedUrl {
  const refuse: Refuse = (message) => {
    throw new PortcullisError('url_invalid', `url: ${message}`);
  };
  if (typeof text !== 'string') refuse('must be a text like https://api.example.com/openapi.json.');
  const parsed = parseUrl(text.trim().replace(/#.*$/s, ''), refuse);
  return { url: parsed.href, host: parsed.hostname, port: Number(parsed.port || 443) };
}

function parseUrl(text: string, refuse: Refuse): URL {
  if (text === '') refuse('is empty; enter an address like https://api.example.com.');
  if (text.length > MAX_LENGTH) refuse(`is longer than ${MAX_LENGTH} characters.`);
  if (/^http:/i.test(text)) refuse('must start with https://; plain http can be read and changed on its way.');
  if (!/^https:\/\/[^/]/i.test(text)) refuse('must start with https:// followed by a host name.');
  if (/[\u0000-\u0020\u007f\\]/.test(text)) refuse('may not hold spaces, control characters or backslashes.');
  const authority = /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (authority.includes('@')) {
    refuse('must not contain a user name or password; send them as the server’s auth instead.');
  }
  if (authority.includes('%')) refuse('has percent-encoded characters in its host.');
  if (text.includes('#')) refuse('may not have a fragment (#…).');
  if (/\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(text)) refuse('may not hold . or .. as a path segment.');
  const typedHost = authority.replace(/:\d*$/, '');
  if (/:$/.test(authority)) refuse('has an empty port.');
  let parsed: URL;
  try {
    parsed = new URL(text);
  } catch {
    if (looksLikeAddress(typedHost)) return refuse(addressMessage);
    return refuse('is not a valid URL.');
  }
  checkHost(typedHost, parsed.hostname, refuse);
  const port = Number(parsed.port || 443);
  if (REFUSED_PORTS.has(port)) refuse(`uses port ${port}, which is never an HTTPS API; leave it out for 443.`);
  return parsed;
}

const addressMessage = 'must name a host, not an IP address; a certificate and the egress guard need the name.';

function checkHost(typed: string, host: string, refuse: Refuse): void {
  if (looksLikeAddress(typed) || looksLikeAddress(host)) refuse(addressMessage);
  if (typed.endsWith('.') || host.endsWith('.')) refuse('has a trailing dot in its host name; leave it out.');
  if (host === 'localhost' || host === 'localhost6') refuse('names this machine; only public hosts can be reached.');
  const labels = host.split('.');
  if (labels.length < 2) refuse(`has a single-label host ("${host}"); give the full public name.`);
  if (host.length > 253 || labels.some((label) => label.length > 63))
    refuse('has a host name that is too long for DNS.');
  if (!labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(label))) {
    refuse('has a host name with an empty label or characters that DNS does not allow.');
  }
  const top = labels.at(-1) ?? '';
  if (!/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(top)) refuse(`ends in ".${top}", which is no public domain.`);
  if (isPermittedName(host) && typed.toLowerCase() === host) return;
  if (LOCAL_SUFFIXES.includes(top) || labels.includes('localhost')) {
    refuse(`ends in a name for local networks (${host}); only public hosts can be reached.`);
  }
  if (isMetadataName(host) || /\.(?:svc|cluster)$/.test(host)) {
    refuse(`names a metadata or cluster service (${host}).`);
  }
  const unicode = domainToUnicode(host);
  const reason = confusableReason(typed.toLowerCase(), host, unicode);
  if (reason !== undefined) refuse(`${reason} (${host}); type the name in plain letters if it is the one you mean.`);
}
