/** A client certificate for mutual TLS (OpenAPI 3.1 `mutualTLS`): in PEM form, or as a PKCS #12 file that the management API converts. */

import { EXPIRES_AT } from './expiresAt.ts';
import type { KindDefinition } from './kind.ts';
import { MAX_CREDENTIAL_BYTES } from './limits.ts';

const MAX = MAX_CREDENTIAL_BYTES.withCertificate;

/** A client certificate. */
export const mutualTLS = {
  label: 'Client certificate',
  description: 'Presented when the connection is opened (mutual TLS)',
  fields: {
    certificate: {
      type: 'pem',
      max: MAX,
      isOptional: true,
      says: "PEM: the client's certificate, followed by the intermediate certificates",
      form: { label: 'Certificate', placeholder: '-----BEGIN CERTIFICATE-----', needs: 'the certificate' },
    },
    privateKey: {
      type: 'pem',
      max: MAX,
      isOptional: true,
      says: 'PEM: the private key of the certificate',
      holds: 'secret',
      form: {
        key: 'certificateKey',
        label: 'Key of the certificate',
        placeholder: '-----BEGIN PRIVATE KEY-----',
        needs: 'the private key of the certificate',
      },
    },
    pkcs12: {
      type: 'text',
      max: MAX,
      isOptional: true,
      says: 'In place of both: a PKCS #12 file (.p12, .pfx), base64',
      holds: 'secret',
      form: { label: 'Certificate and key' },
    },
    passphrase: {
      type: 'text',
      max: 1_000,
      isOptional: true,
      says: 'Passphrase of the key or the file; it is not stored',
      holds: 'secret',
      form: { label: 'Passphrase', description: 'Decrypts the key once, and is not stored.' },
    },
  },
  uses: (given) => [
    ...((given('pkcs12') ?? '') === ''
      ? ([
          ['certificate', 'needed'],
          ['privateKey', 'needed'],
        ] as const)
      : ([['pkcs12', 'needed']] as const)),
    ['passphrase', 'offered'],
  ],
  shape: {
    subject: { type: 'text', max: 300, from: 'facts.subject', says: 'For mutualTLS: whose certificate it is' },
    expiresAt: { ...EXPIRES_AT, from: 'facts.expiresAt' },
  },
  places: () => [],
  scheme: { says: 'a client certificate', rank: 6 },
} as const satisfies KindDefinition;
