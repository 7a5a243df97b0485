/**
 * Converts PKCS #12 files (RFC 7292: .p12, .pfx) to PEM, the only form in which client certificates are stored. It uses
 * node-forge, because Node cannot extract the key of such a file, and OpenSSL 3 does not support the ciphers that many
 * programs still write. How much work a file asks for is checked before (keyDerivation.ts).
 */
import { Buffer } from 'node:buffer';
import { pbkdf2Sync } from 'node:crypto';
import forge from 'node-forge';
import { hasCode, PortcullisError } from '../lib/errors.ts';

const { asn1, pkcs12, pki, util } = forge;

// Its own derivation is a hundred times slower than Node's; it calls Node's only where a digest is named by a text.
forge.pkcs5.pbkdf2 = ((password: string, salt: string, count: number, length: number, digest?: { algorithm: string }) =>
  pbkdf2Sync(password, Buffer.from(salt, 'latin1'), count, length, digest?.algorithm ?? 'sha1').toString(
    'latin1',
  )) as typeof forge.pkcs5.pbkdf2;

type Auth = { readonly type: string; readonly [member: string]: unknown };

/**
 * Replaces the PKCS #12 file of a credential, and of each of its parts, with PEM.
 * @param at path of the credential in the request, for messages
 * @throws `credential_invalid`
 */
export function withPem(auth: Auth, at = 'auth'): Auth {
  if (Array.isArray(auth['parts'])) {
    return { ...auth, parts: auth['parts'].map((part: Auth, index) => withPem(part, `${at}.parts.${index}`)) };
  }
  const { pkcs12: file, ...rest } = auth;
  if (typeof file !== 'string') return auth;
  for (const field of ['certificate', 'privateKey']) {
    if (rest[field])
      throw new PortcullisError('credential_invalid', `${at}.${field}: is also in the PKCS #12 file; send it once.`);
  }
  const { passphrase, ...others } = rest;
  return { ...others, ...opened(file, typeof passphrase === 'string' ? passphrase : '', at) } as Auth;
}

function opened(file: string, passphrase: string, at: string): { certificate: string; privateKey: string } {
  const fault = (field: string, message: string) =>
    new PortcullisError('credential_invalid', `${at}.${field}: ${message}`);
  let bags: forge.pkcs12.Pkcs12Pfx;
  try {
    const der = asn1.fromDer(Buffer.from(file, 'base64').toString('latin1'));
    bags = pkcs12.pkcs12FromAsn1(der, false, passphrase);
  } catch (error) {
    if (hasCode(error, 'credential_invalid')) throw error;
    // Only the message of the library's error distinguishes a wrong passphrase from a broken file.
    if (/MAC could not be verified|password/i.test((error as Error).message))
      throw fault('passphrase', 'does not open the PKCS #12 file.');
    throw fault('pkcs12', 'is no PKCS #12 file (.p12, .pfx) in base64 that can be read.');
  }
  const { certBag: CERTIFICATE, keyBag: KEY, pkcs8ShroudedKeyBag: SHROUDED } = pki.oids;
  const of = (type: string | undefined) => (type === undefined ? [] : (bags.getBags({ bagType: type })[type] ?? []));
  const [key] = [...of(SHROUDED), ...of(KEY)];
  const certificates = of(CERTIFICATE);
  if (key === undefined || certificates.length === 0) {
    throw fault('pkcs12', 'holds no certificate with its private key; export both together.');
  }
  const keyValue = key.key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key.key)) : key.asn1;
  return {
    certificate: certificates
      .map(({ cert, asn1: value }) => pem('CERTIFICATE', cert ? pki.certificateToAsn1(cert) : value))
      .join(''),
    privateKey: pem('PRIVATE KEY', keyValue),
  };
}

const pem = (label: string, value: forge.asn1.Asn1): string => {
  const lines = util.encode64(asn1.toDer(value).getBytes(), 64).replaceAll('\r', '');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
};
