/** The login's signing key: created once, so that tokens outlive a restart. */
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { DataFolder } from '../data/folder.ts';

/** The private key, created on first use. */
export async function loginSigningKey(data: DataFolder): Promise<JWK> {
  const known = data.remembered<{ key: JWK | null }>('login-key.json', () => ({ key: null }));
  if (known.key) return known.key;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key: JWK = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
  data.write('login-key.json', { key });
  return key;
}
