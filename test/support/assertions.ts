/**
 * The grants of an authorization server that oidc-provider does not have, judged by implementations other than the product's: assertions
 * (RFC 7523), as a grant or exchanged (RFC 8693), and the JWT with which a GitHub App asks for the token of an installation (docs.github.com).
 */
import { createPublicKey, verify } from 'node:crypto';
import { jwtVerify } from 'jose';
import { APP, SERVICE } from './authorizationClients.ts';
import type { RecordedRequest, Reply } from './upstream.ts';

/** The parameter with the assertion, by grant. */
const ASSERTIONS: Readonly<Record<string, string>> = {
  'urn:ietf:params:oauth:grant-type:jwt-bearer': 'assertion',
  'urn:ietf:params:oauth:grant-type:token-exchange': 'subject_token',
};

/** PEM of the keys that are accepted. */
export interface Keys {
  readonly account: string | undefined;
  readonly app: string | undefined;
}

interface Judging {
  readonly keys: Keys;
  readonly audience: string;
  /** Ids of earlier assertions; the id of each is added. */
  readonly used: Set<string>;
  /** Lifetime of tokens in seconds. */
  readonly ttl: number;
  /** A new token of the account. */
  readonly serviceToken: () => Promise<string>;
}

const json = (body: object, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The answer to a request with such a grant; undefined for other requests. */
export async function grantBySignature(request: RecordedRequest, judging: Judging): Promise<Reply | undefined> {
  const { keys, ttl, serviceToken } = judging;
  if (request.target === APP.path) {
    const jwt = (request.all('authorization')[0] ?? '').replace(/^Bearer /, '');
    if (keys.app === undefined || !(await isOfApp(jwt, keys.app))) return json({ message: 'Bad credentials' }, 401);
    const expires = new Date(Date.now() + ttl * 1_000).toISOString();
    return json({ token: await serviceToken(), expires_at: expires, permissions: {} }, 201);
  }
  const form = new URLSearchParams(request.body.toString());
  const parameter = ASSERTIONS[form.get('grant_type') ?? ''];
  if (parameter === undefined) return undefined;
  if (issuerOf(form.get(parameter) ?? '', judging) !== SERVICE) return json({ error: 'invalid_grant' }, 400);
  return json({ access_token: await serviceToken(), token_type: 'Bearer', expires_in: ttl });
}

/** RS256, for ten minutes at most, and issued a moment ago, because clocks differ. */
async function isOfApp(jwt: string, publicKey: string): Promise<boolean> {
  const options = { issuer: APP.issuer, algorithms: ['RS256'] };
  const read = await jwtVerify(jwt, createPublicKey(publicKey), options).catch(() => undefined);
  const { iat = 0, exp = 0 } = read?.payload ?? {};
  return read !== undefined && exp - iat <= 600 && iat <= Date.now() / 1_000 - 50;
}

/** The issuer of a valid assertion; undefined when it is invalid or was used before (RFC 7523, section 3). */
function issuerOf(assertion: string, { keys, audience, used }: Judging): string | undefined {
  const [head = '', claims = '', signature = ''] = assertion.split('.');
  if (signature === '' || keys.account === undefined) return undefined;
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const { alg } = read(head);
  const { iss, aud, exp, jti } = read(claims);
  const key = createPublicKey(keys.account);
  const options = alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
  const isValid =
    verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url')) &&
    aud === audience &&
    Number(exp) * 1_000 > Date.now() &&
    !used.has(String(jti));
  used.add(String(jti));
  return isValid ? String(iss) : undefined;
}
