/**
 * POST /oauth/revoke (RFC 7009): either token of a session ends the whole session, at once and in every region. Unknown tokens get the
 * same response.
 */
import { tokenHashKey } from '../../aws/services/keys.ts';
import { readToken } from '../../aws/tables/tokens.ts';
import { OAuthError } from '../../core/auth/oauth/errors.ts';
import { hashToken } from '../../core/auth/tokens/format.ts';
import { parseSessionSecret, sessionKey } from '../../core/auth/tokens/sessionTokens.ts';
import { goodAccess, refreshState } from '../../core/model/signIn.ts';
import { endSession } from './ending.ts';
import { askingClient, demandProof } from './prove.ts';

/**
 * Ends the session of the form's `token` for the client that it belongs to. Throws OAuthError `invalid_request` without a token, and
 * `invalid_client`.
 */
export async function revoke(form: ReadonlyMap<string, string>, authorization: string | undefined): Promise<void> {
  const text = form.get('token');
  if (text === undefined) throw new OAuthError('invalid_request', 'token is required.');
  const client = await askingClient(form, authorization);
  const name = parseSessionSecret('refresh', text) ?? parseSessionSecret('access', text);
  if (!name) return;
  const key = await tokenHashKey();
  const row = await readToken(hashToken(key, sessionKey(name)));
  if (!row?.signIn || client.id !== row.signIn.client.id) return;
  demandProof(client, { isRequired: row.signIn.client.isProven === true });
  const hash = hashToken(key, text);
  const isKnown =
    refreshState(row.signIn, hash) !== 'invalid' || goodAccess(row.signIn, hash, Date.now()) !== undefined;
  if (isKnown) await endSession(row.tokenHash, row.serverId, 'client_revoked');
}
