/** What happened, and what to do, by code. */
export type Entries = Readonly<Record<string, readonly [what: string, then: string]>>;
