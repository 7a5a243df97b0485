/** A new certificate authority, and certificates of it for any host names. */
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { oddNumber } from './keys.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 24 * 60 * 60 * 1000;

export interface Authority {
  /** PEM of the authority's own certificate. */
  readonly ca: string;
  issue(names: readonly string[], options?: { readonly expired?: boolean }): Promise<{ cert: string; key: string }>;
  /** A client certificate, for mutual TLS; it ends in `days`, 20 when unset. */
  issueClient(
    name: string,
    options?: { readonly expired?: boolean; readonly days?: number; readonly keys?: 'RSA' | 'P-256' },
  ): Promise<{ cert: string; key: string }>;
}

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};
const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const serial = () =>
  crypto
    .getRandomValues(Buffer.alloc(12))
    .toString('hex')
    .replace(/^[89a-f]/, '1');

export async function createAuthority(
  name = 'Portcullis test authority',
  { expired = false } = {},
): Promise<Authority> {
  x509.cryptoProvider.set(crypto);
  const keys = await newKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - 3 * DAY),
    notAfter: new Date(Date.now() + (expired ? -DAY : 30 * DAY)),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    ca: root.toString('pem'),
    async issue(names, { expired = false } = {}) {
      return issued(root, keys, await newKeys(), expired ? -1 : 20, `CN=${names[0]}`, [
        new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.1']),
        new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
      ]);
    },
    async issueClient(name, { expired = false, days = 20, keys: kind = 'P-256' } = {}) {
      const own = kind === 'RSA' ? await crypto.subtle.generateKey(RSA, true, ['sign', 'verify']) : await newKeys();
      return issued(root, keys, own, expired ? -1 : days, `CN=${name}`, [
        new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.2']),
      ]);
    },
  };
}

/** PEM of an authority whose RSA key has this many bits; it looks like one, and nobody could sign with it. */
export async function authorityOfBits(bits: number): Promise<string> {
  x509.cryptoProvider.set(crypto);
  const jwk = { kty: 'RSA', n: oddNumber(bits), e: 'AQAB' };
  const publicKey = await crypto.subtle.importKey('jwk', jwk, RSA, true, ['verify']);
  const root = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: 'CN=Large',
    issuer: 'CN=Large',
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + DAY),
    publicKey,
    signingKey: (await newKeys()).privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  return root.toString('pem');
}

async function issued(
  root: x509.X509Certificate,
  keys: CryptoKeyPair,
  own: CryptoKeyPair,
  days: number,
  subject: string,
  extensions: x509.Extension[],
): Promise<{ cert: string; key: string }> {
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject,
    issuer: root.subject,
    notBefore: new Date(Date.now() - 2 * DAY),
    notAfter: new Date(Date.now() + days * DAY),
    signingAlgorithm: ALGORITHM,
    publicKey: own.publicKey,
    signingKey: keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      ...extensions,
      await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/(.{64})/g, '$1\n')}\n-----END PRIVATE KEY-----\n`;
  return { cert: cert.toString('pem'), key };
}
