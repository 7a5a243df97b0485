/** Where the arguments of the last trial of each tool are kept in this browser, until the person signs out. */
import { asObject } from './tools.ts';

const KEY = 'portcullis.arguments';
const TOOLS = 50;

type Entry = readonly [tool: string, args: Record<string, unknown>];

/** Oldest first. */
function all(): readonly Entry[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => Array.isArray(one) && typeof one[0] === 'string') : [];
  } catch {
    return [];
  }
}

function store(entries: readonly Entry[]): void {
  try {
    if (entries.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // Full or forbidden: a convenience that is missing.
  }
}

export function lastArguments(tool: string): Record<string, unknown> | undefined {
  const found = all().find(([id]) => id === tool)?.[1];
  return found === undefined ? undefined : asObject(found);
}

/** The oldest give way. */
export const storeArguments = (tool: string, args: Record<string, unknown>): void =>
  store([...all().filter(([id]) => id !== tool), [tool, args] as const].slice(-TOOLS));
export const forgetArguments = (tool: string): void => store(all().filter(([id]) => id !== tool));
export const forgetAllArguments = (): void => store([]);
