/** Work on many things, some at a time; one that fails does not stop the others. */

/** Number of things that are worked on in parallel; of a revocation each one is a write in every region. */
const AT_ONCE = 50;

/** What became of the work. */
export interface Settled<Result> {
  /** Of those that did not fail. */
  readonly results: readonly Result[];
  /** The first error; absent when nothing failed. */
  readonly failure?: unknown;
}

/** Does `work` for each of `items`. */
export async function allSettled<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Settled<Result>> {
  const settled: PromiseSettledResult<Result>[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    settled.push(...(await Promise.allSettled(items.slice(at, at + AT_ONCE).map(work))));
  }
  const failed = settled.find((each) => each.status === 'rejected');
  const results = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return { results, ...(failed && { failure: failed.reason }) };
}
