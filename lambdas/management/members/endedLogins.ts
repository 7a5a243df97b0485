/**
 * Refuses logins that began before a person's role was changed or the person was removed. Their tokens are valid for an hour to API
 * Gateway, which knows nothing of it; a login that still stands gets a new token at once.
 */
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { loginsEndedAt } from '../../../aws/tables/invitations.ts';
import { Forbidden } from '../http/errors.ts';
import type { Visitor } from '../http/session.ts';

/** Throws Forbidden `login_ended`. */
export async function refuseEnded(event: APIGatewayProxyEventV2WithJWTAuthorizer, { id }: Visitor): Promise<void> {
  const endedAt = await loginsEndedAt(id);
  if (endedAt === undefined) return;
  // In whole seconds (RFC 7519, section 4.1.6), so one of the same second counts as earlier.
  const issuedAt = Number(event.requestContext.authorizer.jwt.claims['iat']) * 1_000;
  if (issuedAt > endedAt) return;
  throw new Forbidden('login_ended', 'Your access has changed since this token was made. Get a new one: log in again.');
}
