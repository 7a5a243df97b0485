/**
 * By error code: what happened, what to do, and the HTTP status with which the management API answers. Without a status it is 400 for an
 * input that is not valid and 422 for anything else.
 */
export type Entries = Readonly<Record<string, readonly [what: string, then: string, status?: number]>>;

/** In every area where rows or bundles are read. */
export const NEWER: Entries = {
  schema_newer: [
    'A later version of Portcullis has stored this in a form that the running one does not know; nothing was changed.',
    'While a deployment is being rolled out, try again in a minute. After a rollback, deploy the later version again.',
    503,
  ],
};
