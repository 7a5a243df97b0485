/** RSA keys that hold whoever works with them are refused wherever one is given: by a client, by an owner for TLS, by an owner to sign with. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { publicKeys } from '../../../../core/auth/oauth/clientAuth.ts';
import { isUsableRsa, isUsableRsaKey } from '../../../../core/lib/rsaKeys.ts';
import { signingAlgorithm } from '../../../../core/request/credential/oauth2.ts';
import { oddNumber } from '../../../support/keys.ts';

/** Looks like a key, and costs like one; nobody reads whether its parts belong together. */
const publicKey = (bits: number, exponent = 'AQAB') => ({ kty: 'RSA', n: oddNumber(bits), e: exponent, alg: 'RS256' });
function privatePem(bits: number, exponent = 'AQAB'): string {
  const [half, whole] = [() => oddNumber(bits / 2), oddNumber(bits)];
  const parts = { d: oddNumber(bits), p: half(), q: half(), dp: half(), dq: half(), qi: half() };
  const key = createPrivateKey({ key: { kty: 'RSA', n: whole, e: exponent, ...parts }, format: 'jwk' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const LARGE = [
  ['a modulus of 16,384 bits', 16_384, 'AQAB'],
  ['a modulus of 65,536 bits', 65_536, 'AQAB'],
  ['an exponent as long as the modulus', 3_072, oddNumber(3_064)],
  ['an exponent of 1, with which anybody can sign', 2_048, 'AQ'],
  ['an even exponent', 2_048, 'Ag'],
  ['no exponent', 2_048, ''],
] as const;

describe('are refused', () => {
  test.each(LARGE)('of a client: %s', (_, bits, exponent) => {
    const key = publicKey(bits, exponent);

    expect(isUsableRsa(key)).toBe(false);
    expect(() => publicKeys({ keys: [key] } as never)).toThrow('2048 to 8192 bits');
  });

  test.each([16_384, 32_768])('to sign with: %d bits', (bits) => {
    expect(signingAlgorithm(privatePem(bits))).toBeUndefined();
  });
});

/** The key under the name of RSA for PSS alone, without parameters (RFC 4055 section 1.2). */
function forPss(pem: string): KeyObject {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }).toString('hex');
  const named = der.replace('300d06092a864886f70d0101010500', '300b06092a864886f70d01010a');
  const bytes = Buffer.from(named, 'hex');
  bytes.writeUInt16BE(bytes.length - 4, 2);
  return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
}

test('for PSS alone have the same bounds', () => {
  const made = [1_024, 2_048].map((modulusLength) => generateKeyPairSync('rsa-pss', { modulusLength }).privateKey);
  const keys = [...made, ...[8_192, 9_216, 16_384].map((bits) => forPss(privatePem(bits)))];

  expect(keys.map(({ asymmetricKeyType }) => asymmetricKeyType)).toEqual(keys.map(() => 'rsa-pss'));
  expect(keys.map(isUsableRsaKey)).toEqual([false, true, true, false, false]);
});

test('leave nothing behind that fails whoever reads a key next', () => {
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const long = privatePem(3_072, oddNumber(3_064));

  const refused = signingAlgorithm(long);
  expect(() => publicKeys({ keys: [publicKey(3_072, oddNumber(3_064))] } as never)).toThrow('2048 to 8192 bits');

  expect([refused, signingAlgorithm(pem.toString())]).toEqual([undefined, 'RS256']);
});

test('are taken as people use them', () => {
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });

  expect(signingAlgorithm(pem.toString())).toBe('RS256');
  expect(
    [2_048, 3_072, 4_096, 8_192].map((bits) => publicKeys({ keys: [publicKey(bits)] } as never).keys.length),
  ).toEqual([1, 1, 1, 1]);
});
