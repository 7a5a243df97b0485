/**
 * Routes that a connection token opens instead of a login: it is sent as a bearer token (RFC 6750), looked up by its HMAC with a strongly
 * consistent read, and passed on as its row only. The tokens of sessions are refused, because their person can log in.
 */
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { tokenHashKey } from '../../../aws/services/keys.ts';
import { readToken } from '../../../aws/tables/tokens.ts';
import { hashToken, parseToken } from '../../../core/auth/tokens/format.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { TokenRow } from '../../../core/model/token.ts';
import { isActive } from './views.ts';

/** The connection token of a request. Throws PortcullisError `token_not_accepted`. */
export async function bearerOf({ headers }: APIGatewayProxyEventV2WithJWTAuthorizer): Promise<TokenRow> {
  const token = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const row = parseToken(token) && (await readToken(hashToken(await tokenHashKey(), token)));
  if (!isGood(row)) throw notAccepted();
  return row;
}

/** The row of a connection token that must still be good. Throws PortcullisError `token_not_accepted`. */
export async function goodToken(tokenHash: string): Promise<TokenRow> {
  const row = await readToken(tokenHash);
  if (!isGood(row)) throw notAccepted();
  return row;
}

const isGood = (row: TokenRow | undefined): row is TokenRow =>
  row !== undefined && row.signIn === undefined && isActive(row, Date.now());

/** The error for a token that is unknown, revoked, expired or not accepted by its server. */
export const notAccepted = () =>
  new PortcullisError(
    'token_not_accepted',
    'This is not a valid connection token. Copy it from the configuration of the client, or ask whoever gave it to you.',
  );
