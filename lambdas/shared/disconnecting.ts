/** The audit entry of an ended session. */
import type { JsonObject } from '../../core/lib/json/value.ts';
import type { TokenRow } from '../../core/model/token.ts';

/** Detail of the entry: the token, and for a session its client and person. */
export function disconnectDetail({ tokenId, signIn, label }: TokenRow): JsonObject {
  if (!signIn) return { tokenId, label };
  const { person, client } = signIn;
  return { tokenId, client: client.name, clientId: client.id, person: person.name ?? person.id };
}
