/** Drafts: the fields of a form that were edited, and only those, so that the others follow what is stored. */

/** What is left of a draft once `saved` is stored: fields that were edited again while it was being saved. */
export function leftOf<Draft extends object>(now: Draft, saved: Draft): Draft {
  const left = Object.entries(now).filter(([field, value]) => value !== saved[field as keyof Draft]);
  return Object.fromEntries(left) as Draft;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Edited fields that somebody else changed meanwhile: what is stored is neither what the edit began with (`base`) nor
 * what it says itself.
 */
export function contested<Draft extends object>(draft: Draft, base: Draft, stored: Draft): (keyof Draft)[] {
  return (Object.keys(draft) as (keyof Draft)[]).filter(
    (field) => field in base && !same(stored[field], base[field]) && !same(stored[field], draft[field]),
  );
}
