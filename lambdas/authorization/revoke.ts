/**
 * POST /oauth/revoke (RFC 7009): either token of a session ends the whole session, at once and in every region. Unknown tokens get the
 * same response.
 */
import { tokenHashKey } from '../../aws/keys.ts';
import { readToken } from '../../aws/tables/tokens.ts';
import { OAuthError } from '../../core/oauth/errors.ts';
import { goodAccess, refreshState } from '../../core/oauth/session.ts';
import { hashToken } from '../../core/tokens/format.ts';
import { parseSessionSecret, sessionKey } from '../../core/tokens/sessionTokens.ts';
import { endSession } from './ending.ts';

/** Ends the session of the form's `token` for the client that it belongs to. Throws OAuthError `invalid_request` without a token. */
export async function revoke(form: ReadonlyMap<string, string>): Promise<void> {
  const text = form.get('token');
  if (text === undefined) throw new OAuthError('invalid_request', 'token is required.');
  const name = parseSessionSecret('refresh', text) ?? parseSessionSecret('access', text);
  if (!name) return;
  const key = await tokenHashKey();
  const row = await readToken(hashToken(key, sessionKey(name)));
  if (!row?.signIn || form.get('client_id') !== row.signIn.client.id) return;
  const hash = hashToken(key, text);
  const isKnown = refreshState(row.signIn, hash) !== 'reused' || goodAccess(row.signIn, hash, Date.now()) !== undefined;
  if (isKnown) await endSession(row.tokenHash, row.serverId, 'client_revoked');
}
