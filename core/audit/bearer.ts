/** The caller of a request in audit entries: a connection token, or the session of a person with a client. */
import type { TokenRow } from '../model/token.ts';

/** The token or session of a request. */
export interface Bearer {
  readonly tokenId: string;
  readonly tokenLabel: string;
  /** For a person's session: the `sub` of the login, and the verified name. */
  readonly person?: string;
  readonly personName?: string;
  /** For a session: the id of its client. */
  readonly clientId?: string;
}

/** The attributes of a token row for audit entries. */
export const bearerOf = ({ tokenId, label, signIn }: TokenRow): Bearer => ({
  tokenId,
  tokenLabel: label,
  ...(signIn && {
    ...(!signIn.isMachine && {
      person: signIn.person.id,
      ...(signIn.person.name !== undefined && { personName: signIn.person.name }),
    }),
    clientId: signIn.client.id,
  }),
});
