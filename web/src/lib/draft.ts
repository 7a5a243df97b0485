/** Drafts: only the fields of a form that were edited; the others show their stored values. */

/** The rest of a draft once `saved` is stored: fields that were edited again while it was being saved. */
export function leftOf<Draft extends object>(now: Draft, saved: Draft): Draft {
  const left = Object.entries(now).filter(([field, value]) => value !== saved[field as keyof Draft]);
  return Object.fromEntries(left) as Draft;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Edited fields that somebody else changed meanwhile: the stored value is neither the one at the start of the edit (`base`) nor the
 * edited one.
 */
export function contested<Draft extends object>(draft: Draft, base: Draft, stored: Draft): (keyof Draft)[] {
  return (Object.keys(draft) as (keyof Draft)[]).filter(
    (field) => field in base && !same(stored[field], base[field]) && !same(stored[field], draft[field]),
  );
}
