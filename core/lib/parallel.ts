/** Does the same with many items, some at a time. */

/** The results in the order of the items. `work` must not throw. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let at = 0;
  const worker = async () => {
    while (at < items.length) {
      const index = at++;
      results[index] = await work(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, worker));
  return results;
}
