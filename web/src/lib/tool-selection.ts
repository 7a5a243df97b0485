/** Ranges of a list. Pure. */

/** The ids from one to another in the order of a list, both included; `to` alone where the list does not have both. */
export function rangeOf(order: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [one, other] = [from === undefined ? -1 : order.indexOf(from), order.indexOf(to)];
  if (one < 0 || other < 0) return [to];
  return order.slice(Math.min(one, other), Math.max(one, other) + 1);
}
