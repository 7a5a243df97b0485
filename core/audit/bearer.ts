/** Whose request it was, as entries keep it: a connection token, or the session of a person with a client. */
import type { TokenRow } from '../records.ts';

/** Who presented a token, for the trail. */
export interface Bearer {
  readonly tokenId: string;
  readonly tokenLabel: string;
  /** Of a session: the login's subject, and the name that the login vouched for. */
  readonly person?: string;
  readonly personName?: string;
  /** Of a session: the id of its client. */
  readonly clientId?: string;
}

/** The bearer of a token. */
export const bearerOf = ({ tokenId, label, signIn }: TokenRow): Bearer => ({
  tokenId,
  tokenLabel: label,
  ...(signIn && {
    person: signIn.person.id,
    ...(signIn.person.name !== undefined && { personName: signIn.person.name }),
    clientId: signIn.client.id,
  }),
});
