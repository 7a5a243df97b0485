/**
 * Records sign-ins in the audit trail: once per sign-in, with the first request that has its token, however many instances there are. The
 * time comes from the token (`auth_time`, OpenID Connect Core section 2); a token without it, such as those of scripts on the local
 * stack, is not recorded. Failed sign-ins are logged by Cognito.
 */

import { hash } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { recordManagementAction } from '../../../aws/audit.ts';
import { logError, reasonOf } from '../../../aws/lib/log.ts';
import { isoNow } from '../../../core/lib/ids.ts';
import type { Actor } from '../http/session.ts';

/** Sign-ins that this instance has seen. */
const seen = new Set<string>();

/** Never rejects: nobody is kept out because the entry could not be written. */
export async function enterSignIn(event: APIGatewayProxyEventV2WithJWTAuthorizer, actor: Actor): Promise<void> {
  const seconds = Number(event.requestContext.authorizer.jwt.claims['auth_time']);
  if (!(seconds > 0 && seconds * 1_000 <= Date.now() + 60_000)) return;
  const key = `${actor.id} ${seconds}`;
  if (seen.has(key)) return;
  seen.add(key);
  if (seen.size > 1_000) seen.delete(seen.values().next().value as string);
  const at = isoNow(seconds * 1_000);
  // Hexadecimal digits are valid in a ULID.
  const id = hash('sha256', `sign-in ${actor.id}`).toUpperCase();
  const action = { actor, action: 'session.begin', detail: { role: actor.role }, once: { at, id } };
  await recordManagementAction(action).catch((error: Error) => {
    seen.delete(key);
    logError('sign_in_not_entered', { reason: reasonOf(error) });
  });
}
