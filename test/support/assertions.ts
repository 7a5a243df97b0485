/** Judges assertions as a token endpoint does (RFC 7523, section 3), by an implementation other than the product's. */
import { createPublicKey, verify } from 'node:crypto';

/** How assertions are judged. */
interface Judgement {
  /** PEM. */
  readonly publicKey: string;
  readonly audience: string;
  /** Ids of earlier assertions; the id of this one is added. */
  readonly used: Set<string>;
}

/** The issuer of a valid assertion; undefined when it is invalid or was used before. */
export function issuerOf(assertion: string, { publicKey, audience, used }: Judgement): string | undefined {
  const [head = '', claims = '', signature = ''] = assertion.split('.');
  if (signature === '') return undefined;
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const { alg } = read(head);
  const { iss, aud, exp, jti } = read(claims);
  const key = createPublicKey(publicKey);
  const options = alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
  const isValid =
    verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url')) &&
    aud === audience &&
    Number(exp) * 1_000 > Date.now() &&
    !used.has(String(jti));
  used.add(String(jti));
  return isValid ? String(iss) : undefined;
}
