/**
 * Checks a client certificate and its private key in PEM form: when they are entered, and each time they are decrypted, so
 * that an expired one gives a clear error. core/api/pkcs12.ts converts PKCS #12 files before.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { hasCode } from '../../lib/errors.ts';
import { isUsableRsaKey, RSA_BITS } from '../../lib/rsaKeys.ts';
import { MAX_CERTIFICATES } from '../../model/credentialKinds/limits.ts';
import type { Fields } from './fields.ts';

/** A client certificate with its private key. */
export interface ClientCertificate {
  /** PEM: the client certificate, then those of its issuers. */
  readonly certificate: string;
  /** PEM: PKCS #8, not encrypted. */
  readonly privateKey: string;
}

/** As it is entered, with the passphrase of an encrypted key. */
interface Entered extends ClientCertificate {
  readonly passphrase?: string;
}

/** The public part of a client certificate. */
export interface CertificateFacts {
  readonly subject: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const MAX_SUBJECT = 300;

/**
 * Checks certificate, private key and passphrase, and decrypts the key.
 * @throws `credential_invalid` naming `certificate`, `privateKey` or `passphrase`
 */
export function checkedCertificate(
  entered: Entered,
  fields: Fields,
  now = new Date(),
): ClientCertificate & { readonly facts: CertificateFacts } {
  const key = keyOf(entered, fields);
  const given = entered.certificate.match(BLOCK) ?? [];
  if (given.length === 0 || given.length > MAX_CERTIFICATES) {
    throw fields.fault(
      'certificate',
      `must hold 1 to ${MAX_CERTIFICATES} certificates in PEM form (-----BEGIN CERTIFICATE-----), the client's own first.`,
    );
  }
  const certificates = given.map((pem) => certificateOf(fields, pem));
  const own = certificates.findIndex((each) => each.checkPrivateKey(key));
  const [leaf] = certificates.splice(own, 1);
  if (own < 0 || leaf === undefined) {
    throw fields.fault('privateKey', 'is not the key of the certificate. Give the key that its request was made with.');
  }
  if (leaf.validToDate <= now) {
    throw fields.fault(
      'certificate',
      `ended on ${leaf.validToDate.toISOString().slice(0, 10)}. Give its successor, with the key of that one.`,
    );
  }
  if (new Date(leaf.validFrom) > now) {
    throw fields.fault('certificate', `is valid only from ${new Date(leaf.validFrom).toISOString()} on.`);
  }
  return {
    certificate: [leaf, ...certificates].map((each) => each.toString()).join(''),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    facts: {
      subject: leaf.subject.replaceAll('\n', ', ').slice(0, MAX_SUBJECT),
      expiresAt: leaf.validToDate.toISOString(),
    },
  };
}

function certificateOf(fields: Fields, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw fields.fault('certificate', 'cannot be read: a block between BEGIN and END CERTIFICATE is damaged.');
  }
}

function keyOf({ privateKey: pem, passphrase }: Entered, fields: Fields): KeyObject {
  const isEncrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem);
  if (isEncrypted && passphrase === undefined) {
    throw fields.fault('passphrase', 'is missing: the private key is encrypted.');
  }
  try {
    const key = createPrivateKey({ key: pem, ...(isEncrypted && { passphrase }) });
    if (key.asymmetricKeyType?.startsWith('rsa') && !isUsableRsaKey(key)) {
      const { least, most } = RSA_BITS;
      throw fields.fault('privateKey', `must be an RSA key of ${least} to ${most} bits, or one of an elliptic curve.`);
    }
    return key;
  } catch (error) {
    if (hasCode(error, 'credential_invalid')) throw error;
    if (isEncrypted) throw fields.fault('passphrase', 'does not open the private key.');
    throw fields.fault('privateKey', 'must be a private key in PEM form (-----BEGIN PRIVATE KEY-----).');
  }
}
