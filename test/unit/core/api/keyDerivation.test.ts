/** Key files that ask for much work: counted over a whole request before any of it is done, whatever the format and the place. */
import { createCipheriv, createPrivateKey, generateKeyPairSync, pbkdf2Sync, scryptSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import forge from 'node-forge';
import { checkKeyDerivations } from '../../../../core/api/keyDerivation.ts';
import { ROUTES, type Route } from '../../../../core/api/routes/index.ts';
import { InvalidInput } from '../../../../core/lib/errors.ts';
import { quietManagementStack } from '../../../support/managementStack.ts';
import { P12, P12_PASSPHRASE } from '../../../support/pkcs12.ts';

const stack = await quietManagementStack();
const { asn1 } = forge;
const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const DER = key.export({ type: 'pkcs8', format: 'der' });

const int = (value: number) =>
  asn1.create(asn1.Class.UNIVERSAL, asn1.Type.INTEGER, false, asn1.integerToDer(value).getBytes());
const oid = (name: string) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(name).getBytes());
const octets = (bytes: string) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, bytes);
const list = (...members: forge.asn1.Asn1[]) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, members);
const SALT = 'saltsalt';

/** An encrypted key in PEM form (RFC 5958) whose derivation is this one; it opens if it was encrypted with `secret`. */
function pem(derivation: forge.asn1.Asn1, secret?: Buffer): string {
  const iv = Buffer.alloc(16, 7);
  const cipher = createCipheriv('aes-256-cbc', secret ?? Buffer.alloc(32), iv);
  const bytes = Buffer.concat([cipher.update(DER), cipher.final()]).toString('latin1');
  const scheme = list(oid('2.16.840.1.101.3.4.1.42'), octets(iv.toString('latin1')));
  const file = list(list(oid('1.2.840.113549.1.5.13'), list(derivation, scheme)), octets(bytes));
  return pemOf(Buffer.from(asn1.toDer(file).getBytes(), 'latin1'));
}
const pemOf = (der: Buffer) =>
  `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
const pbkdf2 = (rounds: number) => list(oid('1.2.840.113549.1.5.12'), list(octets(SALT), int(rounds)));
const scrypt = (n: number, r: number, p: number) =>
  list(oid('1.3.6.1.4.1.11591.4.11'), list(octets(SALT), int(n), int(r), int(p)));
const pbes1 = (rounds: number) => {
  const file = list(list(oid('1.2.840.113549.1.12.1.3'), list(octets(SALT), int(rounds))), octets('x'.repeat(64)));
  return pemOf(Buffer.from(asn1.toDer(file).getBytes(), 'latin1'));
};

/** The PKCS #12 file with all its octet strings that hold ASN.1 cut into parts (BER), which hides nothing from who joins them. */
function inParts(file: string): string {
  const root = asn1.fromDer(Buffer.from(file, 'base64').toString('latin1'));
  const cut = (node: forge.asn1.Asn1): void => {
    if (typeof node.value === 'string') {
      if (node.type !== asn1.Type.OCTETSTRING || node.value.length < 100) return;
      const { value } = node;
      node.constructed = true;
      node.value = [octets(value.slice(0, 50)), octets(value.slice(50))];
    } else node.value.forEach(cut);
  };
  cut(root);
  return Buffer.from(asn1.toDer(root).getBytes(), 'latin1').toString('base64');
}

const refused = (body: unknown) => {
  try {
    checkKeyDerivations(body);
  } catch (error) {
    if (error instanceof InvalidInput) return { code: error.code, field: error.faults[0]?.field };
    throw error;
  }
  return undefined;
};

test.each([
  ['SHA3-224, which is slow', '2.16.840.1.101.3.4.2.13', 999_999, 'key_derivation_too_slow'],
  ['SHA-512/224, whose hash is shorter than a key', '1.2.840.113549.2.12', 999_999, 'key_derivation_too_slow'],
  ['SHA-256', '1.2.840.113549.2.9', 999_999, undefined],
  ['SHA3-224 with few rounds', '2.16.840.1.101.3.4.2.13', 2_048, undefined],
])('rounds weigh as much as their function takes: %s', (_, hash, rounds, expected) => {
  const derivation = list(oid('1.2.840.113549.1.5.12'), list(octets(SALT), int(rounds), list(oid(hash))));

  expect(refused({ privateKey: pem(derivation) })?.code).toBe(expected);
});

describe('more work than a request may ask for is refused', () => {
  test.each<[string, object]>([
    ['PBKDF2 of PEM', { privateKey: pem(pbkdf2(0x0a00_0000)) }],
    ['PBKDF2 with a number of five bytes', { privateKey: pem(pbkdf2(0x7fff_ffff)) }],
    ['scrypt with many blocks', { privateKey: pem(scrypt(16_384, 8, 1_000)) }],
    ['scrypt with much memory', { privateKey: pem(scrypt(2 ** 30, 8, 1)) }],
    ['the derivation of PKCS #5 version 1 and of PKCS #12', { privateKey: pbes1(1_000_000) }],
    ['PKCS #12', { pkcs12: P12.slow }],
    ['PKCS #12 whose strings are cut into parts', { pkcs12: inParts(P12.slow) }],
    ['a key somewhere in another text', { privateKey: `first\n${pem(pbkdf2(2_048))}then\n${pem(pbkdf2(9_000_000))}` }],
  ])('%s', (_, auth) => {
    expect(refused({ auth })).toEqual({
      code: 'key_derivation_too_slow',
      field: `/auth/${Object.keys(auth)[0]}`,
    });
  });

  test('in the sum of files that are each within the bound', () => {
    const hosts = Array.from({ length: 10 }, () => ({ auth: { privateKey: pem(pbkdf2(150_000)) } }));

    expect(refused({ hosts })).toEqual({ code: 'key_derivation_too_slow', field: '/hosts/6/auth/privateKey' });
  });

  test('what OpenSSL might read and this cannot', () => {
    const whole = pem(pbkdf2(0x0a00_0000));
    const der = Buffer.from(whole.replace(/-----.*-----/g, ''), 'base64');

    const found = refused({ privateKey: pemOf(Buffer.concat([der, Buffer.from('behind the end')])) });

    expect(found).toEqual({ code: 'credential_invalid', field: '/privateKey' });
  });
});

describe('what programs write is taken', () => {
  test.each<[string, object]>([
    ['a password manager’s 600,000 rounds', { privateKey: pem(pbkdf2(600_000)) }],
    ['OpenSSL’s scrypt', { privateKey: pem(scrypt(16_384, 8, 1)) }],
    ['eleven files of OpenSSL', { parts: Array.from({ length: 11 }, () => ({ pkcs12: P12.curve })) }],
    ['files of programs before OpenSSL 3', { pkcs12: P12.legacy }],
    ['a file without a passphrase, cut into parts', { pkcs12: inParts(P12.bare) }],
    ['what is no file at all', { pkcs12: 'bm90aGluZw==', privateKey: 'ENCRYPTED PRIVATE KEY' }],
  ])('%s', (_, auth) => {
    expect(refused(auth)).toBeUndefined();
  });

  test('and the made keys are real ones', () => {
    const plain = pem(pbkdf2(5_000), pbkdf2Sync('p', SALT, 5_000, 32, 'sha1'));
    const hard = pem(scrypt(1_024, 8, 1), scryptSync('p', SALT, 32, { N: 1_024, r: 8, p: 1 }));

    const opened = [plain, hard].map((each) => createPrivateKey({ key: each, passphrase: 'p' }).equals(key));

    expect(opened).toEqual([true, true]);
  });
});

describe('over the API', () => {
  const routes = Object.entries(ROUTES as Record<string, Route>).filter(([, { body }]) => body !== undefined);

  test.each(routes)('%s counts before its body is looked at', async (_, { method, path }) => {
    const body = { somewhere: [{ pkcs12: P12.slow, passphrase: P12_PASSPHRASE }] };

    const answer = await stack.call(method, path.replace(/\{\w+\}/g, 'srv_0123456789AB'), body, { role: 'admin' });

    expect(answer.body).not.toMatchObject({ code: 'internal' });
    if (answer.status === 400) expect(answer.body).toMatchObject({ code: 'key_derivation_too_slow' });
  });
});
