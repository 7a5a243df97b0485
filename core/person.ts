/** Who did something, as rows and the trail keep it: the login's subject, and the name that the login vouches for beside it. */
export interface Person {
  /** The login's `sub`: of one person for ever, and nobody can choose it. */
  readonly id: string;
  /** Verified e-mail address or user name, where the login has one; for reading only, nothing is decided by it. */
  readonly name?: string;
}

/** The stack itself, for what nobody asked for. */
export const SYSTEM: Person = { id: 'portcullis' };

/** As rows keep who made them. */
export const createdBy = ({ id, name }: Person) => ({
  createdBy: id,
  ...(name !== undefined && { createdByName: name }),
});
