/**
 * POST /oauth/register (RFC 7591), for clients that know no other way. Everybody may, so it proves nothing: such a client is shown as one
 * that named itself, and what nobody uses within a day is gone. Clients are public, whatever method they asked for.
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
