/** Client certificates as they are entered: PEM and PKCS #12, and what is wrong with them. */
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { withPem } from '../../../../core/api/pkcs12.ts';
import { checkCredential, credentialShape } from '../../../../core/request/credential/index.ts';
import { type Authority, createAuthority } from '../../../support/certificates.ts';
import { defined } from '../../../support/defined.ts';
import { P12, P12_PASSPHRASE } from '../../../support/pkcs12.ts';

type Pair = { cert: string; key: string };
let authority: Authority;
let good: Pair;
let rsa: Pair;
let expired: Pair;
let locked: string;
beforeAll(async () => {
  authority = await createAuthority();
  good = await authority.issueClient('things.example');
  rsa = await authority.issueClient('rsa.example', { keys: 'RSA' });
  expired = await authority.issueClient('old.example', { expired: true });
  locked = createPrivateKey(rsa.key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: P12_PASSPHRASE })
    .toString();
});
const check = (auth: object) => checkCredential(withPem({ type: 'mutualTLS', ...auth }));

describe('a certificate and its key are taken', () => {
  test('with those that issued it, in any order, and told by name and end alone', () => {
    const made = check({ certificate: `${authority.ca}\n${good.cert}`, privateKey: good.key });

    expect(made).toMatchObject({ type: 'mutualTLS' });
    const [first] =
      (made as { certificate: string }).certificate.match(/-----BEGIN[\s\S]+?END CERTIFICATE-----/g) ?? [];
    expect(new X509Certificate(defined(first)).subject).toBe('CN=things.example');
    expect(credentialShape(made)).toEqual({
      type: 'mutualTLS',
      subject: 'CN=things.example',
      expiresAt: new X509Certificate(good.cert).validToDate.toISOString(),
    });
  });

  test('when the key has a passphrase, which is not kept', () => {
    const made = check({ certificate: rsa.cert, privateKey: locked, passphrase: P12_PASSPHRASE });

    expect(JSON.stringify(made)).not.toContain(P12_PASSPHRASE);
    expect(made).toMatchObject({ privateKey: expect.stringContaining('BEGIN PRIVATE KEY') });
    expect(checkCredential(JSON.parse(JSON.stringify(made)))).toEqual(made);
  });

  test.each([
    ['with ciphers of today and a key on a curve', P12.curve, P12_PASSPHRASE, 'O=Test'],
    ['with the ciphers of earlier programs', P12.legacy, P12_PASSPHRASE, 'CN=rsa client'],
    ['without a passphrase', P12.bare, undefined, 'CN=rsa client'],
  ])('in a PKCS #12 file %s', (_, pkcs12, passphrase, subject) => {
    const made = check({ pkcs12, ...(passphrase && { passphrase }) });

    expect(credentialShape(made).subject).toContain(subject);
    expect(JSON.stringify(made)).not.toContain(P12_PASSPHRASE);
  });

  test('in a part of several', () => {
    const parts = [
      { type: 'mutualTLS', pkcs12: P12.curve, passphrase: P12_PASSPHRASE },
      { type: 'bearer', token: 't' },
    ];
    expect(credentialShape(checkCredential(withPem({ type: 'combined', parts })))).toMatchObject({
      parts: [{ type: 'mutualTLS', subject: expect.any(String) }, { type: 'bearer' }],
    });
  });
});

describe('what is wrong is found when it is entered:', () => {
  const part = (bits: number) => Buffer.alloc(bits / 8, 0xc1).toString('base64url');
  const halves = { p: part(8_192), q: part(8_192), dp: part(8_192), dq: part(8_192), qi: part(8_192) };
  const large = createPrivateKey({
    key: { kty: 'RSA', n: part(16_384), e: 'AQAB', d: part(16_384), ...halves },
    format: 'jwk',
  }).export({ type: 'pkcs8', format: 'pem' });
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const { privateKey: smallPss } = generateKeyPairSync('rsa-pss', { modulusLength: 1024 });
  test.each<[string, () => object, string, RegExp]>([
    [
      'a key for PSS alone that can be broken',
      () => ({ certificate: good.cert, privateKey: smallPss.export({ type: 'pkcs8', format: 'pem' }) }),
      'privateKey',
      /2048 to 8192 bits/,
    ],
    [
      'a key that is not the certificate’s',
      () => ({ certificate: good.cert, privateKey: rsa.key }),
      'privateKey',
      /not the key/,
    ],
    [
      'an expired certificate',
      () => ({ certificate: expired.cert, privateKey: expired.key }),
      'certificate',
      /ended on 20/,
    ],
    ['a key that is locked', () => ({ certificate: rsa.cert, privateKey: locked }), 'passphrase', /missing/],
    [
      'a wrong passphrase of the key',
      () => ({ certificate: rsa.cert, privateKey: locked, passphrase: 'wrong-1' }),
      'passphrase',
      /does not open/,
    ],
    [
      'a key so long that a signature takes seconds',
      () => ({ certificate: rsa.cert, privateKey: large }),
      'privateKey',
      /8192/,
    ],
    ['a key too short for TLS', () => ({ certificate: rsa.cert, privateKey: small }), 'privateKey', /2048/],
    ['no certificate', () => ({ certificate: good.key, privateKey: good.key }), 'certificate', /PEM/],
    [
      'too many certificates',
      () => ({ certificate: good.cert.repeat(5), privateKey: good.key }),
      'certificate',
      /1 to 4/,
    ],
    [
      'a damaged certificate',
      () => ({ certificate: good.cert.replace(/\n.{8}/, '\nAAAAAAAA'), privateKey: good.key }),
      'certificate',
      /damaged/,
    ],
    [
      'a certificate in the place of the key',
      () => ({ certificate: good.cert, privateKey: good.cert }),
      'privateKey',
      /PEM/,
    ],
    [
      'a wrong passphrase of the file',
      () => ({ pkcs12: P12.curve, passphrase: 'wrong-1' }),
      'passphrase',
      /does not open/,
    ],
    ['a file without a passphrase that has one', () => ({ pkcs12: P12.legacy }), 'passphrase', /does not open/],
    ['a file without a key', () => ({ pkcs12: P12.keyless, passphrase: P12_PASSPHRASE }), 'pkcs12', /private key/],
    ['no file', () => ({ pkcs12: Buffer.from('nothing').toString('base64') }), 'pkcs12', /no PKCS/],
    ['a file and a key', () => ({ pkcs12: P12.curve, privateKey: good.key }), 'privateKey', /send it once/],
  ])('%s', (_, auth, field, message) => {
    const attempt = () => check(auth());

    expect(attempt).toThrow(expect.objectContaining({ code: 'credential_invalid' }));
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(`auth.${field}`);
    expect(attempt).not.toThrow(/wrong-1|planted|BEGIN PRIVATE KEY-----\nM/);
  });
});
