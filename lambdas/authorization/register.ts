/**
 * POST /oauth/register (RFC 7591), for clients that support no other way. Anybody may register, so it proves nothing: the client is shown
 * as unverified, and its registration waits in a ring of its source until a person allows it. Registered clients are public, whatever
 * authentication method they asked for. Redirect URIs that cannot be used are left out and named in the answer.
 */
import { registerClient } from '../../aws/tables/signIns.ts';
import { clientOfRegistration } from '../../core/auth/oauth/clients.ts';
import { ringOf } from '../../core/auth/oauth/registrations.ts';
import type { JsonObject } from '../../core/lib/json/value.ts';

/**
 * The client information response (RFC 7591 section 3.2.1). Throws OAuthError `invalid_client_metadata` or `invalid_redirect_uri`.
 * @param source the viewer's address
 */
export async function register(body: unknown, source: string): Promise<JsonObject> {
  const { client: described, leftOut } = clientOfRegistration('', body);
  const client = await registerClient(ringOf(source), (id) => ({ ...described, id }));
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.now() / 1_000),
    client_name: client.name,
    redirect_uris: [...client.redirectUris],
    ...(leftOut.length > 0 && { redirect_uris_left_out: leftOut.map((each) => ({ ...each })) }),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...(client.isKeyBound && { dpop_bound_access_tokens: true }),
  };
}
