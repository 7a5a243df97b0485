/** The person who did something, as stored in rows and in the audit trail. */

/** A signed-in person. */
export interface Person {
  /** The `sub` claim of the login: unique, never reused, and not chosen by the person. */
  readonly id: string;
  /** Verified e-mail address or user name, if the login has one. For display only; no decision uses it. */
  readonly name?: string;
  /** Of an automation key: the id of the person who made it. */
  readonly maker?: string;
}

/** Portcullis itself, for changes that no person made. */
export const SYSTEM: Person = { id: 'portcullis' };

/** The attributes of a row for the person who created it. */
export const createdBy = ({ id, name }: Person) => ({
  createdBy: id,
  ...(name !== undefined && { createdByName: name }),
});
