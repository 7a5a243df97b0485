/**
 * Checks certificates of private authorities (PEM), which replace the public ones for one host of a server. Each must be the certificate
 * of an authority (RFC 5280, section 4.2.1.9), valid now, with a key of today's length: the sandbox verifies
 * with it at each connection.
 */
import { X509Certificate } from 'node:crypto';
import { isUsableRsa, RSA_BITS } from './rsaKeys.ts';

/** Most certificates for one host: a root, an intermediate one, and their successors. */
export const MAX_AUTHORITIES = 4;
/** Characters of PEM for one host. */
export const MAX_AUTHORITIES_LENGTH = 12_000;

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[A-Za-z0-9+/=\s]*-----END \1-----/g;

/** What people see of a certificate. */
export interface AuthorityView {
  readonly subject: string;
  /** SHA-256, in hexadecimal with colons. */
  readonly fingerprint: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** What a text of certificates contains, in order; a text with a fault is a fault. */
export function readAuthorities(pem: string, now = Date.now()): { readonly fault: string } | { readonly pem: string } {
  if (pem.length > MAX_AUTHORITIES_LENGTH) return { fault: `has more than ${MAX_AUTHORITIES_LENGTH} characters.` };
  const blocks = [...pem.matchAll(BLOCK)];
  if (blocks.some(([, kind]) => kind !== 'CERTIFICATE')) {
    return { fault: 'contains something other than certificates. Never send a private key here; leave it out.' };
  }
  if (blocks.length === 0) return { fault: 'contains no certificate in PEM form (-----BEGIN CERTIFICATE-----).' };
  if (blocks.length > MAX_AUTHORITIES) {
    return {
      fault: `contains ${blocks.length} certificates; ${MAX_AUTHORITIES} is the limit. Send those of the issuers alone.`,
    };
  }
  for (const [index, [block]] of blocks.entries()) {
    const fault = faultOf(block, now);
    if (fault !== undefined) return { fault: `certificate ${index + 1} ${fault}` };
  }
  return { pem: blocks.map(([block]) => `${block.trim()}\n`).join('') };
}

function faultOf(block: string, now: number): string | undefined {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(block);
  } catch {
    return 'cannot be read.';
  }
  if (!certificate.ca) return 'is not that of an authority (CA:TRUE is missing). Send that of its issuer.';
  if (Date.parse(certificate.validTo) <= now) return `expired on ${certificate.validTo}. Send its successor.`;
  if (Date.parse(certificate.validFrom) > now) return `is valid from ${certificate.validFrom} only.`;
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  // A JWK knows no key that is for PSS alone.
  const isUsable = type === 'rsa' ? isUsableRsa(certificate.publicKey.export({ format: 'jwk' })) : type !== 'rsa-pss';
  return isUsable
    ? undefined
    : `has an RSA key of ${details?.modulusLength ?? 0} bits${type === 'rsa' ? '' : ' for PSS alone'}; ${RSA_BITS.least} to ${RSA_BITS.most} with a short exponent are taken.`;
}

/** The certificates of a checked text, for people. */
export const authorityViews = (pem: string): AuthorityView[] =>
  [...pem.matchAll(BLOCK)].map(([block]) => {
    const { subject, fingerprint256, validTo } = new X509Certificate(block);
    return {
      subject: subject.replaceAll('\n', ', '),
      fingerprint: fingerprint256,
      expiresAt: new Date(validTo).toISOString(),
    };
  });
