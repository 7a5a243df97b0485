/** Drafts: the fields of a form that were edited, and only those, so that the others follow what is stored. */

/** What is left of a draft once `saved` is stored: fields that were edited again while it was being saved. */
export function leftOf<Draft extends object>(now: Draft, saved: Draft): Draft {
  const left = Object.entries(now).filter(([field, value]) => value !== saved[field as keyof Draft]);
  return Object.fromEntries(left) as Draft;
}
