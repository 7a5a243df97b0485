/** Whose request it was, as entries keep it: a connection token, or the session of a person with a client. */
import type { TokenRow } from '../records.ts';

export interface Bearer {
  readonly tokenId: string;
  readonly tokenLabel: string;
  /** Of a session: the login's subject, and the name that the login vouched for. */
  readonly person?: string;
  readonly personName?: string;
  /** Of a session: the id of its client. */
  readonly clientId?: string;
}

export const bearerOf = ({ tokenId, label, signIn }: TokenRow): Bearer => ({
  tokenId,
  tokenLabel: label,
  ...(signIn && {
    person: signIn.person.id,
    ...(signIn.person.name !== undefined && { personName: signIn.person.name }),
    clientId: signIn.client.id,
  }),
});
