/** Which enabled tools nobody has called, as far back as the figures reach. */

interface ListedTool {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly createdAt: string;
}

export interface UnusedTools<Tool> {
  /** There for the whole time, and never called in it. */
  readonly unused: readonly Tool[];
  /** Never called either, but added since: too young to tell. */
  readonly young: readonly Tool[];
}

/**
 * @param called names of the tools that were called since then
 * @param since ISO 8601 UTC, from when on all calls are known
 */
export function unusedTools<Tool extends ListedTool>(
  tools: readonly Tool[],
  called: Iterable<string>,
  since: string,
): UnusedTools<Tool> {
  const names = new Set(called);
  const silent = tools.filter(({ enabled, name }) => enabled && !names.has(name));
  const isYoung = ({ createdAt }: Tool) => createdAt > since;
  return { unused: silent.filter((tool) => !isYoung(tool)), young: silent.filter(isYoung) };
}
