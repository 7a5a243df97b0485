/**
 * Refuses logins that began before a person's role was changed or the person was removed. Their tokens are valid for an hour to API
 * Gateway, which knows nothing of it; a login that still stands gets a new token at once. Each request is checked before its work. What
 * makes something that opens without a login checks again once it is written, before anybody sees its secret: what ends a person's holdings
 * has then either found it or ended the login before this check. A role that a project gives ends no login, which is of all projects: in its
 * place the caller's roles are read once more.
 */
import { loginsEndedAt } from '../../../aws/tables/invitations.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import type { Visitor } from './session.ts';
import { hasLostRole } from './standing.ts';

/** Throws PortcullisError `login_ended`, after `undo`. */
export async function refuseEnded(
  { id, issuedAt }: Pick<Visitor, 'id' | 'issuedAt'>,
  undo?: () => Promise<unknown>,
): Promise<void> {
  const [endedAt, isLower] = await Promise.all([loginsEndedAt(id), hasLostRole(id)]);
  // In whole seconds (RFC 7519, section 4.1.6), so one of the same second counts as earlier.
  const isEnded = endedAt !== undefined && issuedAt * 1_000 <= endedAt;
  if (!isEnded && !isLower) return;
  await undo?.();
  throw new PortcullisError(
    'login_ended',
    'Your access has changed since this token was made. Get a new one: log in again.',
  );
}
