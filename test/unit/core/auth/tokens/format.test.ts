import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hashToken, newToken, parseToken, tokenHint } from '../../../../../core/auth/tokens/format.ts';

const SERVER = 'srv_0aZ9bY8cX7dW';
const KEY = createSecretKey(Buffer.alloc(32, 7));

describe('connection tokens', () => {
  test('are one URL-safe segment that names its server', () => {
    const token = newToken(SERVER);

    expect(token).toMatch(/^pcl_0aZ9bY8cX7dW[0-9A-Za-z]{49}$/);
    expect(parseToken(token)).toEqual({ serverId: SERVER });
    expect(encodeURIComponent(token)).toBe(token);
  });

  test('never repeat', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, () => newToken(SERVER)));

    expect(tokens.size).toBe(1_000);
  });

  test('refuse every typo of one character and every swap of neighbours', () => {
    const token = newToken(SERVER);
    const typos: string[] = [];
    for (let at = 4; at < token.length; at++) {
      typos.push(token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1));
      const [a, b] = [token[at], token[at + 1]];
      if (b !== undefined && a !== b) typos.push(token.slice(0, at) + b + a + token.slice(at + 2));
    }

    expect(typos.filter((typo) => parseToken(typo) !== undefined)).toEqual([]);
  });

  test.each(['', 'pcl_', 'pcl_short', `xxx_${'a'.repeat(61)}`, `pcl_${'a'.repeat(62)}`, `pcl_${'ä'.repeat(61)}`])(
    'refuse the shape of %j',
    (text) => {
      expect(parseToken(text)).toBeUndefined();
    },
  );

  test('hash to 64 hex digits that depend on key and token', () => {
    const token = newToken(SERVER);
    const hash = hashToken(KEY, token);

    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashToken(KEY, token)).toBe(hash);
    expect(hashToken(createSecretKey(Buffer.alloc(32, 8)), token)).not.toBe(hash);
    expect(hashToken(KEY, newToken(SERVER))).not.toBe(hash);
  });

  test('refuse a hashing key that is too short', () => {
    expect(() => hashToken(createSecretKey(Buffer.alloc(31)), newToken(SERVER))).toThrow('at least 32 bytes');
  });

  test('show their last four characters as a hint', () => {
    expect(tokenHint('pcl_abcdWXYZ')).toBe('WXYZ');
  });
});
