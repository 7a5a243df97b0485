/** By error code: what happened, and what to do. */
export type Entries = Readonly<Record<string, readonly [what: string, then: string]>>;

/** In every area where rows or bundles are read. */
export const NEWER: Entries = {
  schema_newer: [
    'A later version of Portcullis has stored this in a form that the running one does not know; nothing was changed.',
    'While a deployment is being rolled out, try again in a minute. After a rollback, deploy the later version again.',
  ],
};
