/**
 * POST /oauth/register (RFC 7591), for clients that support no other way. Anybody may register, so it proves nothing: the client is shown
 * as unverified, and its registration is removed if nobody uses it within a day. Registered clients are public, whatever authentication
 * method they asked for.
 */
import { registerClient } from '../../aws/tables/signIns.ts';
import { randomBase62 } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json/value.ts';
import { clientOfRegistration } from '../../core/oauth/clients.ts';
import { OAuthError } from '../../core/oauth/errors.ts';

/** Throws OAuthError `invalid_client_metadata`, `invalid_redirect_uri` or `slow_down`. */
export async function register(body: unknown): Promise<JsonObject> {
  const client = clientOfRegistration(`client_${randomBase62(22)}`, body);
  if (!(await registerClient(client))) {
    throw new OAuthError('slow_down', 'Too many clients have registered in this hour. Try again later.');
  }
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.now() / 1_000),
    client_name: client.name,
    redirect_uris: [...client.redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
