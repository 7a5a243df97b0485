/**
 * Certificates for upstreams on this machine, each of an authority of its own: created at the first start and kept in the data folder. Only
 * the functions of this local stack trust them, through the settings that they get from the host.
 */
import type { DataFolder } from '../data/folder.ts';

/** The certificates of the authority and the server, in PEM. */
export interface LocalCertificate {
  /** PEM of the authority. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** ISO time. */
  readonly expires: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 86_400_000;
const LIFE_DAYS = 365;
const RENEW_DAYS = 14;

/** The stored certificate; it is renewed before it expires. */
export async function localCertificate(data: DataFolder, host: string): Promise<LocalCertificate> {
  const file = `certificate-${host}.json`;
  const known = data.remembered<LocalCertificate | null>(file, () => null);
  if (known && Date.parse(known.expires) > Date.now() + RENEW_DAYS * DAY) return known;
  const made = await makeCertificate(host);
  data.write(file, made);
  return made;
}

async function makeCertificate(host: string): Promise<LocalCertificate> {
  // Needed when a certificate is created only, and slow to load.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const notBefore = new Date(Date.now() - DAY);
  const notAfter = new Date(Date.now() + LIFE_DAYS * DAY);
  const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const serialNumber = () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(12)))
      .toString('hex')
      .replace(/^./, '1');
  const rootKeys = await newKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Portcullis local authority',
    notBefore,
    notAfter,
    signingAlgorithm: ALGORITHM,
    keys: rootKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  });
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${host}`,
    issuer: root.subject,
    notBefore,
    notAfter,
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }]),
      await x509.AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    ca: root.toString('pem'),
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/(.{64})/g, '$1\n').trim()}\n-----END PRIVATE KEY-----\n`,
    expires: notAfter.toISOString(),
  };
}
