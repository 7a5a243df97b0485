/**
 * Converts a file with a client certificate to the fields of its form: PEM by its blocks; any other file is sent as PKCS #12 for the
 * service to open.
 */
import type { Credentials } from './credential-form.ts';

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g;

export function withCertificateFile(given: Credentials, name: string, bytes: Uint8Array): Credentials {
  // One character per byte. TextDecoder's latin1 is windows-1252, which btoa refuses.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const blocks = [...text.matchAll(BLOCK)];
  if (blocks.length === 0) {
    return { ...given, pkcs12: btoa(text), pkcs12Name: name, certificate: '', certificateKey: '' };
  }
  const isKey = ([, label = '']: RegExpMatchArray) => label.endsWith('PRIVATE KEY');
  const joined = (some: readonly RegExpMatchArray[]) => some.map(([block]) => `${block}\n`).join('');
  return {
    ...given,
    certificate: joined(blocks.filter((block) => !isKey(block))) || given.certificate,
    certificateKey: joined(blocks.filter(isKey)) || given.certificateKey,
  };
}
