/** By error code: what happened, and what to do. */
export type Entries = Readonly<Record<string, readonly [what: string, then: string]>>;
