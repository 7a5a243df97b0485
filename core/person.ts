/** Who did something, as table rows and the audit trail keep it. */

/** The subject of a login, and the name that the identity provider vouches for. */
export interface Person {
  /** The login's `sub`: of one person for ever, and nobody can choose it. */
  readonly id: string;
  /** Verified e-mail address or user name, where the login has one; for reading only, nothing is decided by it. */
  readonly name?: string;
}

/** The stack itself, for what nobody asked for. */
export const SYSTEM: Person = { id: 'portcullis' };

/** The columns in which rows keep who made them. */
export const createdBy = ({ id, name }: Person) => ({
  createdBy: id,
  ...(name !== undefined && { createdByName: name }),
});
