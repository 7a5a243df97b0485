/** Logins for a running stack, valid and invalid ones: signed with the key that its login keeps in the data folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import type { LocalStack } from './stack.ts';

export interface LoginClaims {
  /** Claims as in Cognito's ID tokens; each may be replaced or, with undefined, removed. */
  readonly [name: string]: unknown;
}

export interface Logins {
  /** A token of this person; negative `hours` for an expired one. */
  token(claims: LoginClaims, hours?: number): Promise<string>;
  /** A person with this role. */
  of(role: string): Promise<string>;
}

export async function loginsOf(stack: Pick<LocalStack, 'data' | 'apiUrl'>): Promise<Logins> {
  const { key } = JSON.parse(await readFile(join(stack.data, 'state', 'login-key.json'), 'utf8'));
  const { issuer, clientId } = (await (await fetch(`${stack.apiUrl}/v1/config`)).json()) as Record<string, string>;
  const signing = await importJWK(key, 'RS256');
  const token: Logins['token'] = (claims, hours = 1) =>
    new SignJWT({ token_use: 'id', aud: clientId, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: String(key.kid) })
      .setIssuer(issuer as string)
      .setIssuedAt(Math.floor(Date.now() / 1_000) + Math.min(0, hours) * 3_600 - 60)
      .setExpirationTime(Math.floor(Date.now() / 1_000) + hours * 3_600)
      .sign(signing);
  return {
    token,
    of: (role) =>
      token({ sub: `${role}-1`, 'cognito:groups': [role], email: `${role}@corp.example`, email_verified: true }),
  };
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read loosely, as a script would
  readonly body: any;
}

/** Sends one request to the management API with this login, whatever its status. Without `token`: without a login. */
export async function ask(
  stack: Pick<LocalStack, 'apiUrl'>,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${stack.apiUrl}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, body: isJson && text ? JSON.parse(text) : text };
}
